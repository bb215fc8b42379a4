import type { Run, Job, Page, Routes } from "#client";
import { joined, numberOf, wordsOf } from "../../ui/format.ts";
import { t, ofService } from "../../language/text.ts";
import { api } from "../../api/client.ts";
import { goTo } from "../../router.ts";
import { runJob } from "../../ui/facts.tsx";
import { useAnswer, type Loaded } from "../../ui/query.ts";
import { notify } from "../../ui/toast.ts";

/** Decisions of the owner are listed as runs, so that each can be undone as one. */
const DECISIONS: Record<string, string> = {
  review: t("Your decision in review"),
  merge: t("Your merge"),
  overrule: t("A refusal you overruled"),
  edit: t("Your correction"),
};

/** `titles` are those of the jobs, by name. */
export const runTitle = (job: string, titles: ReadonlyMap<string, string>): string =>
  titles.get(job) ?? DECISIONS[job] ?? wordsOf(job);

const COUNTS: Record<string, string> = {
  episodes: t("messages"),
  facts: t("facts"),
  verified: t("verified"),
  rejected: t("rejected"),
  failed: t("failed"),
  entities: t("people and things"),
  deferred: t("postponed"),
};

/** A run's result, in one line; zeros are left out. */
export function countsOf(result: Record<string, number>): string {
  const told = Object.entries(result).filter(([, count]) => count !== 0);
  return told
    .map(([name, count]) => `${numberOf(Math.round(count))} ${COUNTS[name] ?? wordsOf(name)}`)
    .join(", ");
}

const STATES: Record<Run["state"], string> = {
  running: t("running"),
  done: t("done"),
  failed: t("failed"),
  aborted: t("stopped"),
};
export const stateOf = ({ state }: Pick<Run, "state">): string => STATES[state];

/** How long it took, to the second. */
export function lengthOf({ startedAt, finishedAt }: Run): string {
  if (finishedAt === null) return "";
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  if (seconds < 60) return seconds < 1 ? t("under a second") : `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The titles of the jobs, by name. */
export const useTitles = (): ReadonlyMap<string, string> =>
  new Map(useAnswer("GET /maintenance/jobs").data?.items.map(({ name, title }) => [name, ofService(title)]));

/** The service's page limit. */
export const PAGE_MAX = 200;

/** The newest runs, kept up to date. */
export const useRuns = (): Loaded<Page<Run>> =>
  useAnswer(
    "GET /maintenance/runs",
    { query: { limit: PAGE_MAX } },
    ({ type }) => type === "maintenance.run",
  );

export async function startJob({ name, title }: Job, dryRun: boolean): Promise<void> {
  const { runId } = await runJob(name, dryRun);
  const look = (): void => goTo("maintenance", "runs", runId);
  if (dryRun) look();
  else notify(t("{job}: started", { job: ofService(title) }), { label: t("Look"), run: look });
}

export async function cancelRun(id: string): Promise<void> {
  await api("POST /maintenance/runs/{id}/cancel", { path: { id } });
  notify(t("Stopping at the next step"));
}

export type Undone = Pick<Routes["POST /maintenance/undo"]["response"], "undone" | "skipped">;

export function notifyUndone({ undone, skipped }: Undone): void {
  const done =
    undone === 0 ? t("Nothing was left to undo") : t("{n} change undone | {n} changes undone", { n: undone });
  const kept =
    skipped.length > 0 &&
    t("{n} was changed again since and stays | {n} were changed again since and stay", { n: skipped.length });
  notify(joined([done, kept], "; "));
}
