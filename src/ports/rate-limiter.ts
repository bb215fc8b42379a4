/** Limits the requests of one caller. */
export interface RateLimiter {
  /** Counts one request; returns the seconds to wait if it exceeds the limit, else null. Never rejects. */
  refuse(caller: string): Promise<number | null>;
}
