import type { Change } from "../domain/model/change.ts";
import type { BranchPoint, StoredShelf } from "../domain/model/conversation.ts";
import type { Alias, Entity } from "../domain/model/entity.ts";
import type {
  AnsweredEpisode,
  Episode,
  EpisodeIntent,
  EpisodeState,
  RecalledRef,
} from "../domain/model/episode.ts";
import type { ContextType, Outcome } from "../domain/model/context.ts";
import type { LinkType } from "../domain/model/link.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { ReviewKind, ReviewState } from "../domain/model/review.ts";
import type { Status } from "../domain/model/status.ts";
import type { Instant, Interval, Moment } from "../domain/model/time.ts";

/** Queries to stores, and their results. */

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
  /** Those whose `right` is one of these. */
  rightIds?: readonly string[] | undefined;
} & PageRequest;

export interface ConversationPatch {
  title?: string | null;
  historyFrom?: number;
  historySummary?: string | null;
  shelf?: StoredShelf | null;
}

export interface ConversationPageQuery extends PageRequest {
  /** `listed`: all but the archived ones. */
  shelf?: "pinned" | "archived" | "listed" | undefined;
  /** One on no shelf whose last message is older counts as archived. */
  archivedBefore?: Instant | null;
}

/** A turn as known when it begins. */
export interface NewEpisode extends Pick<
  Episode,
  "id" | "userMessage" | "source" | "state" | "memory" | "mode" | "occurredAt" | "recordedAt"
> {
  /**
   * Created if it does not exist and `createConversation` is true; otherwise an unknown one rejects with `not_found`.
   */
  conversationId: string;
  createConversation: boolean;
  conversation?:
    | ({
        title?: string | null;
        clientSystem?: string | null;
        externalId?: string | null;
      } & Partial<BranchPoint>)
    | undefined;
  assistantReply?: string | null | undefined;
  speaker?: string | null | undefined;
  externalId?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
  /** Whether it is queued for extraction once it is complete. */
  extract: boolean;
  /** The turn's intent. */
  intent?: EpisodeIntent | null | undefined;
  outcome?: Outcome | undefined;
  contextType?: ContextType | undefined;
  /** Lowercase, separated by spaces. */
  tags?: string | undefined;
}

export type OpenedEpisode =
  | { outcome: "opened"; episode: AnsweredEpisode }
  /** The idempotency key or external id was seen before: the existing episode, unchanged. */
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
  /** Extraction waits until then. */
  extractNotBefore?: Instant | undefined;
  /** If given, replaces the intent it was opened with. */
  intent?: EpisodeIntent | null | undefined;
}

/**
 * `episode` searches user messages, `reply` searches replies; both return episode ids. `dialogue`: matching turns of
 * named speakers, and their neighbours up to two turns away.
 */
export type SearchKind = "fact" | "entity" | "episode" | "reply" | "dialogue" | "community";

/** What both searches are limited to. */
interface SearchScope {
  /** Hits per kind. */
  limit: number;
  /** For facts and entities; episodes have none. */
  statuses: readonly Status[];
  /** For episodes. */
  conversationIds?: readonly string[] | undefined;
  /** Episodes to exclude (the running turn). */
  notEpisodeIds?: string[] | undefined;
  occurred?: Interval | undefined;
}

export interface TextQuery extends SearchScope {
  /** Folded words, stop words removed; at most 1,000. Matched as OR of stems; `wor*` is any word that begins so. */
  terms: string[];
  kinds: SearchKind[];
  /** With kind `dialogue`: turns found by other means to include, with their neighbours. */
  besides?: string[] | undefined;
}

/** `score` is BM25, higher is better; comparable only within one kind and one query. 0: a neighbour of a hit. */
export interface TextHit {
  kind: SearchKind;
  id: string;
  score: number;
  /** For episodes with a speaker. */
  speaker?: string | undefined;
  /** With kind `dialogue`. */
  turn?: DialogueTurn | undefined;
}

/** A turn's position and speaker. */
export interface DialogueTurn {
  conversationId: string;
  ordinal: number;
  speaker: string;
  occurredAt: Instant;
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

/** A memory with its vector. Null: it cannot have one, and is not pending until its text changes. */
export type Embedded = Embeddable & { vector: Float32Array | null };

/** Vectors made by the model with this tag. */
export interface Vectors {
  tag: string;
  items: Embedded[];
}

export interface KnownQuery extends Moment {
  /** Folded names; at most 512. */
  names: string[];
  /** Entities to treat as named. */
  entityIds?: readonly string[] | undefined;
  /** Include the facts of the self entity, as if it were named. */
  self: boolean;
  statuses: readonly Status[];
  /** Facts with a named entity at either end. */
  limit: number;
  /** Maximum facts about entities near the named ones, and maximum number of such entities. 0: none. */
  around: number;
  /** Maximum hops between those and the named ones, 1-3. */
  depth: number;
}

export interface Neighbourhood {
  /** Named entities, without archived ones, and without the self entity unless it was given by id. */
  entityIds: string[];
  /** Newest belief first. */
  facts: Fact[];
  /**
   * Facts of nearby entities, by subject, with its distance; neither about nor through the self entity. Newest belief
   * first.
   */
  around: { fact: Fact; distance: number }[];
}

export interface VectorQuery extends SearchScope {
  /** Only vectors with this tag. */
  tag: string;
  /** Unit length. */
  vector: Float32Array;
  kinds: VectorKind[];
}

/** `score` is the cosine, -1 to 1. */
export interface VectorHit {
  kind: VectorKind;
  id: string;
  score: number;
}

/** Selects facts; an omitted field does not filter. */
export interface FactFilter extends Moment {
  statuses?: readonly Status[] | undefined;
  predicates?: readonly string[] | undefined;
  /** Facts whose validity begins in this interval. */
  valid?: Interval | undefined;
  /** Facts learned in this interval. */
  learned?: Interval | undefined;
  /** Words that full text matches against a fact: its sentence, predicate, entity names and expansion. */
  words?: string | undefined;
  confidenceMin?: number | undefined;
  /** Only facts between two entities, not those with a literal value. */
  joining?: boolean | undefined;
  /** Only facts without an expansion by a model. */
  unexpanded?: boolean | undefined;
}

export type FactRole = "subject" | "object" | "either" | "both";

export interface FactQuery extends FactFilter {
  entityIds?: string[] | undefined;
  /** Which end is one of `entityIds`; "both": each end. */
  role?: FactRole | undefined;
  /** Facts with evidence in one of these episodes. */
  episodeIds?: string[] | undefined;
  limit: number;
}

/** Facts that join two entities, at one moment. */
export interface DegreeQuery extends Moment {
  /** Count the facts that join this entity with others. */
  entityId?: string | undefined;
  /** An entity that is listed first. */
  first: string;
  /** Any other entity with fewer facts is left out. */
  degreeMin: number;
  limit: number;
}

/** Number of facts that join each entity with another, highest first; `total`: of entities, those beyond the limit too. */
export interface Degrees {
  degrees: { id: string; degree: number }[];
  total: number;
}

type Direction = "asc" | "desc";

/** `valid`: by start of validity; undated facts come before all others. */
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

/** Newest first unless sorted. With a moment: only entities with a fact that was true, or believed, then. */
export interface EntityPageQuery extends PageRequest, Moment {
  type?: string | undefined;
  status?: Status | undefined;
  q?: string | undefined;
  sort?: EntitySort | undefined;
  order?: Direction | undefined;
}

export interface EpisodeQuery {
  conversationId?: string | undefined;
  /** With a conversation: only its episodes from this position on. */
  fromOrdinal?: number | undefined;
  /** With a conversation: only its episodes before this position. */
  beforeOrdinal?: number | undefined;
  occurred?: Interval | undefined;
  states?: EpisodeState[] | undefined;
  /** Only episodes pending extraction (or verification). */
  extraction?: Episode["extraction"]["state"] | undefined;
  verification?: Episode["verification"]["state"] | undefined;
  /** With `extraction`: only episodes due for an attempt by then; later retries are left out. */
  due?: Instant | undefined;
  /** Include replaced turns; by default they are left out. */
  includeReplaced?: boolean | undefined;
  /** Leave out turns replaced by a summary. */
  standing?: boolean | undefined;
  order: "oldest" | "newest";
  limit: number;
}

export interface EpisodeTypeQuery {
  contextType: ContextType;
  recorded: Interval;
  limit: number;
}

/** `retrying`: pending, with at least one failed attempt. */
export type ExtractionFilter = "pending" | "retrying" | "failed";

/** A conversation's episodes in order, or all of them, optionally by extraction state, newest first. */
export interface EpisodePageQuery {
  conversationId?: string | undefined;
  /** Only turns that extraction may read: complete, remembered, not replaced. */
  extraction?: ExtractionFilter | undefined;
  /** `failed`: turns whose verification was abandoned because the model failed on them. */
  verification?: "failed" | undefined;
  /** Only turns with a model call whose reasoning looked suspicious (COT-2). */
  suspicious?: boolean | undefined;
}

export interface RejectionQuery extends Interval {
  reason?: string | undefined;
  stage?: string | undefined;
  episodeId?: string | undefined;
}

export interface LinkPageQuery extends PageRequest {
  /** Links with one of these at either end; at most 512. */
  endIds?: readonly string[] | undefined;
  type?: LinkType | undefined;
}

export interface DayQuery {
  from?: string | undefined;
  to?: string | undefined;
  reported?: boolean | undefined;
}

export interface UndoneStep {
  /** Targets of the undone changes. */
  undone: { changeId: string; kind: Change["kind"]; targetId: string }[];
  skipped: { changeId: string; targetId: string }[];
  /** Cursor of the next step; null if none is left. */
  next: number | null;
}

/** A span in which a turn's own words name an entity, or the one it was merged into. */
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
