/** A fact as the service holds it, in words. */
export interface HeldFact {
  /** Name of the entity; "user" for the user. */
  subject: string;
  predicate: string;
  object: string;
  polarity: "positive" | "negative";
  status: string;
  validAt: string | null;
  invalidAt: string | null;
  text: string;
  /** Turns its evidence lies in. */
  turns: string[];
}

export interface FoundResult {
  kind: string;
  text: string;
  status: string;
  score: number;
  turns: string[];
  /** For a fact. */
  fact?: HeldFact;
}

/** What the service holds and finds at the time of a question. */
export interface Observed {
  /** All that it takes for true at that time: verified, and disputed as its status says. */
  believed: HeldFact[];
  /** Heard, not believed yet. */
  staged: HeldFact[];
  /** No longer believed, or of another time. */
  closed: HeldFact[];
  results: FoundResult[];
}
