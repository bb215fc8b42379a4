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
export const HALF_LIFE_HOURS = {
  // The state of a task: over with the working day.
  temporary_state: 4,
  // Looked up again rather than remembered, but often used until the next day.
  search_result: 12,
  // A result that later steps of a task refer to, over a few days.
  tool_output: 24,
} as const satisfies Partial<Record<ContextType, number>>;

type Transient = keyof typeof HALF_LIFE_HOURS;

/** Context that fades and is removed. Nothing that was said in chat has such a type. */
export function isTransient(episode: { contextType?: ContextType }): episode is { contextType: Transient } {
  return episode.contextType !== undefined && episode.contextType in HALF_LIFE_HOURS;
}
