import type { JobQueue } from "../../ports/job-queue.ts";
import type { HandedRun, MaintenanceRuns } from "../maintenance/runs.ts";

/**
 * Job `run`: a maintenance run on its way to a worker. Policy: separate slots, since a run takes long and waits for extractions;
 * tried only once, since the run's record holds its outcome.
 */
const NAME = "run";
/** Concurrent runs per process, for different users or different jobs. */
const SLOTS = 4;

export function registerRuns(queue: JobQueue, runs: MaintenanceRuns): void {
  queue.register<HandedRun>(NAME, (run, signal) => runs.take(run, signal), { slots: SLOTS });
}

export async function enqueueRun(queue: JobQueue, run: HandedRun): Promise<void> {
  await queue.enqueue(NAME, `${run.userId}/${run.job}/${run.dryRun}`, run);
}
