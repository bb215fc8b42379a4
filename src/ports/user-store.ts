import type { Change } from "../domain/model/change.ts";
import type { Community, EntityLink } from "../domain/model/community.ts";
import type { Conversation } from "../domain/model/conversation.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { AnsweredEpisode, Episode } from "../domain/model/episode.ts";
import type { Link } from "../domain/model/link.ts";
import type { Feedback } from "../domain/model/feedback.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { AppliedBatch, MutationBatch } from "../domain/model/mutation.ts";
import type { Activity, Day, DayCounts, DayReport } from "../domain/model/day.ts";
import type { DiffStep } from "../domain/model/diff.ts";
import type { Rejection, RejectionPatterns } from "../domain/model/rejection.ts";
import type { Review } from "../domain/model/review.ts";
import type { Trace } from "../domain/model/trace.ts";
import type { Instant, Interval } from "../domain/model/time.ts";
import type { ForgetTarget, ForgetOutcome } from "../domain/model/tombstone.ts";
import type { UserSettings } from "../domain/model/user.ts";
import type { DumpPage, DumpRequest, LoadCounts, MemoryRecord } from "./memory-record.ts";
import type {
  Page,
  PageRequest,
  ChangePageQuery,
  ReviewPageQuery,
  ConversationPageQuery,
  ConversationPatch,
  NewEpisode,
  OpenedEpisode,
  CompleteEpisode,
  TextQuery,
  TextHit,
  Embeddable,
  Embedded,
  Vectors,
  KnownQuery,
  Neighbourhood,
  VectorQuery,
  VectorHit,
  VectorOf,
  DegreeQuery,
  Degrees,
  EntityPageQuery,
  FactPageQuery,
  FactQuery,
  EpisodeQuery,
  EpisodePageQuery,
  EpisodeTypeQuery,
  RejectionQuery,
  DayQuery,
  LinkPageQuery,
  UndoneStep,
  AliasHit,
  Mention,
  MemoryStats,
} from "./store-types.ts";

/** The memory's owner and its size. */
interface UserAccount {
  readonly userId: string;

  settings(): Promise<UserSettings>;
  putSettings(settings: UserSettings): Promise<void>;
  /** The entity that "I" and "my" refer to; created on first use. */
  self(): Promise<Entity>;

  stats(): Promise<MemoryStats>;
}

/** The turns. */
interface EpisodeStore {
  openEpisode(episode: NewEpisode): Promise<OpenedEpisode>;
  completeEpisode(id: string, result: CompleteEpisode): Promise<AnsweredEpisode>;
  /** Marks `oldId` as replaced by `newId`; anything supported only by the old turn leaves the graph. */
  replaceEpisode(oldId: string, newId: string): Promise<void>;
  episode(id: string): Promise<AnsweredEpisode | null>;
  episodesById(ids: string[]): Promise<Episode[]>;
  episodes(query: EpisodeQuery): Promise<Episode[]>;
  episodePage(query: EpisodePageQuery & PageRequest): Promise<Page<AnsweredEpisode>>;
  /** Episodes of a type that were stored in this time, oldest first. */
  episodesOfType(query: EpisodeTypeQuery): Promise<Episode[]>;
  episodesByChainHash(hash: string, limit: number): Promise<Episode[]>;
  /** Neighbours of each episode in its conversation, up to `radius` on either side. */
  neighbours(ids: string[], radius: number): Promise<Episode[]>;
  conversation(id: string): Promise<Conversation | null>;
  conversationByExternalId(externalId: string): Promise<Conversation | null>;
  /** Conversations that branch off from this one, oldest first; at most `BRANCHES_MAX`. */
  branches(conversationId: string): Promise<Conversation[]>;
  conversationPage(query: ConversationPageQuery): Promise<Page<Conversation>>;
  patchConversation(id: string, set: ConversationPatch): Promise<Conversation | null>;
}

/** Entities, facts and their links, as currently stored. */
interface GraphStore {
  entity(id: string): Promise<Entity | null>;
  entitiesById(ids: string[]): Promise<Entity[]>;
  entityPage(query: EntityPageQuery): Promise<Page<Entity>>;
  /**
   * Entities by exact alias; a merged entity resolves to its survivor. The store folds names as `foldName` in
   * `language/text.ts` does. At most 512 names.
   */
  entitiesByAlias(names: string[]): Promise<AliasHit[]>;
  /** Entities that were merged into this one. */
  mergedInto(id: string): Promise<Entity[]>;
  fact(id: string): Promise<Fact | null>;
  factsById(ids: string[]): Promise<Fact[]>;
  facts(query: FactQuery): Promise<Fact[]>;
  degrees(query: DegreeQuery): Promise<Degrees>;
  factPage(query: FactPageQuery): Promise<Page<Fact>>;
  community(id: string): Promise<Community | null>;
  /** In the order requested; unknown ids are left out. */
  communitiesById(ids: string[]): Promise<Community[]>;
  /** Newest first. */
  communityPage(page: PageRequest): Promise<Page<Community>>;
  /** Communities with any of these entities among their members. */
  communitiesOf(entityIds: string[]): Promise<Community[]>;
  /**
   * Links between entities: believed or staged statements between them, and turns that mention both (excluding turns
   * that name many things at once). Without the self entity and archived entities; merged ones appear as their
   * survivor. The strongest `limit`.
   */
  links(limit: number): Promise<EntityLink[]>;
  mentions(episodeIds: string[]): Promise<Mention[]>;
  /** Mentions of these entities, newest first; at most 2,000. */
  mentionsOf(entityIds: string[]): Promise<{ entityId: string; episodeId: string; conversationId: string }[]>;
}

/** Search by name, words and vector. */
interface SearchStore {
  /** Resolves a text's names and returns what is known about them, in one step. */
  known(query: KnownQuery): Promise<Neighbourhood>;
  search(query: TextQuery): Promise<TextHit[]>;
  /**
   * Nearest by cosine, best first per kind. Null if not everything stored has a vector with this tag, unless it is the
   * serving tag.
   */
  nearest(query: VectorQuery): Promise<VectorHit[] | null>;

  /** While vectors with a new tag are being made: the tag that serves until then; otherwise null. */
  servingTag(): Promise<string | null>;
}

/** Vectors are derived: when a memory's text changes or is deleted, its vectors go too. */
interface VectorStore {
  /**
   * Memories that need a vector with this tag, newest first. For a new tag: all of them; the previous tag's vectors
   * serve until the last new one is stored.
   */
  unembedded(tag: string, limit: number): Promise<Embeddable[]>;
  /** Stores vectors; returns how many. A vector whose memory is gone or has changed is dropped. */
  putVectors(tag: string, items: Embedded[]): Promise<number>;
  /** The subset of these memories that have a vector with this tag; unordered. */
  vectorsOf(tag: string, items: VectorOf[]): Promise<(VectorOf & { vector: Float32Array })[]>;
}

/** Changes to the graph, their log and undo. */
interface ChangeStore {
  /**
   * The only way to change the graph. Logs a Change per entity or fact mutation. Vectors of new memories, if given, are
   * stored with them as by `putVectors`; otherwise they are pending like any other memory's.
   */
  apply(batch: MutationBatch, vectors?: Vectors): Promise<AppliedBatch>;
  changePage(query: ChangePageQuery): Promise<Page<Change>>;
  change(id: string): Promise<Change | null>;
  /** Restores the previous state; rejects with `conflict` if a later change touched it. */
  undo(changeId: string): Promise<Change>;
  /**
   * Undoes a run's changes, newest first, at most `limit` starting at `before`; a change with later changes on top is
   * skipped. When its last change is undone, rejections it overruled apply again, and its merges become open questions
   * again (if the owner's) or are rejected for good (if made by code or a model).
   */
  undoRun(runId: string, step: { limit: number; before?: number | undefined }): Promise<UndoneStep>;
  /** The changes a dry run would make; kept until the next forgetting. */
  putDiff(runId: string, steps: DiffStep[]): Promise<void>;
  diff(runId: string): Promise<DiffStep[] | null>;
}

/** Rejections, questions for the owner, and model traces. */
interface ReviewStore {
  rejection(id: string): Promise<Rejection | null>;
  rejectionPage(query: RejectionQuery & PageRequest): Promise<Page<Rejection>>;
  rejectionPatterns(query: Interval & { by: "day" | "week" }): Promise<RejectionPatterns>;

  review(id: string): Promise<Review | null>;
  reviewsById(ids: string[]): Promise<Review[]>;
  /** Newest first. */
  reviewPage(query: ReviewPageQuery): Promise<Page<Review>>;

  /** Model traces of these episodes. */
  traces(episodeIds: string[]): Promise<Trace[]>;
  /** The idle pass's model usage since then, without live extractions. */
  modelUse(since: Instant): Promise<{ calls: number; tokens: number; seconds: number }>;
}

/** Counts and reports by day. */
interface DayStore {
  /** Adds to the counts of these days. Ignored for a user without stored data. */
  addCounts(days: { date: string; counts: DayCounts }[]): Promise<void>;
  /** Replaces the report for its day; days before `keepFrom` (`YYYY-MM-DD`) are deleted. */
  putReport(report: DayReport, keepFrom: string): Promise<void>;
  /** Newest first, both ends included; with `reported`, only days that have a report. */
  dayPage(query: DayQuery & PageRequest): Promise<Page<Day>>;
  activity(interval: Required<Interval>): Promise<Activity>;
}

/** Forgetting, and feedback on memories. */
interface ForgettingStore {
  /**
   * Redacts the words, scrubs facts, entities, changes, rejections and indexes, and leaves tombstones. Synchronous and
   * idempotent: all counts are zero if nothing was left. Afterwards the content cannot be recovered from the store's
   * own files.
   */
  forget(target: ForgetTarget, at: Instant): Promise<ForgetOutcome>;
  /** The text as it may be stored if said at `at`: words forgotten later are redacted. */
  redactForgotten(text: string, at: Instant): Promise<{ text: string; redacted: boolean }>;
  /** Changes with each forgetting: data read under one number may contain words that are gone under another. */
  forgettings(): Promise<number>;
  /** Feedback on these memories, the newest 30 events of each; unordered. */
  feedbackOn(targetIds: string[]): Promise<Feedback[]>;
  /** Feedback that names the turn it was given for, newest first. */
  recentFeedback(limit: number): Promise<Feedback[]>;
  /** Idempotent: one event per memory, time and basis. */
  recordFeedback(feedback: readonly Feedback[]): Promise<void>;
}

/** Typed links between memories. */
interface LinkStore {
  /** Creates them, or replaces those with the same id. Its callers make sure that the ends exist. */
  putLinks(links: readonly Link[]): Promise<void>;
  /** Returns how many existed. */
  deleteLinks(ids: readonly string[]): Promise<number>;
  /** Newest first, without expired ones. */
  linkPage(query: LinkPageQuery): Promise<Page<Link>>;
  /** Deletes the links that had expired by then; returns how many. */
  dropExpiredLinks(at: Instant): Promise<number>;
}

/** Export and import of a whole memory. */
interface TransferStore {
  /** Everything stored about this user, page by page; concurrent writes may or may not be included. */
  dump(request: DumpRequest): Promise<DumpPage>;
  /**
   * Adds records of a dump, in its order, all or none. Existing records are left unchanged, so an interrupted load can
   * resume from any earlier point. Rejects with `conflict` if the user's memory has a different origin.
   */
  load(records: MemoryRecord[]): Promise<LoadCounts>;
}

/** One user's memory: no other user's rows can be addressed through it. */
export interface UserStore
  extends
    UserAccount,
    EpisodeStore,
    GraphStore,
    SearchStore,
    VectorStore,
    ChangeStore,
    ReviewStore,
    DayStore,
    ForgettingStore,
    LinkStore,
    TransferStore {}
