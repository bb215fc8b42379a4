import type { Language } from "../../../language/index.ts";
import type { Row } from "../relations.ts";

/**
 * What one language contributes: words and forms, no code. In forms, {s} is the subject, {v} a verb, {b} its plain
 * form, {x} what follows it with its object {o}, {who} somebody else, {kin} a kin word, and {t} or {T} a time, which
 * may or must stand there.
 */
export interface RelationForms {
  language: Language;
  /** Short forms and what they stand for, as sources: "I'm" is read as "I am". */
  expand: readonly (readonly [string, string])[];
  /** The same back, for what is written: "ne aime" becomes "n'aime". */
  contract: readonly (readonly [string, string])[];
  /** The speaker as subject, with the space behind it. */
  first: string;
  my: string;
  articles: string;
  /** Articles that deny: "keine Nüsse". */
  noArticles: string;
  /** Words inside names and dates. */
  particles: string;
  /** Words that are no object by themselves. */
  notObjects: string;
  /** What may stand before a statement, and what marks it as a correction. */
  openers: string;
  corrections: string;
  /** Denial before what a correction replaces: "in Lille, not in Lyon". */
  not: string;
  /** What may stand behind a statement: "a lot". */
  trails: string;
  /** A message with one of these is play, joke or supposition: none of it is read. */
  unreal: string;
  /** "And" between two statements or two objects. */
  and: string;
  /** Times, as sources with {month}, {day} and {number}. */
  times: readonly string[];
  /** Words that tell that something is new. */
  now: string;
  /** Kinds of frames, one a line: `kind polarity: read => written`. */
  frames: string;
  /** Verbs, one a line: `row kind: first/second/third rest => rest as written`. The kind is "verb" unless told. */
  verbs: string;
  /** Whole sentences, one a line: `row: read`. */
  sentences: string;
  /** How those are written. */
  written: Partial<Record<Row, string>>;
  /** The user in what is written, and other spellings of it. */
  self: string;
  selfAlso: string;
  /** Somebody of the user's, without and with a name; {owner} is another speaker. */
  kinOf: {
    self: readonly [string, string];
    other: readonly [string, string];
    you: readonly [string, string];
  };
  /** Kin words that are feminine, and [masculine, feminine] of "the" and "your". */
  feminine: string;
  the: readonly [string, string];
  your: readonly [string, string];
  /** The user spoken to, with the space behind it. */
  you: string;
  /** Words between the subject and its verb. */
  adverbs: string;
  /** Third person to second, beside that of the verbs: "does/do; was/were". */
  seconds: string;
  /** Words for somebody who may be the user: a sentence with one is not turned to speak to him. */
  theirs: string;
  /** First words of questions; those that ask for something, a place, a time, a person. */
  questions: string;
  what: string;
  where: string;
  when: string;
  who: string;
  /** Words before a place. */
  at: string;
  /** The user in a question. */
  me: string;
  /** Asks for everything that is known. */
  knowing: string;
  /** Words of questions that carry nothing, beside the stop words. */
  hollow: string;
  /** Words of statements and the question word they answer: "ans/âge". */
  answers: string;
  replies: Replies;
}

/** The sentences the rule model says by itself. */
export interface Replies {
  self: string;
  /** Nothing answers. */
  nothing: string;
  /** Memory could not be searched. */
  away: string;
  unverified: string;
  told: (date: string | null, words: string) => string;
  list: string;
  noted: string;
  neutral: string;
}
