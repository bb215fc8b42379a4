import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue, Worker, type Job } from "bullmq";
import type { Redis } from "ioredis";
import type { JobPayload } from "../../ports/job-queue.ts";
import { openRedis, redisOptions } from "../redis/connection.ts";
import type { RedisLink } from "../redis/link.ts";
import type { ScheduleEntry } from "../../ports/job-scheduler.ts";

export interface JobData {
  key: string;
  payload: JobPayload;
}

/** Outcome of an attempt at a job. `again`: interrupted, to be run again by any process. */
export type TryOutcome = { done: true } | { again: true } | { failed: string };

export interface BullQueueSetup {
  link: RedisLink;
  name: string;
  concurrency: number;
  /** Runs one attempt; never rejects. */
  run: (job: Job<JobData>) => Promise<TryOutcome>;
  /** A job that crashed its workers too often. */
  onStalled?: (job: Job<JobData>) => void;
  /** Jobs of this process that another may have taken over. */
  onLost?: (jobIds: string[]) => void;
  onError: (error: unknown) => void;
}

/** One BullMQ queue, with this process's worker for it. */
export type BullQueue = ReturnType<typeof openBullQueue>;

/** A worker that does not renew its jobs for this long is considered dead, milliseconds. */
const LOCK_MS = 15_000;
const LOOK_FOR_DEAD_MS = 5_000;
/** Workers one job may crash before it becomes a dead letter. */
const DEATHS_MAX = 5;
/** Before the second attempt of a failed job; doubled before each further one, milliseconds. */
const RETRY_MS = 1_000;
const RECOVER_MS = 1_000;
/** Errors in a row after which a worker pauses: BullMQ itself asks again at once, so a refused command takes all of the processor. */
const ERRORS_MAX = 5;
/** Longer than the longest delay of a job. */
const SILENT_MS_MAX = 20_000;
/** More than the number of jobs. */
const SCHEDULERS_MAX = 100;
/** Longest a close waits for jobs that were asked to stop. */
const CLOSE_MS_MAX = 5_000;

export function openBullQueue(options: BullQueueSetup) {
  const { link, name } = options;
  const prefix = `${link.prefix}:queue`;
  let queue: Queue<JobData> | null = null;
  let worker: { bull: Worker<JobData>; connection: Redis } | null = null;
  let closed = false;
  let errorsInARow = 0;

  /** Created once Redis answers: created earlier, it may wait forever. */
  const openQueue = (): Queue<JobData> => {
    if (queue === null) {
      const made = new Queue<JobData>(name, {
        connection: link.client,
        prefix,
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      });
      made.on("error", () => undefined);
      made.waitUntilReady().catch(() => {
        if (queue === made) queue = null;
      });
      queue = made;
    }
    return queue;
  };

  const openWorker = (): void => {
    if (worker !== null || closed) return;
    const connection = openRedis(
      {
        ...redisOptions(link.settings),
        maxRetriesPerRequest: null,
        // A worker waits for the answer to each command, however often the connection breaks.
        autoResendUnfulfilledCommands: true,
        socketTimeout: SILENT_MS_MAX,
      },
      () => undefined,
    );
    const bull = new Worker<JobData>(name, (job, token) => process(job, token), {
      connection,
      prefix,
      autorun: false,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_FOR_DEAD_MS,
      maxStalledCount: DEATHS_MAX,
      runRetryDelay: RECOVER_MS,
      // A job whose data Redis evicted has no options of its own.
      removeOnComplete: { count: 0 },
    });
    worker = { bull, connection };
    bull.on("error", (reason) => {
      errorsInARow += 1;
      if (link.state() === "ok" && !closed && errorsInARow === 1) options.onError(reason);
      if (errorsInARow >= ERRORS_MAX) bull.close().catch(() => undefined);
    });
    for (const event of ["active", "drained"] as const) bull.on(event, () => void (errorsInARow = 0));
    bull.on("lockRenewalFailed", (jobIds: string[]) => options.onLost?.(jobIds));
    bull.on("failed", (job, error) => {
      if (job && error.message.includes("stalled")) options.onStalled?.(job);
    });
    const begun = worker;
    const again = (): void => {
      if (closed || worker !== begun) return;
      worker = null;
      begun.connection.disconnect();
      setTimeout(openWorker, RECOVER_MS).unref();
    };
    bull.run().then(again, again);
  };

  const process = async (job: Job<JobData>, token: string | undefined): Promise<void> => {
    // Evicted: the store knows what it was for, and the next request runs.
    if (Object.keys(job.data).length === 0) return;
    const outcome = await options.run(job);
    if ("failed" in outcome) throw codeOnly(outcome.failed);
    if ("again" in outcome && token !== undefined) {
      await job.moveToWait(token);
      throw new PutBack();
    }
  };

  return {
    async add(
      jobName: string,
      id: string,
      data: JobData,
      { delayMs, priority, attempts }: { delayMs: number; priority: number; attempts: number },
    ): Promise<void> {
      const jobId = randomUUID();
      const asked = {
        jobId,
        delay: delayMs,
        priority,
        attempts,
        backoff: { type: "exponential", delay: RETRY_MS },
        // A delayed job gives way to one that may run at once; a running one is followed by another.
        deduplication: { id, keepLastIfActive: true, ...(delayMs > 0 ? {} : { replace: true }) },
      };
      const waiting = await openQueue().add(jobName, data, asked);
      // Redis evicted the list that it stood in.
      if (waiting.id !== jobId && (await waiting.getState()) === "unknown") {
        await waiting.removeDeduplicationKey();
        await openQueue().add(jobName, data, asked);
      }
    },
    /** Drops the waiting job, and the request to run a running one once more. */
    async drop(id: string): Promise<void> {
      const opened = openQueue();
      const jobId = await opened.getDeduplicationJobId(id);
      await link.client.del(opened.toKey(`dn:${id}`));
      // A running job is locked and stays.
      if (jobId !== null) await opened.remove(jobId).catch(() => 0);
    },
    async counts(): Promise<{ waiting: number; running: number }> {
      const { active = 0, ...rest } = await openQueue().getJobCounts(
        "active",
        "waiting",
        "prioritized",
        "delayed",
      );
      return { running: active, waiting: Object.values(rest).reduce((sum, count) => sum + count, 0) };
    },
    /** Schedules one job per entry at each of its times, and removes earlier schedules. Rejects if Redis is down. */
    async schedule(entries: readonly ScheduleEntry[]): Promise<void> {
      const opened = openQueue();
      for (const { job, expression, timeZone } of entries) {
        await opened.upsertJobScheduler(
          job,
          { pattern: expression, tz: timeZone },
          { name: job, data: { key: job, payload: { userId: "" } } },
        );
      }
      const wanted = new Set(entries.map(({ job }) => job));
      for (const { key } of await opened.getJobSchedulers(0, SCHEDULERS_MAX))
        if (!wanted.has(key)) await opened.removeJobScheduler(key);
    },
    /** Starts taking jobs once Redis answers. */
    work(): void {
      if (link.state() === "ok") openWorker();
      link.onReady(openWorker);
    },
    async close(): Promise<void> {
      closed = true;
      const { bull, connection } = worker ?? {};
      if (bull) {
        const drained = bull.close().catch(() => undefined);
        await Promise.race([drained, sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
      }
      connection?.disconnect();
    },
  };
}

/** BullMQ recognises by its name that such a job was put back, not failed. */
class PutBack extends Error {
  override readonly name = "WaitingError";
}

/** The message and stack BullMQ would store for a failure may contain a user's words, so they stay here. */
function codeOnly(code: string): Error {
  const error = new Error(code);
  error.stack = code;
  return error;
}
