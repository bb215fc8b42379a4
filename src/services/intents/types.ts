import type { Language } from "../../domain/language.ts";
import type { IntentKind } from "../../domain/episode.ts";
import type { Span } from "../../domain/text.ts";

/** What a wish is about: the last thing said, words, everything, or the conversation from now on. */
export type Scope = "last" | "words" | "everything" | "from_now_on" | "back";

/** One wish to the memory, found in a message. */
export interface Intent {
  kind: IntentKind;
  language: Language;
  scope: Scope;
  /** Where the wish stands in the message. */
  span: Span;
  /** Words of what it is about; null for "that", "das", "eso", "ça" and for scopes that need none. */
  target: Span | null;
  /** Single things the target names, main one first: "the clinic", "the appointment". */
  parts: Span[];
  /** The target is meant whole: "all of it", "everything about". */
  whole: boolean;
  /** It names something as told: "what I said about", "the thing about". */
  told: boolean;
  /** The target is named in another clause of the message: "The gate code is 12. No, forget that." */
  isSaidHere: boolean;
  /** It may as well be something else ("forget the salad"): acted on only when memory bears it out, by asking. */
  unsure: boolean;
}

/** The wishes of one message, and what else it says. */
export interface Recognised {
  intents: Intent[];
  /** Spans of the message that no wish covers and that say something. */
  rest: Span[];
}
