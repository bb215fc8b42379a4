/**
 * What came of looking into memory for one message: `partial` when some lanes did not answer in time, `unavailable` when
 * none did or the store is away.
 */
export const RECALL_STATES = ["found", "nothing", "partial", "unavailable", "off"] as const;
export type RecallState = (typeof RECALL_STATES)[number];

/** The line by which the recall block tells the model; null where there is nothing to tell. */
export const STATE_LINES: Record<RecallState, string | null> = {
  found: null,
  nothing: null,
  partial: "(only part of the memory could be searched just now)",
  unavailable: "(memory could not be searched just now)",
  off: null,
};
