/** How much one caller may ask for. */
export interface RateLimiter {
  /** Counts one request; returns the seconds to wait when it is one too many, else null. Never rejects. */
  refuse(caller: string): Promise<number | null>;
}
