import { EngramError } from "../../errors.ts";
import type { DeadLetter, JobPayload, JobPolicy, JobQueue } from "../../ports/job-queue.ts";
import { letterId } from "../store-core/letter-id.ts";

interface Handler {
  run: (payload: JobPayload, signal: AbortSignal) => Promise<void>;
  policy: JobPolicy;
}

interface Job {
  id: string;
  name: string;
  key: string;
  payload: JobPayload;
  /** Failed attempts. */
  failed: number;
}

interface Waiting extends Job {
  timer: NodeJS.Timeout | null;
}

export interface InProcessQueueOptions {
  /** Jobs that run at once, not counting those with their own slots. */
  concurrency: number;
  /** Waiting jobs; more are refused: the store still knows them. */
  waitingMax: number;
  onError: (name: string, error: unknown) => void;
  now?: () => number;
}

/** Before the second attempt; doubled before each further one. */
const RETRY_MS = 1_000;
/** Dead letters kept; the oldest are dropped first. */
const DEAD_MAX = 1_000;

/**
 * Runs jobs in this process. One job per (name, key) at a time; if requested again while it runs, it runs once more
 * afterwards. Nothing is durable here: the store is the queue of record.
 */
export function createInProcessQueue(options: InProcessQueueOptions): JobQueue {
  const now = options.now ?? Date.now;
  const handlers = new Map<string, Handler>();
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, { name: string; abort: AbortController }>();
  const dead = new Map<string, DeadLetter>();
  const idleListeners = new Set<() => void>();
  let closed = false;

  const idOf = (name: string, key: string): string => `${name}/${key}`;
  const priorityOf = ({ name, payload }: Job): number =>
    payload.isBulk ? Number.POSITIVE_INFINITY : (handlers.get(name)?.policy.priority ?? 1);

  const hasRoom = (name: string): boolean => {
    const slots = handlers.get(name)?.policy.slots;
    const others = [...running.values()].filter((job) =>
      slots === undefined ? handlers.get(job.name)?.policy.slots === undefined : job.name === name,
    );
    return others.length < (slots ?? options.concurrency);
  };

  const next = (): Waiting | undefined => {
    const room = new Map([...handlers.keys()].map((name) => [name, hasRoom(name)]));
    let first: Waiting | undefined;
    for (const job of waiting.values()) {
      if (job.timer !== null || running.has(job.id) || room.get(job.name) === false) continue;
      if (first === undefined || priorityOf(job) < priorityOf(first)) first = job;
    }
    return first;
  };

  const pump = (): void => {
    for (let job = next(); job !== undefined && !closed; job = next()) {
      waiting.delete(job.id);
      void start(job);
    }
    if (waiting.size === 0 && running.size === 0) for (const listener of idleListeners) listener();
  };

  const start = async (job: Waiting): Promise<void> => {
    const abort = new AbortController();
    running.set(job.id, { name: job.name, abort });
    try {
      const handler = handlers.get(job.name);
      if (!handler) throw new Error(`There is no handler for ${job.name}`);
      await handler.run(job.payload, abort.signal);
      dead.delete(letterId(job.name, job.key));
    } catch (error) {
      if (!abort.signal.aborted) fail(job, error);
    } finally {
      running.delete(job.id);
      pump();
    }
  };

  const fail = (job: Waiting, error: unknown): void => {
    options.onError(job.name, error);
    const attempts = handlers.get(job.name)?.policy.attempts ?? 1;
    const failed = job.failed + 1;
    if (failed < attempts) {
      if (!waiting.has(job.id) && !closed) wait({ ...job, failed }, RETRY_MS * 2 ** (failed - 1));
      return;
    }
    const { name, key, payload } = job;
    const id = letterId(name, key);
    const code = error instanceof EngramError ? error.code : "internal";
    dead.delete(id);
    dead.set(id, { id, name, key, payload, code, attempts, failedAt: new Date(now()).toISOString() });
    for (const oldest of dead.keys()) if (dead.size > DEAD_MAX) dead.delete(oldest);
  };

  const wait = (job: Waiting, delayMs: number): void => {
    waiting.set(job.id, job);
    if (delayMs <= 0) return pump();
    job.timer = setTimeout(() => {
      job.timer = null;
      pump();
    }, delayMs);
    job.timer.unref();
  };

  const enqueue = (name: string, key: string, payload: JobPayload, delayMs: number): void => {
    if (closed) return;
    const id = idOf(name, key);
    const known = waiting.get(id);
    if (known) {
      // Found again by a sweep, it keeps its turn.
      if (!payload.isBulk) known.payload = payload;
      if (known.timer === null || delayMs > 0) return;
      clearTimeout(known.timer);
      known.timer = null;
      return pump();
    }
    if (waiting.size >= options.waitingMax / (payload.isBulk ? 2 : 1)) return;
    wait({ id, name, key, payload, failed: 0, timer: null }, delayMs);
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
    register(name, handler, policy = {}) {
      handlers.set(name, { run: handler as Handler["run"], policy });
    },
    async enqueue(name, key, payload, { delayMs = 0 } = {}) {
      enqueue(name, key, payload, delayMs);
    },
    async cancel(name, key) {
      const id = idOf(name, key);
      const job = waiting.get(id);
      if (job?.timer) clearTimeout(job.timer);
      waiting.delete(id);
      running.get(id)?.abort.abort(new Error("cancelled"));
    },
    async stats() {
      return { waiting: waiting.size, running: running.size, dead: dead.size, state: "ok" };
    },
    async deadLetters() {
      return [...dead.values()].reverse();
    },
    async retry(id) {
      const letter = dead.get(id);
      if (!letter) return false;
      dead.delete(id);
      enqueue(letter.name, letter.key, letter.payload, 0);
      return true;
    },
    onReturn: () => undefined,
    idle,
    async close() {
      closed = true;
      for (const job of waiting.values()) if (job.timer) clearTimeout(job.timer);
      waiting.clear();
      for (const { abort } of running.values()) abort.abort(new Error("shutting down"));
      await idle();
    },
  };
}
