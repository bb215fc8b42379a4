import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import type { RedisLink } from "../redis/link.ts";

const WINDOW_SECONDS = 60;

/** Counts the requests of this process. */
export function createMemoryRateLimiter(perMinute: number): RateLimiter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  return { refuse: async (caller) => (await countOne(limiter, caller)).waitSeconds };
}

/** Counts over all processes; while Redis is down each process counts for itself. */
export function createRedisRateLimiter(perMinute: number, link: RedisLink, own: RateLimiter): RateLimiter {
  const limiter = new RateLimiterRedis({
    points: perMinute,
    duration: WINDOW_SECONDS,
    storeClient: link.client,
    keyPrefix: `${link.prefix}:rate`,
  });
  return {
    async refuse(caller) {
      const counted = await link.ask(() => countOne(limiter, caller));
      return counted === null ? own.refuse(caller) : counted.waitSeconds;
    },
  };
}

/** Counts a request; null: it is allowed. Rejects if it could not be counted. */
async function countOne(
  limiter: RateLimiterAbstract,
  caller: string,
): Promise<{ waitSeconds: number | null }> {
  try {
    await limiter.consume(caller);
    return { waitSeconds: null };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { waitSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}
