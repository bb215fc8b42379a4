import type { Change } from "../domain/model/change.ts";
import type { Alias, Entity } from "../domain/model/entity.ts";
import type {
  ChatMode,
  AnsweredEpisode,
  Episode,
  EpisodeIntent,
  EpisodeSource,
  EpisodeState,
  MemoryMode,
  RecalledRef,
} from "../domain/model/episode.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { ReviewKind, ReviewState } from "../domain/model/review.ts";
import type { Status } from "../domain/model/status.ts";
import type { Instant, Interval, Moment } from "../domain/model/time.ts";

/** What stores are asked, and what they answer. */

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface PageRequest {
  /** 1-200. */
  limit: number;
  /** Opaque; from a previous page. A foreign or broken cursor rejects with `invalid_cursor`. */
  cursor?: string | undefined;
}

export type ChangePageQuery = { targetId?: string | undefined; runId?: string | undefined } & PageRequest;
export type ReviewPageQuery = {
  kind?: ReviewKind | undefined;
  state?: ReviewState | undefined;
} & PageRequest;

export interface ConversationPatch {
  title?: string | null;
  historyFrom?: number;
  historySummary?: string | null;
}

/** What is known when a turn begins. */
export interface NewEpisode {
  id: string;
  /** Created when it does not exist and `createConversation` is true; else an unknown one rejects with `not_found`. */
  conversationId: string;
  createConversation: boolean;
  conversation?:
    | { title?: string | null; clientSystem?: string | null; externalId?: string | null }
    | undefined;
  userMessage: string;
  assistantReply?: string | null | undefined;
  speaker?: string | null | undefined;
  source: EpisodeSource;
  state: EpisodeState;
  memory: MemoryMode;
  mode: ChatMode;
  occurredAt: Instant;
  recordedAt: Instant;
  externalId?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
  /** Whether the extraction waits for it once it is complete. */
  extract: boolean;
  /** The intent it is. */
  intent?: EpisodeIntent | null | undefined;
}

export type OpenedEpisode =
  | { outcome: "opened"; episode: AnsweredEpisode }
  /** The idempotency key or external id was seen before: that episode, unchanged. */
  | { outcome: "existing"; episode: AnsweredEpisode }
  /** A tombstone covers the whole text: nothing was stored. */
  | { outcome: "forgotten" };

export interface CompleteEpisode {
  assistantReply: string | null;
  state: "complete" | "interrupted";
  recalled: RecalledRef[];
  model: string | null;
  chainHash?: string | null | undefined;
  error?: string | null | undefined;
  /** Its extraction waits until then. */
  extractNotBefore?: Instant | undefined;
  /** Replaces the one it was opened with, when given. */
  intent?: EpisodeIntent | null | undefined;
}

/**
 * `episode` looks into what was said, `reply` into what was answered; both give episode ids. `dialogue`: turns of named
 * speakers among what was said, and those up to two turns beside them.
 */
export type SearchKind = "fact" | "entity" | "episode" | "reply" | "dialogue" | "community";

export interface TextQuery {
  /** Folded words, stop words removed; at most 32. Matched as OR of stems. */
  terms: string[];
  kinds: SearchKind[];
  /** Hits per kind. */
  limit: number;
  /** For facts and entities; episodes have none. */
  statuses: readonly Status[];
  /** Of episodes. */
  conversationIds?: readonly string[] | undefined;
  /** Excluded episodes (the running turn). */
  notEpisodeIds?: string[] | undefined;
  occurred?: Interval | undefined;
  /** With kind `dialogue`: turns that were found otherwise and are to be brought along, with those beside them. */
  besides?: string[] | undefined;
}

/** `score` is BM25 as "more is better"; comparable within one kind of one query only. 0: only beside such a hit. */
export interface TextHit {
  kind: SearchKind;
  id: string;
  score: number;
  /** Of episodes with a speaker. */
  speaker?: string | undefined;
  /** With kind `dialogue`. */
  turn?: DialogueTurn | undefined;
}

/** Where and by whom a turn was said. */
export interface DialogueTurn {
  conversationId: string;
  ordinal: number;
  speaker: string;
  occurredAt: Instant;
  /** Characters. */
  length: number;
  /** It ends in a question. */
  asks: boolean;
}

export type VectorKind = "fact" | "entity" | "episode" | "community";

/** A memory that may have a vector. */
export interface VectorOf {
  kind: VectorKind;
  id: string;
}

/** A memory and the text its vector is made from. */
export interface Embeddable extends VectorOf {
  text: string;
}

/** A memory with its vector. Null: it cannot have one, and waits no longer until its text changes. */
export type Embedded = Embeddable & { vector: Float32Array | null };

/** Vectors made by the model of this tag. */
export interface Vectors {
  tag: string;
  items: Embedded[];
}

export interface KnownQuery extends Moment {
  /** Folded names; at most 512. */
  names: string[];
  /** Entities that count as named. */
  entityIds?: readonly string[] | undefined;
  /** The facts of the self entity too, as if it were named. */
  self: boolean;
  statuses: readonly Status[];
  /** Facts with a named entity at either end. */
  limit: number;
  /** Facts of entities near the named ones, and of how many such entities. 0: none. */
  around: number;
  /** How many facts may lie between those and the named ones, 1-3. */
  depth: number;
}

export interface Neighbourhood {
  /** Entities that are named, without archived ones, and without the self entity unless it was given by its id. */
  entityIds: string[];
  /** Newest belief first. */
  facts: Fact[];
  /** By their subject, with its distance; neither of the self entity nor by way of it. Newest belief first. */
  around: { fact: Fact; distance: number }[];
}

export interface VectorQuery {
  /** Vectors of this tag alone. */
  tag: string;
  /** Unit length. */
  vector: Float32Array;
  kinds: VectorKind[];
  /** Hits per kind. */
  limit: number;
  /** For facts and entities; episodes have none. */
  statuses: readonly Status[];
  conversationIds?: readonly string[] | undefined;
  notEpisodeIds?: string[] | undefined;
  occurred?: Interval | undefined;
}

/** `score` is the cosine, -1 to 1. */
export interface VectorHit {
  kind: VectorKind;
  id: string;
  score: number;
}

/** Which facts are meant; what is not given holds for all. */
export interface FactFilter extends Moment {
  statuses?: readonly Status[] | undefined;
  predicates?: readonly string[] | undefined;
  /** Facts whose validity begins in here. */
  valid?: Interval | undefined;
  /** Facts that memory has from in here on. */
  learned?: Interval | undefined;
  /** Part of what full text finds a fact by: its sentence, its predicate, the names at its ends, other words for it. */
  words?: string | undefined;
  confidenceMin?: number | undefined;
  /** Between two entities: not those with a value. */
  joining?: boolean | undefined;
  /** Those for which no model gave other words yet. */
  unexpanded?: boolean | undefined;
}

export interface FactQuery extends FactFilter {
  entityIds?: string[] | undefined;
  role?: "subject" | "object" | "either" | undefined;
  /** Facts resting on one of these episodes. */
  episodeIds?: string[] | undefined;
  limit: number;
}

type Direction = "asc" | "desc";

/** `valid`: by when it began to be true; undated facts stand before all others. */
export const FACT_SORTS = ["learned", "valid", "confidence", "predicate"] as const;
export type FactSort = (typeof FACT_SORTS)[number];

/** Newest first unless sorted. */
export interface FactPageQuery extends FactFilter, PageRequest {
  entityId?: string | undefined;
  sort?: FactSort | undefined;
  order?: Direction | undefined;
}

export const ENTITY_SORTS = ["learned", "name", "mentions", "mentioned", "confidence"] as const;
export type EntitySort = (typeof ENTITY_SORTS)[number];

/** Newest first unless sorted. At a moment: those of which something was true, or believed, then. */
export interface EntityPageQuery extends PageRequest, Moment {
  type?: string | undefined;
  status?: Status | undefined;
  q?: string | undefined;
  sort?: EntitySort | undefined;
  order?: Direction | undefined;
}

export interface EpisodeQuery {
  conversationId?: string | undefined;
  /** With a conversation: its episodes from this position on. */
  fromOrdinal?: number | undefined;
  occurred?: Interval | undefined;
  states?: EpisodeState[] | undefined;
  /** Only episodes that extraction (or verification) waits for. */
  extraction?: Episode["extraction"]["state"] | undefined;
  verification?: Episode["verification"]["state"] | undefined;
  /** With `extraction`: those that may be tried by then; one that waits for a later retry is left out. */
  due?: Instant | undefined;
  /** Replaced turns are left out unless asked for. */
  includeReplaced?: boolean | undefined;
  /** Leaves out turns that a summary stands for. */
  standing?: boolean | undefined;
  order: "oldest" | "newest";
  limit: number;
}

/** `retrying`: pending, and at least one attempt failed. */
export type ExtractionFilter = "pending" | "retrying" | "failed";

/** Those of a conversation in their order; all of them, or those by their extraction, newest first. */
export interface EpisodePageQuery {
  conversationId?: string | undefined;
  /** Only turns that extraction may read: said to their end, remembered, not replaced. */
  extraction?: ExtractionFilter | undefined;
  /** `failed`: turns whose verification was set aside because the model failed at them. */
  verification?: "failed" | undefined;
  /** Only turns of which a call's reasoning looked suspicious (COT-2). */
  suspicious?: boolean | undefined;
}

export interface RejectionQuery extends Interval {
  reason?: string | undefined;
  stage?: string | undefined;
  episodeId?: string | undefined;
}

export interface DayQuery {
  from?: string | undefined;
  to?: string | undefined;
  reported?: boolean | undefined;
}

export interface UndoneStep {
  /** Targets of the changes that were undone. */
  undone: { changeId: string; kind: Change["kind"]; targetId: string }[];
  skipped: { changeId: string; targetId: string }[];
  /** Where the next step begins; null when none is left. */
  next: number | null;
}

/** Where a turn's own words name an entity, or the one that it was merged into. */
export interface Mention {
  episodeId: string;
  entityId: string;
  start: number;
  end: number;
}

export interface AliasHit {
  entity: Entity;
  alias: string;
  kind: Alias["kind"];
}

export interface MemoryStats {
  episodes: number;
  conversations: number;
  entities: Record<string, number>;
  facts: Record<string, number>;
  rejections: Record<string, number>;
  types: { type: string; count: number }[];
  predicates: { predicate: string; count: number }[];
  pending: { extraction: number; verification: number };
}
