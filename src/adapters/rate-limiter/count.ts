import { RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";

const WINDOW_SECONDS = 60;

export function windowOf(perMinute: number): { points: number; duration: number } {
  return { points: perMinute, duration: WINDOW_SECONDS };
}

export interface Counted {
  /** Null: allowed. */
  waitSeconds: number | null;
}

/** Counts a request; rejects if it could not be counted. */
export async function countOne(limiter: RateLimiterAbstract, caller: string): Promise<Counted> {
  try {
    await limiter.consume(caller);
    return { waitSeconds: null };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { waitSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) };
  }
}
