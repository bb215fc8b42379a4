import { fsrs, Rating } from "ts-fsrs";
import { daysBetween, type Instant } from "../../domain/model/time.ts";

/** FSRS with its published parameters (STB-1). */
const SCHEDULER = fsrs();
/** Older reviews hardly change the stability. */
const REVIEWS_MAX = 30;

/**
 * Probability 0-1 that somebody who reviewed this at those times still knows it now: each mention and each use in a reply counts
 * as a successful review (FSRS). 0 without any.
 */
export function retrievability(reviews: readonly Instant[], now: Instant): number {
  const times = reviews
    .filter((at) => at <= now)
    .sort()
    .slice(-REVIEWS_MAX);
  let [last] = times;
  if (last === undefined) return 0;
  let state = SCHEDULER.next_state(null, 0, Rating.Good);
  for (const at of times.slice(1)) {
    state = SCHEDULER.next_state(state, daysBetween(last, at), Rating.Good);
    last = at;
  }
  return SCHEDULER.forgetting_curve(daysBetween(last, now), state.stability);
}
