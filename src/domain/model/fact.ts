import type { Status } from "./status.ts";
import type { Instant, TimePoint } from "./time.ts";

export type Polarity = "positive" | "negative";
/** Who said it: the user, the assistant, a document, or another speaker by name. */
export type AssertedBy = "user" | "assistant" | "document" | (string & {});
/** The part of the episode a span refers to. */
export type EvidencePart = "user" | "assistant";

/** The exact words that support a fact. `start` and `end` count UTF-16 units in that part of the episode. */
export interface Evidence {
  episodeId: string;
  part: EvidencePart;
  start: number;
  end: number;
  quote: string;
  assertedBy: AssertedBy;
  /** World time of the episode, kept here so that a recall line can be dated without another read. */
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
  /** Confidence set by verification, if age, repetition or doubt have since changed `confidence`. */
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
  /** What the user's wording indicates: an update, a correction, a retraction. */
  change: ChangeKind;
  /** Name, version and hash of the prompt that proposed it; null for the user's own edits. */
  origin: string | null;
  /** Other words that questions use for it, from a model (document expansion); absent until a model was asked. */
  expansion?: string;
  evidence: Evidence[];
}

/** A fact as stated; the change log compares facts field by field, in this order. */
export function newFact({
  id,
  subjectId,
  predicate,
  text,
  confidence,
  createdAt,
  status,
  ...more
}: Pick<Fact, "id" | "subjectId" | "predicate" | "text" | "confidence" | "createdAt" | "status"> &
  Partial<Fact>): Fact {
  return {
    id,
    subjectId,
    predicate,
    objectId: null,
    value: null,
    polarity: "positive",
    text,
    confidence,
    validAt: null,
    invalidAt: null,
    createdAt,
    expiredAt: null,
    status,
    supersedes: null,
    change: "none",
    origin: null,
    evidence: [],
    ...more,
  };
}

/** `none`: plain statement. The others are derived by code from the user's own wording. */
export type ChangeKind = "none" | "update" | "correction" | "retraction" | "ending";

/** The evidence of one statement that another does not have. */
export function newEvidence(known: Fact, from: Fact): Evidence[] {
  return from.evidence.filter(
    (e) =>
      !known.evidence.some((k) => k.episodeId === e.episodeId && k.start === e.start && k.part === e.part),
  );
}

/** The ids of the entities at both ends of the statements. */
export function endsOf(facts: readonly Fact[]): Set<string> {
  return new Set(facts.flatMap(({ subjectId, objectId }) => [subjectId, objectId ?? subjectId]));
}

/** The ids of the turns that hold the statements' evidence. */
export function turnsBehind(facts: readonly Fact[]): Set<string> {
  return new Set(facts.flatMap(({ evidence }) => evidence.map(({ episodeId }) => episodeId)));
}

/** Whether two spans of one turn have words in common. */
export function touches(a: SpanOfTurn, b: SpanOfTurn): boolean {
  return a.part === b.part && a.start < b.end && b.start < a.end;
}

/** A stretch of one side of a turn. */
export type SpanOfTurn = Pick<Evidence, "part" | "start" | "end">;

/** What one side of a turn says. */
export function sideOf(
  { userMessage, assistantReply }: { userMessage: string; assistantReply: string | null },
  part: EvidencePart,
): string {
  return part === "user" ? userMessage : (assistantReply ?? "");
}
