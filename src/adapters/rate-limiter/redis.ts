import { RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import type { RedisLink } from "../redis/link.ts";
import { countOne, windowOf } from "./count.ts";

/** Counts over all processes; while Redis is down each process counts for itself. */
export function createRedisRateLimiter(perMinute: number, link: RedisLink, own: RateLimiter): RateLimiter {
  const limiter = new RateLimiterRedis({
    ...windowOf(perMinute),
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
