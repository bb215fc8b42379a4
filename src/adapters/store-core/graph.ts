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

/** What is read by id. */
export interface Items {
  entity: Entity;
  fact: Fact;
  episode: EpisodeFields;
  review: Review;
  summary: SummaryLog;
  community: Community;
}
export type ItemKind = keyof Items;
export type PutKind = "entity" | "fact" | "review" | "community";
type RemovedKind = "entity" | "fact" | "summary" | "community";

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

  get<K extends ItemKind>(kind: K, id: string): Items[K] | null;
  /** Creates or overwrites: an entity with its aliases and the indexes that contain its name, a fact with its evidence. */
  put<K extends PutKind>(kind: K, item: Items[K], place?: RowNumber): void;
  remove(kind: RemovedKind, id: string): void;
  /** The current entity: itself, or the one it was merged into. */
  rootOf(id: string): string;
  writeEpisode(id: string, fields: EpisodeFields): void;
  /** Creates it, with its mentions, which are not counted. Its turns are not touched. */
  writeSummary(summary: Summary): void;

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

  putTrace(trace: Trace): void;
}
