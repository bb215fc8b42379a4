import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "bullmq";
import { EngramError } from "../../errors.ts";
import type { JobPayload, JobPolicy, JobQueue } from "../../ports/job-queue.ts";
import type { Messages } from "../redis/messages.ts";
import type { RedisLink } from "../redis/link.ts";
import { createDeadLetters } from "./dead-letters.ts";
import { openBullQueue, type JobData, type BullQueue, type TryOutcome } from "./bull-queue.ts";

export interface BullQueueOptions {
  link: RedisLink;
  messages: Messages;
  /** Jobs that run at once in this process, not counting those with their own slots. */
  concurrency: number;
  /** False: only adds jobs to the queue. */
  works: boolean;
  onError: (name: string, error: unknown) => void;
}

interface Handler {
  run: (payload: JobPayload, signal: AbortSignal) => Promise<void>;
  policy: JobPolicy;
}

interface Running {
  jobId: string;
  abort: AbortController;
  ended: Promise<void>;
}

const SHARED_QUEUE = "jobs";
const CANCEL = "job-cancel";
const IDLE_LOOK_MS = 25;
/** The lowest that BullMQ knows. */
const PRIORITY_LAST = 2 ** 21 - 1;

/** Why a running job was asked to stop. */
const CANCELLED = new Error("cancelled");
const SHUT_DOWN = new Error("shutting down");
const LOST = new Error("another worker may have taken the job over");

/**
 * Jobs in Redis, over all processes. One job per (name, key) waits or runs, by BullMQ's deduplication: its key exists
 * from when a job is added until it ends, and requests made while it runs are merged into one more run. A
 * worker that dies loses its jobs to another within about 20 seconds. Jobs hold ids and counts.
 */
export function createBullQueue(options: BullQueueOptions): JobQueue {
  const { link } = options;
  const handlers = new Map<string, Handler>();
  const bullQueues = new Map<string, BullQueue>();
  const running = new Map<string, Running>();
  const letters = createDeadLetters(link);
  let closed = false;

  const idOf = (name: string, key: string): string => `${name}/${key}`;

  const run = async (job: Job<JobData>): Promise<TryOutcome> => {
    const id = idOf(job.name, job.data.key);
    // Taken from this process as if it were dead, and given back to it: the first run ends before.
    await running.get(id)?.ended;
    const abort = new AbortController();
    if (closed) return { again: true };
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    running.set(id, { jobId: job.id ?? "", abort, ended });
    try {
      return await attempt(job, abort.signal);
    } finally {
      running.delete(id);
      end();
    }
  };

  const attempt = async (job: Job<JobData>, signal: AbortSignal): Promise<TryOutcome> => {
    const { name, data } = job;
    try {
      const handler = handlers.get(name);
      if (!handler) throw new Error(`There is no handler for ${name}`);
      await handler.run(data.payload, signal);
      if (signal.reason === SHUT_DOWN) return { again: true };
      await letters.drop(name, data.key);
      return { done: true };
    } catch (error) {
      if (signal.reason === SHUT_DOWN) return { again: true };
      if (signal.aborted) return { done: true };
      options.onError(name, error);
      const code = error instanceof EngramError ? error.code : "internal";
      if (job.attemptsMade + 1 >= (job.opts.attempts ?? 1)) await bury(job, code);
      return { failed: code };
    }
  };

  const bury = (job: Job<JobData>, code: string): Promise<void> =>
    letters.put({
      name: job.name,
      key: job.data.key,
      payload: job.data.payload,
      code,
      attempts: job.opts.attempts ?? 1,
    });

  const bullQueueOf = (name: string): BullQueue => {
    const slots = handlers.get(name)?.policy.slots;
    const queueName = slots === undefined ? SHARED_QUEUE : name;
    let bullQueue = bullQueues.get(queueName);
    if (!bullQueue) {
      bullQueue = openBullQueue({
        link,
        name: queueName,
        concurrency: slots ?? options.concurrency,
        run,
        onStalled: (job) => void bury(job, "worker_died"),
        onLost(jobIds) {
          for (const job of running.values()) if (jobIds.includes(job.jobId)) job.abort.abort(LOST);
        },
        onError: (error) => options.onError(queueName, error),
      });
      bullQueues.set(queueName, bullQueue);
    }
    return bullQueue;
  };

  const enqueue = async (name: string, key: string, payload: JobPayload, delayMs: number): Promise<void> => {
    const { attempts = 1, ...policy } = handlers.get(name)?.policy ?? {};
    const priority = payload.isBulk ? PRIORITY_LAST : (policy.priority ?? 1);
    await link.ask(() =>
      bullQueueOf(name).add(name, idOf(name, key), { key, payload }, { delayMs, priority, attempts }),
    );
  };

  const cancelHere = (id: string): void => running.get(id)?.abort.abort(CANCELLED);
  const stopListening = options.messages.listen(CANCEL, (id) => cancelHere(String(id)));

  const counts = async (): Promise<{ waiting: number; running: number } | null> => {
    const each = await link.ask(() =>
      Promise.all([...bullQueues.values()].map((bullQueue) => bullQueue.counts())),
    );
    if (each === null) return null;
    const sum = { waiting: 0, running: 0 };
    for (const { waiting, running: begun } of each) {
      sum.waiting += waiting;
      sum.running += begun;
    }
    return sum;
  };

  return {
    kind: "bullmq",
    register(name, handler, policy = {}) {
      handlers.set(name, { run: handler as Handler["run"], policy });
      const isNew = !bullQueues.has(policy.slots === undefined ? SHARED_QUEUE : name);
      const bullQueue = bullQueueOf(name);
      // The other names of this queue are registered first.
      if (isNew && options.works) setImmediate(() => void (closed || bullQueue.work()));
    },
    async enqueue(name, key, payload, { delayMs = 0 } = {}) {
      if (!closed) await enqueue(name, key, payload, delayMs);
    },
    async cancel(name, key) {
      const id = idOf(name, key);
      await link.ask(() => bullQueueOf(name).drop(id));
      cancelHere(id);
      options.messages.tell(CANCEL, id);
    },
    async stats() {
      const counted = await counts();
      const dead = await letters.count();
      return { waiting: 0, running: 0, ...counted, dead, state: counted === null ? "away" : "ok" };
    },
    deadLetters: () => letters.list(),
    async retry(id) {
      const letter = await letters.take(id);
      if (letter === null) return false;
      await enqueue(letter.name, letter.key, letter.payload, 0);
      return true;
    },
    onReturn: (listener) => link.onReady(listener),
    async idle() {
      for (;;) {
        const counted = await counts();
        if (counted !== null && counted.waiting + counted.running === 0) return;
        await sleep(IDLE_LOOK_MS);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      stopListening();
      for (const { abort } of running.values()) abort.abort(SHUT_DOWN);
      await Promise.all([...bullQueues.values()].map((bullQueue) => bullQueue.close()));
    },
  };
}
