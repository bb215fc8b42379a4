import type { Episode } from "../../domain/model/episode.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { daysBetween, type Instant } from "../../domain/model/time.ts";

/** After this time a sign of use counts half. */
const HALF_LIFE_DAYS = 180;
/** What the owner says counts more than what is inferred from a reply. */
const BASIS_WEIGHT = { rated: 1, credited: 0.5, used: 0.25 } as const;

/** Whether a memory was of use, -1 to 1: its feedback, recent events counting more. 0 without any. */
export function usefulness(events: readonly Feedback[], now: Instant): number {
  const sum = events.reduce((total, { helpful, at, basis, weight = 1 }) => {
    const fresh = 0.5 ** (Math.max(0, daysBetween(at, now)) / HALF_LIFE_DAYS);
    return total + (helpful ? 1 : -1) * weight * BASIS_WEIGHT[basis] * fresh;
  }, 0);
  return Math.tanh(sum);
}

/** When a turn was last of use: when it was stored, or when a reply was based on it. */
export function lastUseOf({ id, recordedAt }: Episode, events: readonly Feedback[]): Instant {
  const uses = events.filter(({ targetId, helpful }) => helpful && targetId === id).map(({ at }) => at);
  return uses.reduce((last, at) => (at > last ? at : last), recordedAt);
}
