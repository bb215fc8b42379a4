import { RateLimiterMemory } from "rate-limiter-flexible";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import { countOne, windowOf } from "./count.ts";

/** Counts the requests of this process. */
export function createMemoryRateLimiter(perMinute: number): RateLimiter {
  const limiter = new RateLimiterMemory(windowOf(perMinute));
  return { refuse: async (caller) => (await countOne(limiter, caller)).waitSeconds };
}
