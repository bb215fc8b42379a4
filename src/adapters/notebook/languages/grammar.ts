/** How one language says a few everyday relations: data. What is known of words in general comes from its pack. */
export interface Grammar {
  /** Sources and replacements: short forms written out. */
  expand: readonly (readonly [source: string, replacement: string])[];
  /** Source and replacement: two words written as one again. */
  contract?: readonly [source: string, replacement: string];
  /** The user as subject: a source with the space behind it, and as memory calls him before what is said. */
  i: string;
  user: (said: string) => string;
  /** The user's sister, or his birthday, as memory calls her. */
  ofUser: (noun: string, my: string) => string;
  /** Sources: a denial, and one that tells an end; the sentence without it is read. */
  denial: string;
  ended: string;
  /** Verbs that no relation has, as the user says them and as memory does: "[do/does]". */
  verbs: string;
  /**
   * A relation a line: ways to say it, with {o} for its object and "[live/lives]" for a verb that the user says otherwise of
   * himself. It follows its subject unless it begins with "my".
   */
  relations: string;
  /** How memory says what somebody is called. */
  called: string;
  /** Words: small ones within names and dates, and what is no object by itself. */
  particles: string;
  notObjects: string;
  /** Sources: before a statement, before a correction, what tells that something is new. */
  openers: string;
  corrections: string;
  now: string;
  /** Source: a message with one of these is play, joke or supposition, and none of it is read. */
  unreal: string;
}
