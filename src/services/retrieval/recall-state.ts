/**
 * Outcome of a recall for one message: `partial` if some lanes did not answer in time, `unavailable` if none did or the store is
 * unreachable.
 */
export const RECALL_STATES = ["found", "nothing", "partial", "unavailable", "off"] as const;
export type RecallState = (typeof RECALL_STATES)[number];

/** The line of the recall block that reports the state to the model; null if there is nothing to report. */
export const STATE_LINES: Record<RecallState, string | null> = {
  found: null,
  nothing: null,
  partial: "(only part of the memory could be searched just now)",
  unavailable: "(memory could not be searched just now)",
  off: null,
};
