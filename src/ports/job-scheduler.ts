/** When a job is due. */
export interface ScheduleEntry {
  job: string;
  /** Cron: minute, hour, day of month, month, day of week; with a sixth field in front, seconds. */
  expression: string;
  /** IANA name. */
  timeZone: string;
}

/**
 * Calls `due` when a job is due, about once across all processes that share the scheduler. The callee decides whether
 * to start: the call may come twice, late, or not at all if nothing was running at the time.
 */
export interface JobScheduler {
  /** Replaces the entries of an earlier start. */
  start(entries: readonly ScheduleEntry[], due: (job: string) => Promise<void>): void;
  close(): Promise<void>;
}
