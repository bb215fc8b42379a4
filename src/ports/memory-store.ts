import type { Change } from "../domain/change.ts";
import type { Community, EntityLink } from "../domain/community.ts";
import type { Conversation } from "../domain/conversation.ts";
import type { Alias, Entity } from "../domain/entity.ts";
import type {
  ChatMode,
  AnsweredEpisode,
  Episode,
  EpisodeIntent,
  EpisodeSource,
  EpisodeState,
  MemoryMode,
  RecalledItem,
} from "../domain/episode.ts";
import type { Fact } from "../domain/fact.ts";
import type { AppliedBatch, MutationBatch } from "../domain/mutation.ts";
import type { Activity, Day, DayCounts, DayReport } from "../domain/day.ts";
import type { DiffStep } from "../domain/diff.ts";
import type { Rejection, RejectionPatterns } from "../domain/rejection.ts";
import type { Review, ReviewKind, ReviewState } from "../domain/review.ts";
import type { Right } from "../domain/rights.ts";
import type { Status } from "../domain/status.ts";
import type { Trace } from "../domain/trace.ts";
import type { Instant, Interval } from "../domain/time.ts";
import type { ForgetCounts, ForgetTarget } from "../domain/tombstone.ts";
import type { UserSettings } from "../domain/user.ts";
import type { DumpPage, DumpRequest, LoadCounts, MemoryRecord } from "./memory-record.ts";

/**
 * Where memory lives. `forUser` is the only door to content: every handle it returns reads and writes that
 * user's rows alone. `system` sees ids and counts over users, never text.
 *
 * Errors: every method rejects with `EngramError` (`store_unavailable`, `store_full`, `conflict`); a rejected write
 * left nothing behind.
 */
export interface MemoryStore {
  readonly kind: "sqlite" | "neo4j";
  forUser(userId: string): UserStore;
  readonly system: SystemStore;
  /** Waits for what is running, then closes. Idempotent. */
  close(): Promise<void>;
}

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
  /** The wish it is. */
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
  recalled: RecalledItem[];
  model: string | null;
  chainHash?: string | null | undefined;
  error?: string | null | undefined;
  /** Replaces the one it was opened with, when given. */
  intent?: EpisodeIntent | null | undefined;
}

/** World-time and system-time view. Both missing: what is believed now. */
interface AsOf {
  /** World time: what was true then. */
  asOf?: Instant | undefined;
  /** System time: what was believed then. */
  knownAt?: Instant | undefined;
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

/** A memory and the text its vector is made from. */
export interface Embeddable {
  kind: VectorKind;
  id: string;
  text: string;
}

/** A memory with its vector. Null: it cannot have one, and waits no longer until its text changes. */
export type Embedded = Embeddable & { vector: Float32Array | null };

/** Vectors made by the model of this tag. */
export interface Vectors {
  tag: string;
  items: Embedded[];
}

export interface KnownQuery {
  /** Folded names; at most 512. */
  names: string[];
  /** Entities that count as named. */
  entityIds?: readonly string[] | undefined;
  /** The facts of the self entity too, as if it were named. */
  self: boolean;
  statuses: readonly Status[];
  asOf?: Instant | undefined;
  knownAt?: Instant | undefined;
  /** Facts with a named entity at either end. */
  limit: number;
  /** Facts of entities one and two facts away from the named ones, and of how many such entities. 0: none. */
  around: number;
}

export interface Known {
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

export interface FactQuery extends AsOf {
  entityIds?: string[] | undefined;
  role?: "subject" | "object" | "either" | undefined;
  predicates?: string[] | undefined;
  statuses?: readonly Status[] | undefined;
  /** Facts resting on one of these episodes. */
  episodeIds?: string[] | undefined;
  /** Facts whose validity begins in here. */
  valid?: Interval | undefined;
  limit: number;
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

export interface UserStore {
  readonly userId: string;

  settings(): Promise<UserSettings>;
  putSettings(settings: UserSettings): Promise<void>;
  /** The entity "I" and "my" stand for; made on first use. */
  self(): Promise<Entity>;

  // Conversations and episodes
  openEpisode(episode: NewEpisode): Promise<OpenedEpisode>;
  completeEpisode(id: string, result: CompleteEpisode): Promise<AnsweredEpisode>;
  /** Marks `oldId` replaced by `newId`; what rests on the old turn alone leaves the graph. */
  replaceEpisode(oldId: string, newId: string): Promise<void>;
  /** Turns left open by a process that died become interrupted; `olderThan` spares what runs now. */
  episode(id: string): Promise<AnsweredEpisode | null>;
  episodesById(ids: string[]): Promise<Episode[]>;
  episodes(query: EpisodeQuery): Promise<Episode[]>;
  episodePage(query: EpisodePageQuery & PageRequest): Promise<Page<AnsweredEpisode>>;
  episodeByChainHash(hash: string): Promise<Episode | null>;
  /** Episodes around each id in its conversation, up to `radius` on either side. */
  neighbours(ids: string[], radius: number): Promise<Episode[]>;
  conversation(id: string): Promise<Conversation | null>;
  conversationByExternalId(externalId: string): Promise<Conversation | null>;
  conversationPage(page: PageRequest): Promise<Page<Conversation>>;
  patchConversation(
    id: string,
    set: { title?: string | null; historyFrom?: number; historySummary?: string | null },
  ): Promise<Conversation | null>;

  // The graph
  entity(id: string): Promise<Entity | null>;
  entitiesById(ids: string[]): Promise<Entity[]>;
  entityPage(
    query: { type?: string | undefined; status?: Status | undefined; q?: string | undefined } & PageRequest,
  ): Promise<Page<Entity>>;
  /** Entities by exact alias, merged ones under the entity they are now; names are folded by the store as by `domain/text.ts` `foldName`. At most 512 names. */
  entitiesByAlias(names: string[]): Promise<AliasHit[]>;
  /** Entities that were merged into this one. */
  mergedInto(id: string): Promise<Entity[]>;
  fact(id: string): Promise<Fact | null>;
  factsById(ids: string[]): Promise<Fact[]>;
  facts(query: FactQuery): Promise<Fact[]>;
  factPage(
    query: { entityId?: string | undefined; statuses?: readonly Status[] | undefined } & PageRequest,
  ): Promise<Page<Fact>>;
  /** What a text's names mean and what is known of it, in one step. */
  known(query: KnownQuery): Promise<Known>;
  community(id: string): Promise<Community | null>;
  /** In the order asked for; unknown ids are left out. */
  communitiesById(ids: string[]): Promise<Community[]>;
  /** Newest first. */
  communityPage(page: PageRequest): Promise<Page<Community>>;
  /** Those that have one of these entities among their members. */
  communitiesOf(entityIds: string[]): Promise<Community[]>;
  /**
   * What joins entities: believed or newly heard statements between them, and turns that mention both (those that name
   * many things at once not counted). Without the self entity and what is archived; merged ones under the entity they
   * are now. The strongest `limit`.
   */
  links(limit: number): Promise<EntityLink[]>;
  mentions(episodeIds: string[]): Promise<{ episodeId: string; entityId: string }[]>;
  /** Where these entities are mentioned, newest first; at most 2,000. */
  mentionsOf(entityIds: string[]): Promise<{ entityId: string; episodeId: string; conversationId: string }[]>;
  search(query: TextQuery): Promise<TextHit[]>;
  /**
   * Nearest by cosine, best first per kind. Null for a tag of which not all that is stored has a vector, unless it is the
   * one that still serves.
   */
  nearest(query: VectorQuery): Promise<VectorHit[] | null>;

  /** While vectors of another tag are being made: the tag of those that answer until then; null when there is none. */
  servingTag(): Promise<string | null>;

  // Vectors. They are derived: a memory whose text changes or goes loses its vectors with it.
  /**
   * Memories that wait for a vector of this tag, newest first. With a tag not seen before: all of them; the vectors of the
   * tag before serve until the last has its new one.
   */
  unembedded(tag: string, limit: number): Promise<Embeddable[]>;
  /** Stores vectors; returns how many. One whose memory is gone or reads differently by now is dropped. */
  putVectors(tag: string, items: Embedded[]): Promise<number>;

  /**
   * The one way to change the graph. Logs a Change per entity or fact mutation. With the vectors of what it brings, they
   * are stored with it, as `putVectors` would, or wait like any other memory's.
   */
  apply(batch: MutationBatch, vectors?: Vectors): Promise<AppliedBatch>;
  changePage(
    query: { targetId?: string | undefined; runId?: string | undefined } & PageRequest,
  ): Promise<Page<Change>>;
  change(id: string): Promise<Change | null>;
  /** Restores what stood before; rejects with `conflict` when something changed it later. */
  undo(changeId: string): Promise<Change>;
  /**
   * Undoes changes of one run, newest first, at most `limit` from `before` on; one that something changed later is
   * skipped. With its last change gone, refusals it overruled stand again, and its merges are questions again (those
   * of the owner) or refused for good (those of code or a model).
   */
  undoRun(runId: string, step: { limit: number; before?: number | undefined }): Promise<UndoneStep>;
  rejection(id: string): Promise<Rejection | null>;
  rejectionPage(query: RejectionQuery & PageRequest): Promise<Page<Rejection>>;
  rejectionPatterns(query: Interval & { by: "day" | "week" }): Promise<RejectionPatterns>;

  review(id: string): Promise<Review | null>;
  reviewsById(ids: string[]): Promise<Review[]>;
  /** Newest first. */
  reviewPage(
    query: { kind?: ReviewKind | undefined; state?: ReviewState | undefined } & PageRequest,
  ): Promise<Page<Review>>;

  /** What a dry run would change; kept until something is forgotten. */
  putDiff(runId: string, steps: DiffStep[]): Promise<void>;
  diff(runId: string): Promise<DiffStep[] | null>;
  /** What models said about these episodes. */
  traces(episodeIds: string[]): Promise<Trace[]>;
  /** What the idle pass has spent on the model since then; live extractions not counted. */
  modelUse(since: Instant): Promise<{ calls: number; tokens: number; seconds: number }>;

  /** Adds to what is counted of these days. Of a user of whom nothing is stored nothing is counted. */
  addCounts(days: { date: string; counts: DayCounts }[]): Promise<void>;
  /** Replaces the report of its day; days before `keepFrom` (`YYYY-MM-DD`) go. */
  putReport(report: DayReport, keepFrom: string): Promise<void>;
  /** Newest first, both ends included; with `reported` only days that have a report. */
  dayPage(query: DayQuery & PageRequest): Promise<Page<Day>>;
  activity(interval: Required<Interval>): Promise<Activity>;

  /**
   * Redacts the words, scrubs facts, entities, changes, rejections and indexes, leaves tombstones. Synchronous,
   * idempotent: all counts are zero when nothing was left. Content is unrecoverable from the store's own files after.
   */
  forget(target: ForgetTarget, at: Instant): Promise<ForgetCounts>;
  /** The text as it may be stored when it was said at `at`: words forgotten after that are redacted. */
  redactForgotten(text: string, at: Instant): Promise<{ text: string; redacted: boolean }>;
  /** Of these, what was more often called of no use than of use, and by how much. */
  unhelpful(targetIds: string[]): Promise<{ targetId: string; count: number }[]>;
  recordFeedback(feedback: { targetId: string; helpful: boolean; at: Instant }): Promise<void>;
  stats(): Promise<MemoryStats>;

  /** Everything that is kept of this user, page by page; what is written meanwhile may be in it or not. */
  dump(request: DumpRequest): Promise<DumpPage>;
  /**
   * Adds records of a dump, in its order, all or none. What is there already stays as it is, so a load that was cut
   * off is begun again anywhere before. Rejects with `conflict` when the user has a memory of another origin.
   */
  load(records: MemoryRecord[]): Promise<LoadCounts>;
}

export interface ApiKeyRecord {
  id: string;
  userId: string;
  /** SHA-256 of the secret, hex. */
  hash: string;
  rights: Right[];
  createdAt: Instant;
  revokedAt: Instant | null;
}

/** An administrative act, written when it was done (an export: when it begins). Ids and counts only, never text. */
export interface AuditRecord {
  /** Grows with time. */
  id: string;
  at: Instant;
  /** A user, or `cli`, `schedule`, `service`. */
  actor: string;
  act: AuditAct;
  /** Whose memory or key; null for everything. */
  userId: string | null;
  /** What it was done to: ids of keys, runs, names of files. */
  targets: string[];
  counts: Record<string, number>;
}

type AuditAct =
  | "key_created"
  | "key_revoked"
  | "backup"
  | "restore"
  | "import"
  | "export"
  | "migrate"
  | "forget_everything"
  | "undo_run"
  | "prune"
  | "schedule_paused"
  | "schedule_resumed";

export interface RunRecord {
  id: string;
  /** Whose memory it works on; null for all. */
  userId: string | null;
  job: string;
  state: "running" | "done" | "failed" | "aborted";
  dryRun: boolean;
  startedAt: Instant;
  finishedAt: Instant | null;
  /** Counts only, never text. */
  result: Record<string, number>;
  error: string | null;
}

/** A small thing the service remembers for itself over restarts and processes: ids, times and counts. */
export interface SystemNote {
  name: string;
  /** Of the value as it is; 0: there is none yet. */
  version: number;
  /** JSON. */
  value: unknown;
}

export interface SystemStore {
  /** Ids of all users that have anything stored. */
  users(): Promise<string[]>;
  /** Episodes that wait; with `due` only those that may be tried by then. */
  pendingExtraction(
    limit: number,
    due?: Instant,
  ): Promise<{ userId: string; conversationId: string; episodeId: string }[]>;
  /** Users with memories that wait for a vector of this tag. */
  pendingEmbedding(tag: string): Promise<{ userId: string; memories: number }[]>;
  /** `deferred`: episodes that wait for a vote of the model. */
  pendingVerification(): Promise<
    { userId: string; episodes: number; deferred: number; lastMessageAt: Instant }[]
  >;
  counts(): Promise<{
    pendingExtraction: number;
    /** Of these, turns of which an attempt failed. */
    retryingExtraction: number;
    /** Turns set aside after their last attempt. */
    failedExtraction: number;
    pendingVerification: number;
    facts: Record<string, number>;
    entities: number;
  }>;
  /** Open turns become interrupted; returns how many. Called once at start, by a process that is alone. */
  interruptOpenEpisodes(): Promise<number>;
  /** Turns recorded before then that are still open, oldest first. */
  openEpisodes(
    before: Instant,
    limit: number,
  ): Promise<{ userId: string; conversationId: string; episodeId: string }[]>;

  keys(): Promise<ApiKeyRecord[]>;
  putKey(key: ApiKeyRecord): Promise<void>;
  revokeKey(id: string, at: Instant): Promise<boolean>;

  /** One that is there already stays as it is. */
  putAudit(row: AuditRecord): Promise<void>;
  /** Newest first: those about one user, or all with null. */
  audits(userId: string | null, limit: number): Promise<AuditRecord[]>;

  /** Runs that a process left running become aborted; returns how many. Called once at start, when it is alone. */
  abortRuns(at: Instant): Promise<number>;
  /** Over all users, oldest first; at most 1,000. */
  runningRuns(): Promise<RunRecord[]>;
  putRun(run: RunRecord): Promise<void>;
  run(id: string): Promise<RunRecord | null>;
  runs(userId: string, limit: number): Promise<RunRecord[]>;

  /** Those whose names begin so, by name; at most 10,000. */
  notes(prefix: string): Promise<SystemNote[]>;
  /** Writes when `version` is the one that stands; false when another was faster. Null as a value removes it. */
  putNote(note: SystemNote): Promise<boolean>;

  /** Cheap liveness: rejects when the store does not answer. */
  ping(): Promise<void>;
  /** Full integrity check; problems found, empty when sound. */
  check(): Promise<string[]>;
  backup(file: string): Promise<void>;
}
