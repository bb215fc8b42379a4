import { setTimeout as sleep } from "node:timers/promises";
import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import { bearer, call, reachService } from "./service.ts";

const LOOK_MS = 200;

export interface Run {
  id: string;
  state: string;
  dryRun: boolean;
  result: Record<string, number>;
}

export async function maintain(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, {
    "dry-run": { type: "boolean" },
    key: { type: "string" },
  });
  const [job] = positionals;
  if (job === undefined) throw new EngramError("invalid_request", "use: maintain JOB [--dry-run]");
  const service = await reachService();
  try {
    const run = await runJob(service.url, job, values["dry-run"] ?? false, bearer(values.key));
    const diff = run.dryRun ? await planOf(service.url, run.id, bearer(values.key)) : {};
    console.log(JSON.stringify({ ...run, ...diff }, null, 2));
  } finally {
    await service.close();
  }
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
