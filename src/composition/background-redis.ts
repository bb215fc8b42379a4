import { createBullQueue } from "../adapters/bullmq/index.ts";
import { createBullJobScheduler } from "../adapters/bullmq/job-scheduler.ts";
import { createMemoryRateLimiter, createRedisRateLimiter } from "../adapters/rate-limiter/index.ts";
import type { RedisSettings } from "../adapters/redis/connection.ts";
import { createRedisCoordination } from "../adapters/redis/coordination.ts";
import { openRedisLink } from "../adapters/redis/link.ts";
import { openMessages } from "../adapters/redis/messages.ts";
import type { Coordination } from "../ports/coordination.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import type { JobScheduler } from "../ports/job-scheduler.ts";

/** Coordination shared with other processes, or private to this one. */
export interface Background {
  queue: JobQueue;
  coordination: Coordination;
  /** Null: no limit. */
  rateLimiter: RateLimiter | null;
  jobScheduler: JobScheduler;
}

export interface RedisBackgroundOptions {
  redis: RedisSettings & { prefix: string };
  processId: string;
  /** Whether this process runs jobs. */
  works: boolean;
  concurrency: number;
  /** 0: no limit. */
  perMinute: number;
  onError: (job: string, error: unknown) => void;
  onAway: (error: unknown) => void;
}

/** Longest wait for Redis at startup, milliseconds. */
const READY_MS_MAX = 2_000;

/** Redis may be down at startup: jobs wait in the store, and each process coordinates by itself. */
export async function openRedisBackground(
  options: RedisBackgroundOptions,
  releasers: (() => unknown)[],
): Promise<Background> {
  const { redis, processId, works, concurrency, perMinute, onError, onAway } = options;
  const link = openRedisLink(redis, { prefix: redis.prefix, onError: onAway });
  releasers.push(() => link.close());
  const messages = openMessages(link, processId);
  releasers.push(() => messages.close());
  const coordination = createRedisCoordination(processId, link, messages);
  releasers.push(() => coordination.close());
  await link.ready(READY_MS_MAX);
  return {
    queue: createBullQueue({ link, messages, concurrency, works, onError }),
    coordination,
    rateLimiter:
      perMinute === 0 ? null : createRedisRateLimiter(perMinute, link, createMemoryRateLimiter(perMinute)),
    jobScheduler: createBullJobScheduler({ link, onError: (error) => onError("schedule", error) }),
  };
}
