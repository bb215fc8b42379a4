import type { EvalService } from "./open.ts";

/** Waits until what was just said is extracted; throws when the service gave up on a turn. */
export async function liveThrough({ engine, errors }: EvalService, userId: string): Promise<void> {
  await engine.queue.idle();
  const left = await engine.store
    .forUser(userId)
    .episodes({ extraction: "pending", order: "oldest", limit: 1 });
  if (left.length > 0) throw new Error("a turn was not extracted", { cause: errors.at(-1) });
}

/** Runs the idle pass to its end; throws when it failed. */
export async function idlePass(service: EvalService, userId: string): Promise<void> {
  await runJob(service, userId, "verify");
}

/** Runs a maintenance job to its end and returns its counts; throws when it failed. */
export async function runJob(
  { engine, errors }: EvalService,
  userId: string,
  job: string,
): Promise<Record<string, number>> {
  const runId = await engine.runs.start(userId, job, { dryRun: false });
  await engine.runs.finished(runId);
  const run = await engine.runs.get(userId, runId);
  if (run?.state !== "done") throw new Error(`${job} failed`, { cause: errors.at(-1) });
  return run.result;
}
