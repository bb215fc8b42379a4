/**
 * Runs background work soon. The store is the queue of record: losing this queue loses nothing, because what is
 * pending is found again in the store. Handlers are idempotent.
 */
export interface JobQueue {
  readonly kind: "in-process" | "bullmq";
  /** One handler per name; at most one job per (name, key) runs at a time. */
  register<T>(name: string, handler: (payload: T, signal: AbortSignal) => Promise<void>): void;
  /** Same (name, key) while one waits is the same job; while one runs it runs once more after. */
  enqueue<T>(name: string, key: string, payload: T, options?: { delayMs?: number }): Promise<void>;
  /** Asks a running job to stop through its signal, and drops a waiting one. */
  cancel(name: string, key: string): Promise<void>;
  stats(): Promise<{ waiting: number; running: number }>;
  /** Resolves once nothing waits or runs; for tests and drains. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
