import type { IntentKind, Language, Scope } from "../../language/index.ts";
import type { Span } from "../../language/text.ts";

/** One intent of the user, found in a message. */
export interface Intent {
  kind: IntentKind;
  language: Language;
  scope: Scope;
  /** Position of the intent in the message. */
  span: Span;
  /** What is to be forgotten; null for "that" and for every other kind. */
  target: Span | null;
  /** "Everything about Lukas except his address": something of the target is to stay. */
  hasException: boolean;
  /** The same sentence contains an off-the-record intent. */
  isOffRecord?: true;
  /** The target is an earlier sentence of the same message: "The gate code is 12. Forget that." */
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

/** The result of an intent, as returned to clients: ids that still exist, and counts. */
export interface MemoryAction {
  action: MemoryActionKind;
  ids: string[];
  counts: Record<string, number>;
}

/** The intents of one message, and the rest of it. */
export interface Recognised {
  intents: Intent[];
  /** Spans of the message outside all intents that contain words. */
  rest: Span[];
}
