import type { IntentKind, Language, Scope } from "../../language/index.ts";
import type { Span } from "../../language/text.ts";

/** One intent of the user's, found in a message. */
export interface Intent {
  kind: IntentKind;
  language: Language;
  scope: Scope;
  /** Where the intent stands in the message. */
  span: Span;
  /** What it names to be forgotten; null for "that" and for every other kind. */
  target: Span | null;
  /** It stands in one sentence with an intent that takes it off the record. */
  isOffRecord?: true;
  /** The target is a sentence before it in the same message: "The gate code is 12. Forget that." */
  isSaidHere: boolean;
}

type MemoryActionKind =
  | "forgotten"
  | "put_away"
  | "disputed"
  | "undone"
  | "remembered"
  | "off_record"
  | "explained"
  | "asked";

/** What an intent did, as clients are told: ids that still exist, and counts. */
export interface MemoryAction {
  action: MemoryActionKind;
  ids: string[];
  counts: Record<string, number>;
}

/** The intents of one message, and what else it says. */
export interface Recognised {
  intents: Intent[];
  /** Spans of the message that no intent covers and that say something. */
  rest: Span[];
}
