import type { Inference, InferenceRule } from "../belief/inference.ts";
import type { Instant } from "./time.ts";

/**
 * What code could not decide: whether two entities are one (`merge`), two names of types or predicates mean the same
 * (`synonym`), something that would follow is so (`inferred`), something that was put away is to be erased (`forget`),
 * or what is believed is over (`closing`).
 */
export type ReviewKind = "merge" | "synonym" | "inferred" | "forget" | "closing";
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
 * What is put away: a statement, a sentence of a turn, a turn that is only hidden until its words are erased, a name of
 * which nothing is to be known any more. `maybe`: a
 * statement, a sentence or everything, of which its owner is only asked. `request`: an intent that is not understood yet.
 */
export const FORGET_REASONS = ["statement", "maybe", "words", "turn", "name", "request"] as const;
export type ForgetReason = (typeof FORGET_REASONS)[number];

/** What would become of a fact that is believed. */
export const CLOSING_REASONS = ["superseded", "corrected", "retracted"] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

/**
 * A question and, once decided, the memory of its answer: a rejected pair is never proposed again. Ids and codes only;
 * it goes with either of its entities. `left` and `right` of a `synonym` are hashes of the two names; an
 * `inferred` relation leads from `left` to `right`; of a `forget`, `left` is the turn that asked and `right` what is put
 * away, and `askedAt` is when the user was told; of a `closing`, `left` is the fact that would end `right`.
 */
export interface Review {
  id: string;
  kind: ReviewKind;
  state: ReviewState;
  left: string;
  right: string;
  reason: MergeReason | "similar" | InferenceRule | ForgetReason | ClosingReason;
  at: Instant;
  /** When a model was asked and could not tell; it is not asked again. */
  askedAt: Instant | null;
  decidedAt: Instant | null;
  decidedBy: Decider | null;
  /** The run that carried the decision out, or proposed what would follow; undoing it opens the question again, or closes it for good. */
  runId: string | null;
}

/** One id per pair, whichever way round it is found. */
export function reviewId(kind: ReviewKind, a: string, b: string): string {
  const [left, right] = a < b ? [a, b] : [b, a];
  return `${kind}.${left}.${right}`;
}

/** An undecided question about a pair. */
export function openReview(
  kind: ReviewKind,
  [a, b]: readonly [string, string],
  reason: Review["reason"],
  at: Instant,
): Review {
  const [left, right] = a < b ? [a, b] : [b, a];
  const undecided = { askedAt: null, decidedAt: null, decidedBy: null, runId: null };
  return { id: reviewId(kind, a, b), kind, state: "open", left, right, reason, at, ...undecided };
}

/** A relation that would follow, as a question. One id per rule and pair. */
export function inferredReview({ rule, fromId, toId }: Inference, at: Instant, runId: string): Review {
  const id = `inferred.${rule}.${fromId}.${toId}`;
  const undecided = { askedAt: null, decidedAt: null, decidedBy: null };
  return {
    id,
    kind: "inferred",
    state: "open",
    left: fromId,
    right: toId,
    reason: rule,
    at,
    ...undecided,
    runId,
  };
}

/** Something that is put away until the user confirms that it is to be erased, or its time has come. */
export function forgetReview(reason: ForgetReason, askedIn: string, target: string, at: Instant): Review {
  const undecided = { askedAt: null, decidedAt: null, decidedBy: null, runId: null };
  const id = `forget.${askedIn}.${target}`;
  return { id, kind: "forget", state: "open", left: askedIn, right: target, reason, at, ...undecided };
}

/** Whether the fact `newsId` ends the fact `knownId`; asked once for each pair. */
export function closingReview(newsId: string, knownId: string, reason: ClosingReason, at: Instant): Review {
  const undecided = { askedAt: null, decidedAt: null, decidedBy: null, runId: null };
  const id = `closing.${newsId}.${knownId}`;
  return { id, kind: "closing", state: "open", left: newsId, right: knownId, reason, at, ...undecided };
}

/** Whether it goes with the two entities it is about; names, facts and what is put away are no entities. */
export function isBetweenEntities({ kind }: Pick<Review, "kind">): boolean {
  return kind === "merge" || kind === "inferred";
}

export function isInferred(review: Review): review is Review & { reason: InferenceRule } {
  return review.kind === "inferred";
}
