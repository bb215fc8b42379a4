import cron, { type ScheduledTask } from "node-cron";
import type { JobScheduler } from "../../ports/job-scheduler.ts";

/** Schedules jobs by this process's clock only. */
export function createCronJobScheduler(onError: (error: unknown) => void): JobScheduler {
  const tasks: ScheduledTask[] = [];
  return {
    start(entries, due) {
      for (const { job, expression, timeZone } of entries) {
        const tick = (): Promise<void> => due(job).catch(onError);
        const options = { name: job, timezone: timeZone, noOverlap: true, suppressMissedWarning: true };
        tasks.push(cron.schedule(expression, tick, options));
      }
    },
    async close() {
      for (const task of tasks.splice(0)) await task.destroy();
    },
  };
}
