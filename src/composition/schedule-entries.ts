import { machineTimeZone } from "../domain/model/local-day.ts";
import type { Config } from "./config.ts";
import type { ScheduleEntry } from "../ports/job-scheduler.ts";
import { JOBS } from "../services/jobs/registry.ts";

/** Jobs with their fixed times; jobs without any are left out. */
export function scheduleEntries(config: Config): ScheduleEntry[] {
  const chosen: Record<string, string> = {
    verify: config.MAINTENANCE_SCHEDULE,
    backup: config.BACKUP_SCHEDULE,
  };
  const timeZone = machineTimeZone();
  return JOBS.map(({ name, schedule }) => ({
    job: name,
    expression: chosen[name] ?? schedule,
    timeZone,
  })).filter(({ expression }) => expression !== "");
}
