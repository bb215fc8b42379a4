import { setTimeout as sleep } from "node:timers/promises";
import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import { bearer, call, reachService } from "./service.ts";

const LOOK_MS = 200;

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
    console.log(JSON.stringify(run, null, 2));
  } finally {
    await service.close();
  }
}

/** Starts a job and waits for its end. */
export async function runJob(
  url: string,
  job: string,
  dryRun: boolean,
  headers: Record<string, string>,
): Promise<{ state: string; result: Record<string, number> }> {
  const { runId } = (await call(`${url}/maintenance/jobs/${encodeURIComponent(job)}/run`, {
    body: { dryRun },
    headers,
  })) as { runId: string };
  for (;;) {
    const run = (await call(`${url}/maintenance/runs/${runId}`, { headers })) as {
      state: string;
      result: Record<string, number>;
    };
    if (run.state !== "running") return run;
    await sleep(LOOK_MS);
  }
}
