import type { Config } from "./config.ts";
import type { ScheduleEntry } from "../ports/job-scheduler.ts";
import { JOBS } from "../services/jobs/registry.ts";

export function scheduleTimeZone(config: Config): string {
  return config.SCHEDULE_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Jobs with the times the environment names for them; those with none are left out. */
export function scheduleEntries(config: Config): ScheduleEntry[] {
  const timeZone = scheduleTimeZone(config);
  return JOBS.filter(({ name }) => name !== "report" || config.DAILY_REPORT_ENABLED)
    .map(({ name, schedule }) => ({ job: name, expression: config[schedule].trim(), timeZone }))
    .filter(({ expression }) => expression !== "");
}
