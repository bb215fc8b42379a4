import { v7 } from "uuid";
import { type Instant, plusMs, toMs } from "../../domain/model/time.ts";
import type { Clock, NewId } from "../../ports/clock.ts";

export const systemClock: Clock = { now: () => new Date().toISOString() };

export interface SteadyClock extends Clock {
  /** Time goes on from here when the clock below it is behind; by how much, ms. */
  goOnFrom(last: Instant | null): number;
}

/**
 * A clock that never goes back: what is told after the machine's clock jumped back is newer than what was told before. It
 * runs on from the last time it gave until the clock below has caught up.
 */
export function createSteadyClock(below: Clock): SteadyClock {
  let last: Instant | null = null;
  let aheadMs = 0;
  const now = (): Instant => {
    const plain = below.now();
    let at = plusMs(plain, aheadMs);
    if (last !== null && at < last) {
      aheadMs = toMs(last) - toMs(plain);
      at = last;
    } else if (last !== null && plain >= last && aheadMs > 0) {
      aheadMs = 0;
      at = plain;
    }
    last = at;
    return at;
  };
  return {
    now,
    goOnFrom(stored) {
      if (stored !== null && (last === null || stored > last)) last = stored;
      now();
      return aheadMs;
    },
  };
}

export const newId: NewId = () => v7();
