import type { Language } from "../../domain/language.ts";
import type { IntentKind } from "../../domain/episode.ts";
import type { Span } from "../../domain/text.ts";

/**
 * What an intent is about: the last thing said, something `named` ("forget X"), what was `told` of it ("what I said
 * about X"), the `whole` of it ("everything about X"), everything there is, the `words` beside it, or the conversation.
 */
export type Scope = "last" | "named" | "told" | "whole" | "everything" | "words" | "from_now_on" | "back";

/** One intent of the user's, found in a message. */
export interface Intent {
  kind: IntentKind;
  language: Language;
  scope: Scope;
  /** Where the intent stands in the message. */
  span: Span;
  /** What it names to be forgotten; null for "that" and for every other kind. */
  target: Span | null;
  /** The target is a sentence before it in the same message: "The gate code is 12. Forget that." */
  isSaidHere: boolean;
}

/** The intents of one message, and what else it says. */
export interface Recognised {
  intents: Intent[];
  /** Spans of the message that no intent covers and that say something. */
  rest: Span[];
}
