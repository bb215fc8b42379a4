/**
 * How people of one language word their wishes to a memory. Every string is the source of a regular expression that
 * is matched against lower-case text without marks (`plain`). Groups of their own are not allowed, except the named
 * ones that are spoken of.
 */
export interface IntentWords {
  /** May stand before an imperative, each with what separates it: "please ", "could you ". */
  lead: string;
  /** A conjunction behind which a new clause begins. */
  and: string;
  /** Imperatives that only a memory can be told. */
  forget: string;
  /** Imperatives that also go to files and rows: what they are about must be something said, or private. */
  remove: string;
  /** Whole wishes in which the verb comes last or stands around: with `(?<object>...)`. */
  around: string[];
  /** "What I said about X, forget that": with `(?<object>...)`, the object first. */
  fronted: string[];
  /** The last thing said. */
  pronoun: string;
  /** "what I just said": also the last thing. */
  justSaid: string;
  /** "what I told you about", "the thing about": opens a target. */
  told: string;
  /** All there is, with nothing behind it. */
  everything: string;
  /** Says that what was told was never so: then it is a correction, and nothing to be forgotten. */
  untrue: string;
  /** Things a person gives away and may want back; singular and plural. */
  private: string;
  /** Stands before a noun that belongs to somebody. */
  possessive: string;
  /** Words around a target that belong to the wish: "please", "completely", "from your memory". */
  closer: string;
  /** Says that the target is meant whole. */
  whole: string;
  /** Begins a reason or another clause; nothing behind it belongs to the target. */
  reason: string;
  /** In a part behind a comma it shows a clause of its own. */
  clause: string;
  /** Behind "forget it" it shows the idiom: "let's talk about something else". */
  idiom: string;
  /** A noun phrase that names nothing. */
  vague: string;
  /** Words of a target that say nothing about it. */
  hollow: string;

  /** With `(?<content>...)` what is to be remembered. */
  remember: string[];
  /** "remember that": the last thing said. */
  rememberLast: string;

  /** "off the record", at the beginning of a clause. */
  offRecord: string;
  /** "don't write this down", an imperative. */
  doNotKeep: string;
  /** "that was off the record" */
  wasOffRecord: string;
  /** "from now on" */
  fromNowOn: string;
  /** "back on the record" */
  back: string;

  /** Whole sentences. */
  why: string;
  wrong: string;
  undo: string;
  /** Greetings and thanks: no content. */
  courtesy: string;

  /** Answers to a question that was asked back. */
  yes: string;
  no: string;
  all: string;
  ordinals: string[];
}
