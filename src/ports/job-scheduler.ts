/** When a job is due. */
export interface ScheduleEntry {
  job: string;
  /** Cron: minute, hour, day of month, month, day of week; with a field before them, seconds. */
  expression: string;
  /** IANA name. */
  timeZone: string;
}

/**
 * Calls `due` when a job is due, about once over all processes that share the scheduler. The callee decides whether to
 * begin: it may be called twice, late, or not at all when nothing ran at that time.
 */
export interface JobScheduler {
  /** Replaces the entries of an earlier start. */
  start(entries: readonly ScheduleEntry[], due: (job: string) => Promise<void>): void;
  close(): Promise<void>;
}
