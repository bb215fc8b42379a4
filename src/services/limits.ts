import { MINUTE_MS } from "../domain/model/time.ts";

/** Bounds that are the same wherever Engram runs. A test starts it with others, to see in seconds what would take hours. */
export const LIMITS = {
  /** Longest reply, thought included: a page of text and a long thought. */
  replyTokensMax: 4096,
  /** History in a prompt before its older half gives way to a summary: a small machine reads it in a minute. */
  historyTokensMax: 12_000,
  /** How long a second message waits for the running turn of its conversation: a short reply ends in that time. */
  conversationWaitMs: 10_000,
  /** A reply goes without recall when retrieval takes longer; less is not noticed before a first token. */
  retrievalDeadlineMs: 400,
  /** Rest of the idle pass after a reply: whoever has just read one may write again, and finds the conversation still read. */
  modelRestMs: 2_000,
  /** Before each further attempt at a turn whose extraction failed; after the last, hours later, it is set aside. */
  extractionPausesMs: [0, 1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS) as readonly number[],
  /** False: code alone verifies. */
  voting: true,
  /** What passes that nobody asked for may spend on the model in 24 hours, per user: a night. */
  idleMinutesMax: 240,
  idleTokensMax: 2_000_000,
  /** Largest memory taken from a file or an upload: years of chats are a tenth of it. */
  transferBytesMax: 4 * 1024 ** 3,
};

export type Limits = typeof LIMITS;
