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
