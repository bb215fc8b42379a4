import type { InferenceRule } from "../belief/inference.ts";
import type { Instant } from "./time.ts";

/**
 * Questions code could not decide: whether two entities are one (`merge`), two type or predicate names are synonyms
 * (`synonym`), an inference is true (`inferred`), hidden content is to be erased (`forget`), a belief is past
 * (`closing`), or something noticed is useful (`insight`).
 */
export const REVIEW_KINDS = ["merge", "synonym", "inferred", "forget", "closing", "insight"] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];
export type ReviewState = "open" | "accepted" | "rejected";
export type Decider = "user" | "code" | "model";

/** Why two entities may be one. */
export const MERGE_REASONS = [
  "same_name",
  "shared_alias",
  "contained_name",
  "nickname",
  "misspelling",
  "role",
  "near",
  "asked",
] as const;
export type MergeReason = (typeof MERGE_REASONS)[number];

/**
 * What is hidden: a statement, a sentence of a turn, a turn that is hidden until its words are erased, a name about
 * which nothing is to be known any more. `maybe`: a statement, a sentence or everything, where the owner is only asked.
 * `request`: an intent not understood yet.
 */
export const FORGET_REASONS = ["statement", "maybe", "words", "turn", "name", "request"] as const;
type ForgetReason = (typeof FORGET_REASONS)[number];

/** What would happen to a believed fact. */
export const CLOSING_REASONS = ["superseded", "corrected", "retracted"] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

/** What was noticed: frequent changes, a thing that goes with low mood or a day of the week, a plan on weak ground. */
export const INSIGHT_REASONS = ["change", "low_mood", "weekday", "risk"] as const;
export type InsightReason = (typeof INSIGHT_REASONS)[number];

/**
 * A question and, once decided, the record of its answer: a rejected pair is never proposed again. Ids and codes only;
 * it is deleted with either of its entities. For a `synonym`, `left` and `right` are hashes of the two names; an
 * `inferred` relation leads from `left` to `right`; for a `forget`, `left` is the turn that asked, `right` is what is
 * hidden, and `askedAt` is when the user was notified; for a `closing`, `left` is the fact that would end `right`;
 * for an `insight`, both are entities or facts it rests on.
 */
export interface Review {
  id: string;
  kind: ReviewKind;
  state: ReviewState;
  left: string;
  right: string;
  reason: MergeReason | "similar" | InferenceRule | ForgetReason | ClosingReason | InsightReason;
  at: Instant;
  /** When a model was asked and could not tell; it is not asked again. */
  askedAt: Instant | null;
  decidedAt: Instant | null;
  decidedBy: Decider | null;
  /**
   * The run that carried out the decision, or proposed the inference; undoing it reopens the question, or closes it for
   * good.
   */
  runId: string | null;
}

/** Of a merge or a synonym: one id per pair, in either order. */
export function reviewId(kind: ReviewKind, a: string, b: string): string {
  return [kind, ...[a, b].toSorted()].join(".");
}

/** An open question about two ends: one per kind, and per rule or reason of what was inferred or noticed. */
export function openReview(
  kind: ReviewKind,
  ends: readonly [string, string],
  reason: Review["reason"],
  at: Instant,
  runId: string | null = null,
): Review {
  const isEitherWay = kind === "merge" || kind === "synonym";
  const [left = "", right = ""] = isEitherWay ? ends.toSorted() : ends;
  const why = kind === "inferred" || kind === "insight" ? [reason] : [];
  const id = [kind, ...why, left, right].join(".");
  const open = { state: "open", askedAt: null, decidedAt: null, decidedBy: null } as const;
  return { id, kind, left, right, reason, at, runId, ...open };
}

export type ReviewPatch = Partial<Pick<Review, "state" | "askedAt" | "decidedAt" | "decidedBy" | "runId">>;

/** Stores a question in this state, whether it was asked before or not. */
export function putReview(review: Review, set: ReviewPatch) {
  return [
    { op: "review.put", review },
    { op: "review.patch", id: review.id, set },
  ] as const;
}

/** The owner's answer to a question, carried out by a run. */
export function answered(id: string, state: "accepted" | "rejected", at: Instant, runId: string) {
  return { op: "review.patch", id, set: { state, decidedAt: at, decidedBy: "user", runId } } as const;
}

/** Whether it is deleted with the two entities it is about; names, facts and hidden content are not entities. */
export function isBetweenEntities({ kind }: Pick<Review, "kind">): boolean {
  return kind === "merge" || kind === "inferred";
}

export function isInferred(review: Review): review is Review & { reason: InferenceRule } {
  return review.kind === "inferred";
}
