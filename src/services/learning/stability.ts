import { fsrs, Rating } from "ts-fsrs";
import { daysBetween, type Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

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

/** FSRS schedules a review when the probability falls below this: until then a memory is still fresh. */
const FRESH_MIN = 0.9;

/** The memories that their mentions and uses keep fresh: no maintenance archives or summarises them (SCO-5, PRU-2). */
export async function keptFresh(
  user: UserStore,
  memories: readonly { id: string; mentions: readonly Instant[] }[],
  now: Instant,
): Promise<Set<string>> {
  const feedback = await user.feedbackOn(memories.map(({ id }) => id));
  const uses = Map.groupBy(
    feedback.filter(({ helpful }) => helpful),
    ({ targetId }) => targetId,
  );
  const isFresh = ({ id, mentions }: (typeof memories)[number]): boolean => {
    const used = uses.get(id)?.map(({ at }) => at) ?? [];
    return retrievability([...mentions, ...used], now) >= FRESH_MIN;
  };
  return new Set(memories.filter(isFresh).map(({ id }) => id));
}
