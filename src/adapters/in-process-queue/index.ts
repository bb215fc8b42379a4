import type { JobQueue } from "../../ports/job-queue.ts";

interface Handler {
  run: (payload: unknown, signal: AbortSignal) => Promise<void>;
}

interface Waiting {
  name: string;
  key: string;
  payload: unknown;
  timer: NodeJS.Timeout | null;
}

export interface InProcessQueueOptions {
  /** Jobs of all names that run at once. */
  concurrency: number;
  /** Waiting jobs; more are refused: the store still knows them. */
  waitingMax: number;
  onError: (name: string, error: unknown) => void;
}

/**
 * Runs jobs in this process. One job per (name, key) at a time; asked for again while it runs, it runs once more
 * after. Nothing is durable here: the store is the queue of record.
 */
export function createInProcessQueue(options: InProcessQueueOptions): JobQueue {
  const handlers = new Map<string, Handler>();
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, AbortController>();
  const idleListeners = new Set<() => void>();
  let closed = false;

  const idOf = (name: string, key: string): string => `${name}\u0000${key}`;

  const pump = (): void => {
    for (const [id, job] of waiting) {
      if (closed || running.size >= options.concurrency) break;
      if (job.timer !== null || running.has(id)) continue;
      waiting.delete(id);
      void start(id, job);
    }
    if (waiting.size === 0 && running.size === 0) for (const listener of idleListeners) listener();
  };

  const start = async (id: string, job: Waiting): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      await handlers.get(job.name)?.run(job.payload, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) options.onError(job.name, error);
    } finally {
      running.delete(id);
      pump();
    }
  };

  const wait = (id: string, job: Waiting, delayMs: number): void => {
    waiting.set(id, job);
    if (delayMs <= 0) return pump();
    job.timer = setTimeout(() => {
      job.timer = null;
      pump();
    }, delayMs);
    job.timer.unref();
  };

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (waiting.size > 0 || running.size > 0) return;
        idleListeners.delete(check);
        resolve();
      };
      idleListeners.add(check);
      check();
    });

  return {
    kind: "in-process",
    register(name, handler) {
      handlers.set(name, { run: handler as Handler["run"] });
    },
    async enqueue(name, key, payload, { delayMs = 0 } = {}) {
      if (closed) return;
      const id = idOf(name, key);
      const known = waiting.get(id);
      if (known) {
        known.payload = payload;
        if (known.timer === null || delayMs > 0) return;
        clearTimeout(known.timer);
        known.timer = null;
        return pump();
      }
      if (waiting.size >= options.waitingMax) return;
      wait(id, { name, key, payload, timer: null }, delayMs);
    },
    async cancel(name, key) {
      const id = idOf(name, key);
      const job = waiting.get(id);
      if (job?.timer) clearTimeout(job.timer);
      waiting.delete(id);
      running.get(id)?.abort(new Error("cancelled"));
    },
    async stats() {
      return { waiting: waiting.size, running: running.size };
    },
    idle,
    async close() {
      closed = true;
      for (const job of waiting.values()) if (job.timer) clearTimeout(job.timer);
      waiting.clear();
      for (const abort of running.values()) abort.abort(new Error("shutting down"));
      await idle();
    },
  };
}
