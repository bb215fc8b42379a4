import { MINUTE_MS } from "../domain/model/time.ts";

/** Limits that are the same in every installation. Tests override them to check in seconds what would take hours. */
export const LIMITS = {
  /** Longest reply, including reasoning: a page of text and a long reasoning. */
  replyTokensMax: 4096,
  /** History in a prompt before its older half is replaced by a summary: a small machine reads it in a minute. */
  historyTokensMax: 12_000,
  /** How long a second message waits for the running turn of its conversation: enough for a short reply. */
  conversationWaitMs: 10_000,
  /**
   * If retrieval takes longer, the reply proceeds without recall; a shorter delay is not noticeable before the first
   * token.
   */
  retrievalDeadlineMs: 400,
  /** Pause of the idle pass after a reply: the user may write again, and then finds the conversation still cached. */
  modelRestMs: 2_000,
  /** Pauses before each further attempt at a failed extraction; after the last, hours later, the turn is abandoned. */
  extractionPausesMs: [0, 1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS) as readonly number[],
  /**
   * Delay of missed jobs after the start, and between them: a machine that has just started is busy, and they should not all
   * start at once.
   */
  catchUpEveryMs: 10_000,
  /** False: only code verifies. */
  voting: true,
  /** Limit of model time for unrequested passes in 24 hours, per user: a night. */
  idleMinutesMax: 240,
  idleTokensMax: 2_000_000,
  /** Largest memory imported from a file or an upload: ten times years of chats. */
  transferBytesMax: 4 * 1024 ** 3,
};

export type Limits = typeof LIMITS;
