import type { JobQueue } from "../../ports/job-queue.ts";
import type { HandedRun, MaintenanceRuns } from "../maintenance/runs.ts";

/**
 * Job `run`: a maintenance run on its way to a worker. Policy: slots of its own, for a run lasts long and waits for
 * extractions; the run's own record says how it ended, so that a job is tried once.
 */
const NAME = "run";
/** Runs of one process at once: of different users, or of different jobs. */
const SLOTS = 4;

export function registerRuns(queue: JobQueue, runs: MaintenanceRuns): void {
  queue.register<HandedRun>(NAME, (run, signal) => runs.take(run, signal), { slots: SLOTS });
}

export async function enqueueRun(queue: JobQueue, run: HandedRun): Promise<void> {
  await queue.enqueue(NAME, `${run.userId}/${run.job}/${run.dryRun}`, run);
}
