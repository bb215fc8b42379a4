/** When a job is due. */
export interface ScheduleEntry {
  job: string;
  /** Cron: minute, hour, day of month, month, day of week; with a field before them, seconds. */
  expression: string;
  /** IANA name. */
  timeZone: string;
}

/**
 * Says when a job is due, over all processes that share it about once. Whether it is still to be begun is decided by
 * who is called: it may be called twice, late, or not at all when nothing ran at that time.
 */
export interface JobScheduler {
  /** What ticked before and is not among the entries ticks no more. */
  start(entries: readonly ScheduleEntry[], due: (job: string) => Promise<void>): void;
  close(): Promise<void>;
}
