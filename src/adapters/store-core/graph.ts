import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import type { Summary, SummaryLog } from "../../domain/model/summary.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type { BareEpisodeRow, ChangeRow, RejectionRow } from "./rows.ts";
import type { Tombstones } from "./tombstones.ts";

export type Kind = ChangeRow["kind"];

/** The row number of a restored row, so that lists keep their order. */
export type RowNumber = { n?: number };

/** Merging points every merged entity at its survivor; chains only result from undoing. */
export const CHAIN_MAX = 16;

/** The fields of an episode that the steps of a batch read and may change. */
export type EpisodeFields = Pick<
  BareEpisodeRow,
  | "occurred_at"
  | "replaced_by"
  | "consolidated_into"
  | "summary"
  | "place"
  | "emotion"
  | "valence"
  | "importance"
  | "outcome"
  | "extraction_state"
  | "extraction_attempts"
  | "extraction_error"
  | "extraction_retry_at"
  | "verification_state"
  | "verification_attempts"
  | "verification_error"
>;

/** A rejection as stored, before anyone overruled it. */
type NewRejectionRow = Omit<RejectionRow, "n">;

/**
 * One user's graph as the steps of a batch see and change it, inside one transaction: SQLite works on its rows, Neo4j
 * on data read beforehand and written afterwards. The rules of `apply`, `gate`, `mutations` and `undo` are defined once,
 * on top of this. Unknown ids read as null. A change that contradicts stored data throws `conflict` and has no effect.
 */
export interface Graph {
  readonly now: Instant;
  readonly tombstones: Tombstones;

  /** Takes an idempotency key; false if it was already taken. */
  firstTime(once: string): boolean;
  /** Whether an unmerged entity has this folded name. */
  nameKnown(fold: string): boolean;

  entity(id: string): Entity | null;
  /** The current entity: itself, or the one it was merged into. */
  rootOf(id: string): string;
  /** Creates or overwrites an entity with its aliases, and updates the indexes that contain its name. */
  writeEntity(entity: Entity, place?: RowNumber): void;
  removeEntity(id: string): void;

  fact(id: string): Fact | null;
  /** Creates or overwrites a fact with its evidence. */
  writeFact(fact: Fact, place?: RowNumber): void;
  removeFact(id: string): void;

  episode(id: string): EpisodeFields | null;
  writeEpisode(id: string, fields: EpisodeFields): void;

  summary(id: string): SummaryLog | null;
  /** Creates it, with its mentions, which are not counted. Its turns are not touched. */
  writeSummary(summary: Summary): void;
  removeSummary(id: string): void;

  /** Counts once per episode for its entity. Unknown ends have no effect. */
  putMention(mention: Mention): void;
  /** Without counting. */
  insertMention(mention: Mention): void;
  mentionsOf(entityId: string): Mention[];

  /** The target's position in its lists; null if it is in none, or they are in the order of ids. */
  rowNumber(kind: Kind, id: string): number | null;
  /** The position for a restored row: its old one, unless taken. */
  rowNumberOf(kind: Kind, n: number): RowNumber;
  addChange(change: Omit<ChangeRow, "n">): void;
  markUndone(changeId: string): void;

  /** No effect if that id exists. */
  addRejection(row: NewRejectionRow): void;
  /** Unless it was overruled before. */
  overrule(rejection: { id: string; factId: string }, runId: string | null): void;
  /** Rejections that were not overruled. */
  dropRejectionsOf(factId: string): void;

  review(id: string): Review | null;
  writeReview(review: Review): void;

  putTrace(trace: Trace): void;

  community(id: string): Community | null;
  /** Creates or overwrites. */
  writeCommunity(community: Community): void;
  removeCommunity(id: string): void;
}
