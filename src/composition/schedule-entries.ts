import type { Config } from "./config.ts";
import type { ScheduleEntry } from "../ports/job-scheduler.ts";
import { JOBS } from "../services/jobs/registry.ts";

/** The machine's time zone, or that of the variable TZ. */
export function scheduleTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Jobs with their fixed times; jobs without any are left out. */
export function scheduleEntries(config: Config): ScheduleEntry[] {
  const chosen: Record<string, string> = {
    verify: config.MAINTENANCE_SCHEDULE,
    backup: config.BACKUP_SCHEDULE,
  };
  const timeZone = scheduleTimeZone();
  return JOBS.map(({ name, schedule }) => ({
    job: name,
    expression: chosen[name] ?? schedule,
    timeZone,
  })).filter(({ expression }) => expression !== "");
}
