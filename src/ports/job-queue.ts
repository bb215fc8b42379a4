import type { Instant } from "../domain/model/time.ts";

/** Ids and counts, never text: queues may keep it outside the store. */
export interface JobPayload {
  userId: string;
  conversationId?: string;
}

export interface JobPolicy {
  /** Among jobs that wait, lower runs first; 1 is the first and the default. */
  priority?: number;
  /** Tries before a job that fails becomes a dead letter, at least 1 (the default). */
  attempts?: number;
  /** Jobs of this name that run at once per process, beside all others; without it they share one limit. */
  slots?: number;
}

/** A job that failed for good. Asked for again it runs again; once it succeeds its letter is gone. */
export interface DeadLetter {
  id: string;
  name: string;
  key: string;
  payload: JobPayload;
  /** Code of the error of the last try, never its text. */
  code: string;
  attempts: number;
  failedAt: Instant;
}

export interface QueueStats {
  waiting: number;
  running: number;
  dead: number;
  /** `away`: nothing can be queued or run just now; the store knows what waits. */
  state: "ok" | "away";
}

/**
 * Runs background work soon. The store is the queue of record: losing this queue loses nothing, because what is
 * pending is found again in the store. Handlers are idempotent.
 */
export interface JobQueue {
  readonly kind: "in-process" | "bullmq";
  /** One handler per name; at most one job per (name, key) runs at a time, over all processes. */
  register<T extends JobPayload>(
    name: string,
    handler: (payload: T, signal: AbortSignal) => Promise<void>,
    policy?: JobPolicy,
  ): void;
  /**
   * Same (name, key) while one waits is the same job; while one runs it runs once more after. Returns soon and does
   * not reject when the queue is away: the store knows what waits.
   */
  enqueue<T extends JobPayload>(
    name: string,
    key: string,
    payload: T,
    options?: { delayMs?: number },
  ): Promise<void>;
  /** Asks a running job to stop through its signal, and drops a waiting one. */
  cancel(name: string, key: string): Promise<void>;
  /** Never rejects. */
  stats(): Promise<QueueStats>;
  /** Newest first; bounded. Rejects with `queue_unavailable` when they cannot be read. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Puts a dead letter back to work; false when there is none of this id. */
  retry(id: string): Promise<boolean>;
  /** Calls when the queue is back after it was away, perhaps empty. */
  onReturn(listener: () => void): void;
  /** Resolves once nothing waits or runs; for tests and drains. */
  idle(): Promise<void>;
  /** Ends what runs and waits for it. A job cut short runs again in another process, or is found in the store. */
  close(): Promise<void>;
}
