/**
 * A life: one person's year with an assistant, with everything that is true written down beside it. The field names
 * are those of the files; test/eval/NOTES.md describes them.
 */
export interface Life {
  user: { name: string; timezone: string; language: string };
  entities: LifeEntity[];
  sessions: { id: string; at: string; turns: LifeTurn[] }[];
  questions: LifeQuestion[];
}

export interface LifeEntity {
  id: string;
  name: string;
  type: string;
  aliases: string[];
}

export interface LifeTurn {
  id: string;
  user: string;
  assistant: string;
  facts: LifeFact[];
  traps?: Trap[];
  /** Facts the user asks to forget here. */
  forget?: string[];
}

export interface LifeFact {
  id: string;
  /** Entity id. */
  subject: string;
  predicate: string;
  /** Entity id; exactly one of object and value is set, none for a retraction. */
  object: string | null;
  value: string | null;
  text: string;
  quote: string;
  op: "assert" | "repeat" | "update" | "correct" | "retract";
  replaces?: string[];
  /** Local date, possibly partial: "2025", "2025-02", "2025-02-03". */
  validAt: string | null;
  invalidAt?: string | null;
  polarity?: "positive" | "negative";
}

/** A false fact that a careless extractor would store. `object` is an entity id where there is such an entity. */
export interface Trap {
  kind: string;
  text: string;
  subject?: string;
  predicate?: string;
  object?: string;
}

type QuestionType =
  | "single"
  | "multi"
  | "temporal"
  | "update"
  | "as_of"
  | "identity"
  | "preference"
  | "count"
  | "negative"
  | "abstain"
  | "forgotten";

export interface LifeQuestion {
  id: string;
  at: string;
  type: QuestionType;
  q: string;
  answer: string;
  facts: string[];
  mustNot?: string[];
}
