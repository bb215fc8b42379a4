import type { Actor } from "./change.ts";
import type { Community } from "./community.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Episode, ExtractionState, VerificationState } from "./episode.ts";
import type { Evidence, Fact } from "./fact.ts";
import type { Rejection } from "./rejection.ts";
import type { Review, ReviewPatch } from "./review.ts";
import type { Summary } from "./summary.ts";
import type { Trace } from "./trace.ts";

export type EntityPatch = Partial<Omit<Entity, "id" | "createdAt" | "isSelf">>;

/** Evidence is only added, by `fact.evidence`. */
export type FactPatch = Partial<Omit<Fact, "id" | "createdAt" | "origin" | "evidence">>;

export type EpisodePatch = Partial<
  Pick<Episode, "summary" | "emotion" | "valence" | "importance" | "place" | "occurredAt" | "outcome"> & {
    /** Without `retryAt` there is no wait. */
    extraction: Omit<ExtractionState, "retryAt"> & Partial<Pick<ExtractionState, "retryAt">>;
    verification: VerificationState;
  }
>;

/**
 * One step of a batch. Decided by code, never by a model. `entity.put` and `fact.put` create, and change nothing if
 * that id already exists.
 */
export type Mutation =
  | { op: "entity.put"; entity: Entity }
  | { op: "entity.patch"; id: string; set: EntityPatch }
  | { op: "entity.alias"; id: string; alias: Alias }
  | { op: "entity.delete"; id: string }
  | { op: "fact.put"; fact: Fact }
  | { op: "fact.patch"; id: string; set: FactPatch }
  | { op: "fact.evidence"; id: string; evidence: Evidence[] }
  | { op: "fact.delete"; id: string }
  | { op: "mention.put"; episodeId: string; entityId: string; start: number; end: number }
  | { op: "episode.patch"; id: string; set: EpisodePatch }
  /** Stores a summary and takes the turns it replaces out of retrieval; changes nothing unless all of them exist. */
  | { op: "summary.put"; summary: Summary }
  | { op: "rejection.put"; rejection: Rejection }
  /** The owner overrules the rejection: `factId` is the fact the proposal became. */
  | { op: "rejection.overrule"; id: string; factId: string }
  | { op: "trace.put"; trace: Trace }
  | { op: "review.put"; review: Review }
  | { op: "review.patch"; id: string; set: ReviewPatch }
  /** Creates or replaces the one with that id. */
  | { op: "community.put"; community: Community }
  | { op: "community.delete"; id: string };

export type MutationOf<Op extends Mutation["op"]> = Extract<Mutation, { op: Op }>;

interface Expectation {
  /** It still exists, and its extraction or verification is in this state. */
  episodeId: string;
  extraction?: ExtractionState["state"] | undefined;
  verification?: VerificationState["state"] | undefined;
  /** Folded names no entity has yet: two concurrent writers must not create the same person twice. At most 512. */
  unknownNames?: string[] | undefined;
}

/** Mutations that take effect together or not at all. */
export interface MutationBatch {
  actor: Actor;
  /** Reason code, never the user's text. */
  reason: string;
  runId?: string | undefined;
  /** Idempotency key, unique per user: a batch with a known key changes nothing. */
  once?: string | undefined;
  /** The batch changes nothing unless all of this still holds. */
  expect?: Expectation | undefined;
  /**
   * The value of `UserStore.forgettings` before reading the words from which a model wrote this: the batch changes
   * nothing if something was forgotten since. A model's text about several turns may repeat any of them, which no
   * comparison of words could detect.
   */
  forgettings?: number | undefined;
  /** All or nothing: rejects with `conflict` if a tombstone blocks any of it. */
  whole?: boolean | undefined;
  mutations: Mutation[];
}

export interface AppliedBatch {
  /** False if `once` was seen before, `expect` did not hold, or something was forgotten in between (`forgettings`). */
  applied: boolean;
  changeIds: string[];
  /** Ids of facts and entities blocked by a tombstone. */
  blocked: string[];
}
