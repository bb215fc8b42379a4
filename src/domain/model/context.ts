import { HOUR_MS, plusMs, toMs, type Instant } from "./time.ts";

/** What an episode is, if it is not simply something that was said (SCH-10). */
export const CONTEXT_TYPES = [
  "search_result",
  "user_selection",
  "tool_output",
  "domain_entity",
  "completed_action",
  "conversation_fact",
  "temporary_state",
] as const;
export type ContextType = (typeof CONTEXT_TYPES)[number];

/** How something that was tried ended. */
export const OUTCOMES = ["success", "partial", "failure", "neutral"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Hours until half of the relevance of a transient context is gone (F47). */
const HALF_LIFE_HOURS = {
  // The state of a task: over with the working day.
  temporary_state: 4,
  // Looked up again rather than remembered, but often used until the next day.
  search_result: 12,
  // A result that later steps of a task refer to, over a few days.
  tool_output: 24,
} as const satisfies Partial<Record<ContextType, number>>;

type TransientType = keyof typeof HALF_LIFE_HOURS;

export const TRANSIENT_TYPES = Object.keys(HALF_LIFE_HOURS) as TransientType[];

/** Transient context below this is removed (PRU-2). */
const RELEVANCE_MIN = 0.1;

/** Context that fades and is removed. Nothing that was said in chat has such a type. */
export function isTransient<T extends { contextType?: ContextType | undefined }>(
  episode: T,
): episode is T & { contextType: TransientType } {
  return (TRANSIENT_TYPES as readonly unknown[]).includes(episode.contextType);
}

/** 1 when it was last used, falling to 0. */
export function relevanceOf(type: TransientType, lastUse: Instant, now: Instant): number {
  const hours = Math.max(0, toMs(now) - toMs(lastUse)) / HOUR_MS;
  return 2 ** (-hours / HALF_LIFE_HOURS[type]);
}

/** The latest last use of something that has faded by now. */
export function fadedBefore(type: TransientType, now: Instant): Instant {
  return plusMs(now, HALF_LIFE_HOURS[type] * Math.log2(RELEVANCE_MIN) * HOUR_MS);
}
