import { toInstant, toMs, type Instant } from "../../../src/domain/model/time.ts";
import type { Clock } from "../../../src/ports/clock.ts";

/** A clock that stands still until it is driven on; it never goes back. */
export interface DrivenClock extends Clock {
  driveTo(at: Instant): void;
}

export function drivenClock(start: Instant): DrivenClock {
  let now = toMs(start);
  return {
    now: () => toInstant(now),
    driveTo: (at) => (now = Math.max(now, toMs(at))),
  };
}
