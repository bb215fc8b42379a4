/**
 * How one language says the relations: data, no code. Templates hold {s}, the subject and the space behind it, {o}, the
 * object, and [a/b/c], what differs between the persons. The same templates read what the user says, read what memory
 * says, and write; behind " | " stands another way to say it. What is known of words in general (kin, pronouns, times,
 * small words) comes from the language packs.
 */
export interface Grammar {
  /** Sources and replacements: short forms written out, and put back. */
  expand: readonly Rewriting[];
  contract: readonly Rewriting[];
  /** The user as subject, with the space behind it: "I" (a source), "you", and "the user" of memory. */
  user: readonly [first: string, second: string, third: string];
  /** Somebody of the user's: in memory, of another speaker, and spoken of to the user; [masculine/feminine]. */
  kin: readonly [string, string, string];
  named: readonly [string, string, string];
  /** Source: kin words that are feminine. */
  feminine: string;
  /** Kinds of clauses, each as it affirms, denies and tells an end, with {v}, the verb, {b}, its first person, {x}, the rest. */
  clauses: Readonly<Record<string, readonly [positive: string, negative?: string, ended?: string]>>;
  /** A row a line: `kind row: [verb] rest | [verb] rest`. */
  verbs: string;
  /** Whole sentences that are only read, one a line: `row: source`, with {who} for somebody and {kin} for a kin word. */
  sentences: string;
  /** Words: articles, small words within names and dates, what is no object by itself. */
  articles: string;
  particles: string;
  notObjects: string;
  /** Sources: before a day, before a statement, before a correction, what tells that something is new. */
  on: string;
  openers: string;
  corrections: string;
  now: string;
  /** Source: a message with one of these is play, joke or supposition, and none of it is read. */
  unreal: string;
  /** Question words; and the source of what asks for everything that is known. */
  what: string;
  where: string;
  who: string;
  knowing: string;
  /** The sentences that the rule model says by itself; `away`: memory could not be searched. */
  replies: Record<"self" | "nothing" | "away" | "unverified" | "list" | "noted" | "neutral", string> & {
    told: (date: string | null, words: string) => string;
  };
}

export type Rewriting = readonly [source: string, replacement: string];
