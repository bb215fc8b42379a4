import type { Instant } from "./time.ts";

/** Which model call of an episode. Each is made once; what it said is kept, so that a resumed pass does not repeat it. */
export const TRACE_PURPOSES = ["extract", "blind", "verdict-a", "verdict-b", "adjudicate"] as const;
export type TracePurpose = (typeof TRACE_PURPOSES)[number];

/** `for`: the pass contains the statement or found it supported; `against`: it does not; `unclear`: it could not tell. */
export type Ballot = "for" | "against" | "unclear";

/** How two statements that code could not reconcile stand to each other, as a model sees it. */
export const RULINGS = ["update", "correction", "both", "duplicate", "unclear"] as const;
export type Ruling = (typeof RULINGS)[number];

/** One model call about one episode. Ids and codes, and the model's reasoning, which forgetting removes. */
export interface Trace {
  episodeId: string;
  purpose: TracePurpose;
  at: Instant;
  /** Prompt name, version and hash. */
  origin: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  seconds: number;
  reasoning: string | null;
  /** 0-1, advisory (COT-1..3): how much the reasoning hedges, contradicts itself or justifies nothing. */
  suspicion: number | null;
  ballots: Record<string, Ballot>;
  /** By id of the newer fact. */
  rulings: Record<string, Ruling>;
}

/** Longest reasoning kept, characters. */
export const REASONING_CHARS_MAX = 4000;
