import type { Engram, Run } from "#client";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArguments, UsageError } from "./arguments.ts";
import { apiOf, reachService } from "./service.ts";

const LOOK_MS = 200;
/** Of the changes that a dry run would have made. */
const LINES_SHOWN = 200;

export async function maintain(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 1, {
    "dry-run": { type: "boolean" },
    key: { type: "string" },
    list: { type: "boolean" },
    pause: { type: "string" },
    resume: { type: "string" },
  });
  const [job] = positionals;
  const { list = false, pause, resume } = values;
  const isSchedule = list || pause !== undefined || resume !== undefined;
  const isUnclear = isSchedule === (job !== undefined) || (pause !== undefined && resume !== undefined);
  if (isUnclear || (isSchedule && values["dry-run"] !== undefined)) throw new UsageError();
  await using service = await reachService();
  const api = apiOf(service, values.key);
  if (job === undefined) {
    if (pause !== undefined) await setPaused(api, pause, true);
    if (resume !== undefined) await setPaused(api, resume, false);
    return console.log(JSON.stringify(await api("GET /maintenance/schedule"), null, 2));
  }
  const run = await runJob(api, job, values["dry-run"] ?? false);
  const asked = { path: { id: run.id }, query: { limit: LINES_SHOWN } };
  const plan = run.dryRun ? { diff: (await api("GET /maintenance/runs/{id}/diff", asked)).items } : {};
  console.log(JSON.stringify({ ...run, ...plan }, null, 2));
}

async function setPaused(api: Engram, job: string, paused: boolean): Promise<void> {
  const body = { paused };
  if (job === "all") await api("PUT /maintenance/schedule", { body });
  else await api("PUT /maintenance/schedule/{job}", { path: { job }, body });
}

/** Starts a job and waits until it ends. */
export async function runJob(api: Engram, name: string, dryRun: boolean): Promise<Run> {
  const { runId } = await api("POST /maintenance/jobs/{name}/run", { path: { name }, body: { dryRun } });
  for (;;) {
    const run = await api("GET /maintenance/runs/{id}", { path: { id: runId } });
    if (run.state !== "running") return run;
    await sleep(LOOK_MS);
  }
}
