import type { Status } from "./status.ts";
import type { Instant, TimePoint } from "./time.ts";

export type Polarity = "positive" | "negative";
/** Who said it: the user, the assistant, a document, or another speaker by name. */
export type AssertedBy = "user" | "assistant" | "document" | (string & {});
/** Which words of the episode a span counts in. */
export type EvidencePart = "user" | "assistant";

/** The exact words a fact rests on. `start` and `end` count UTF-16 units in that part of the episode. */
export interface Evidence {
  episodeId: string;
  part: EvidencePart;
  start: number;
  end: number;
  quote: string;
  assertedBy: AssertedBy;
  /** World time of the episode, kept here so that a recall line can be dated without a second read. */
  occurredAt: Instant;
}

/** One statement about one entity. Exactly one of `objectId` and `value` is set. */
export interface Fact {
  id: string;
  subjectId: string;
  /** UPPER_SNAKE, free. */
  predicate: string;
  objectId: string | null;
  value: string | null;
  polarity: Polarity;
  /** One sentence in the language of the turn. */
  text: string;
  confidence: number;
  /** What verification gave it, while age, repetition or doubt make `confidence` another number. */
  base?: number;
  /** World time: true from / until. */
  validAt: TimePoint | null;
  invalidAt: TimePoint | null;
  /** System time: believed from / until. */
  createdAt: Instant;
  expiredAt: Instant | null;
  status: Status;
  /** The fact this one replaced. */
  supersedes: string | null;
  /** How the user worded it, when that tells: an update, a correction, a retraction. */
  change: ChangeKind;
  /** Prompt name, version and hash that proposed it; null for the user's own edits. */
  origin: string | null;
  /** Other words that questions use for it, by a model (document expansion); absent until one was asked. */
  expansion?: string;
  evidence: Evidence[];
}

/** `none`: plain statement. The others are read off the user's own wording by code. */
export type ChangeKind = "none" | "update" | "correction" | "retraction" | "ending";
