import type { IntentKind } from "../../../domain/episode.ts";
import type { Scope } from "../types.ts";

/**
 * One short plain imperative, as the source of a regular expression over lower-case text without marks (`plain`).
 * `X` stands for a short name of what is meant, `...` for any words at all.
 */
export type Form = readonly [kind: IntentKind, scope: Scope, source: string];

/** How people of one language tell a memory what to do. The sources are alternatives. */
export interface IntentWords {
  /** May stand before a form, or behind it, without a comma. */
  please: string;
  /** Stands apart from a form, behind a comma or as a sentence of its own, and says nothing. */
  courtesy: string;
  /** A named thing that begins with one of these is the user's own. */
  firstPerson: string;
  /** The first form that matches counts. */
  forms: readonly Form[];

  /** Answers to a question that was asked back. */
  yes: string;
  no: string;
  all: string;
  /** From the first on, with spaces between. */
  ordinals: string;
}
