import type { Instant } from "../domain/model/time.ts";

/** Ids and counts, never text: queues may store it outside the store. */
export interface JobPayload {
  userId: string;
  conversationId?: string;
  /** One of many at once, as of an import: all others go first. */
  isBulk?: boolean | undefined;
}

export interface JobPolicy {
  /** Among waiting jobs, lower runs first; 1 is the highest priority and the default. */
  priority?: number;
  /** Attempts before a failing job becomes a dead letter, at least 1 (the default). */
  attempts?: number;
  /** Concurrent jobs of this name per process, in addition to all others; jobs without it share one limit. */
  slots?: number;
}

/** A job that failed for good. Enqueued again, it runs again; success removes its dead letter. */
export interface DeadLetter {
  id: string;
  name: string;
  key: string;
  payload: JobPayload;
  /** Error code of the last attempt, never its text. */
  code: string;
  attempts: number;
  failedAt: Instant;
}

export interface QueueStats {
  waiting: number;
  running: number;
  dead: number;
  /** `away`: nothing can be queued or run right now; the store knows what is pending. */
  state: "ok" | "away";
}

/**
 * Runs background work soon. The store is the queue of record: losing this queue loses nothing, because pending work is
 * found again in the store. Handlers are idempotent.
 */
export interface JobQueue {
  readonly kind: "in-process" | "bullmq";
  /** One handler per name; at most one job per (name, key) runs at a time, across all processes. */
  register<T extends JobPayload>(
    name: string,
    handler: (payload: T, signal: AbortSignal) => Promise<void>,
    policy?: JobPolicy,
  ): void;
  /**
   * Enqueueing a waiting (name, key) again is a no-op; if it is running, it runs once more afterwards. Returns soon and
   * does not reject when the queue is away: the store knows what is pending.
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
  /** Requeues a dead letter; false if there is none with this id. */
  retry(id: string): Promise<boolean>;
  /** Called when the queue is back after being away, perhaps empty. */
  onReturn(listener: () => void): void;
  /** Resolves once nothing waits or runs; for tests and drains. */
  idle(): Promise<void>;
  /**
   * Stops running jobs and waits for them. An interrupted job runs again in another process, or is found in the store.
   */
  close(): Promise<void>;
}
