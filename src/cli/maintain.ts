import { setTimeout as sleep } from "node:timers/promises";
import { parseArguments, UsageError } from "./arguments.ts";
import { bearer, call, reachService } from "./service.ts";

const LOOK_MS = 200;
const USE = "use: maintain JOB [--dry-run], maintain --list, or maintain --pause JOB | --resume JOB (or all)";

export interface Run {
  id: string;
  state: string;
  dryRun: boolean;
  result: Record<string, number>;
}

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
  if (isSchedule === (job !== undefined) || (pause !== undefined && resume !== undefined))
    throw new UsageError(USE);
  const service = await reachService();
  try {
    if (job === undefined) {
      const headers = bearer(values.key);
      const path = `${service.url}/maintenance/schedule`;
      if (pause !== undefined) await setPaused(path, pause, true, headers);
      if (resume !== undefined) await setPaused(path, resume, false, headers);
      return console.log(JSON.stringify(await call(path, { headers }), null, 2));
    }
    const run = await runJob(service.url, job, values["dry-run"] ?? false, bearer(values.key));
    const diff = run.dryRun ? await planOf(service.url, run.id, bearer(values.key)) : {};
    console.log(JSON.stringify({ ...run, ...diff }, null, 2));
  } finally {
    await service.close();
  }
}

async function setPaused(
  path: string,
  job: string,
  paused: boolean,
  headers: Record<string, string>,
): Promise<void> {
  const url = job === "all" ? path : `${path}/${encodeURIComponent(job)}`;
  await call(url, { method: "PUT", body: { paused }, headers });
}

/** What a dry run would have changed. */
async function planOf(
  url: string,
  runId: string,
  headers: Record<string, string>,
): Promise<{ diff: unknown }> {
  const page = await call(`${url}/maintenance/runs/${runId}/diff?limit=200`, { headers });
  return { diff: (page as { items: unknown }).items };
}

/** Starts a job and waits for its end. */
export async function runJob(
  url: string,
  job: string,
  dryRun: boolean,
  headers: Record<string, string>,
): Promise<Run> {
  const { runId } = (await call(`${url}/maintenance/jobs/${encodeURIComponent(job)}/run`, {
    body: { dryRun },
    headers,
  })) as { runId: string };
  for (;;) {
    const run = (await call(`${url}/maintenance/runs/${runId}`, { headers })) as Run;
    if (run.state !== "running") return run;
    await sleep(LOOK_MS);
  }
}
