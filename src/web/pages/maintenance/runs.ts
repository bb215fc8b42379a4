import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { MemoryFrame } from "../../api/live.ts";
import type { Job, Page, Routes, Run } from "#client";
import { goTo } from "../../router.ts";
import { useMemoryFrames, useAnswer, useQuery, type Loaded } from "../../ui/query.ts";
import { attempt, notify } from "../../ui/toast.tsx";
import { ofService, t } from "../../language/text.ts";

type RunFrame = Extract<MemoryFrame, { type: "maintenance.run" }>;

export const useJobs = (): Loaded<Page<Job>> =>
  useQuery(async (signal) => {
    const jobs = await api("GET /maintenance/jobs", { signal });
    const told = (job: Job): Job => ({ ...job, title: ofService(job.title), does: ofService(job.does) });
    return { ...jobs, items: jobs.items.map(told) };
  }, []);

export const titlesOf = (jobs: Page<Job> | null): ReadonlyMap<string, string> =>
  new Map(jobs?.items.map(({ name, title }) => [name, title]));

/** The newest runs, kept up to date. */
export function useRuns(limit: number): Loaded<Run[]> {
  const runs = useQuery(
    async (signal) => (await api("GET /maintenance/runs", { query: { limit }, signal })).items,
    [limit],
  );
  const [heard, setHeard] = useState<ReadonlyMap<string, RunFrame>>(new Map());
  useMemoryFrames((frame) => {
    if (frame.type !== "maintenance.run") return;
    const isKnown = runs.data?.some(({ id }) => id === frame.runId);
    setHeard((was) => new Map([...was, [frame.runId, frame]]));
    if (!isKnown || frame.state !== "running") runs.reload();
  });
  const data = runs.data?.map((run) => withFrame(run, heard.get(run.id))) ?? null;
  return { ...runs, data };
}

/** One run, kept up to date. */
export function useRun(id: string): Loaded<Run> {
  const run = useAnswer("GET /maintenance/runs/{id}", { path: { id } });
  useMemoryFrames((frame) => {
    if (frame.type === "maintenance.run" && frame.runId === id) run.reload();
  });
  return run;
}

/** Live updates of a run are newer than the loaded state, until it is reloaded. */
function withFrame(run: Run, frame: RunFrame | undefined): Run {
  if (frame === undefined || run.state !== "running") return run;
  return { ...run, state: frame.state, result: frame.counts };
}

export async function startJob({ name, title }: Job, dryRun: boolean): Promise<void> {
  await attempt(async () => {
    const { runId } = await api("POST /maintenance/jobs/{name}/run", { path: { name }, body: { dryRun } });
    if (dryRun) return goTo("maintenance", "runs", runId);
    notify(t("{job}: started", { job: title }), {
      label: t("Look"),
      run: () => goTo("maintenance", "runs", runId),
    });
  });
}

export const cancelRun = (id: string): Promise<boolean> =>
  attempt(async () => {
    await api("POST /maintenance/runs/{id}/cancel", { path: { id } });
    notify(t("Stopping at the next step"));
  });

export const undoRun = (id: string, again: boolean): Promise<boolean> =>
  attempt(async () =>
    notifyUndone(await api("POST /maintenance/runs/{id}/undo", { path: { id }, body: { again } })),
  );

/** The changes of this and all later runs, and what a model's reading alone hid. */
export const undoSince = (since: string): Promise<boolean> =>
  attempt(async () => notifyUndone(await api("POST /maintenance/undo", { body: { since } })));

type Undone = Pick<Routes["POST /maintenance/undo"]["response"], "undone" | "skipped">;

function notifyUndone({ undone, skipped }: Undone): void {
  const done =
    undone === 0 ? t("Nothing was left to undo") : t("{n} change undone | {n} changes undone", { n: undone });
  const kept =
    skipped.length === 0
      ? []
      : t("{n} was changed again since and stays | {n} were changed again since and stay", {
          n: skipped.length,
        });
  notify([done, kept].flat().join("; "));
}
