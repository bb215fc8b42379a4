import type { Instant } from "./time.ts";

/**
 * `rated`: the owner said whether it helped. `used`: a reply was based on it. `credited`: the outcome of a turn, or a correction by
 * the user, carried back to the memories recalled for it.
 */
export const FEEDBACK_BASES = ["rated", "used", "credited"] as const;
export type FeedbackBasis = (typeof FEEDBACK_BASES)[number];

/** One sign that a memory was of use, or was not. An event: never changed, and deleted with its memory. */
export interface Feedback {
  targetId: string;
  helpful: boolean;
  at: Instant;
  basis: FeedbackBasis;
  /** The turn it was recalled for. */
  episodeId?: string;
  /** Strength of a credit, 0-1; absent: 1. */
  weight?: number;
}

/** How often a memory was rated unhelpful, less the times it was rated helpful. */
export function unhelpfulRatings(events: readonly Feedback[]): number {
  return events.reduce((sum, { basis, helpful }) => sum + (basis === "rated" ? (helpful ? -1 : 1) : 0), 0);
}
