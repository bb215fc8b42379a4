import type { Change } from "../domain/model/change.ts";
import type { Community, EntityLink } from "../domain/model/community.ts";
import type { Conversation } from "../domain/model/conversation.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { AnsweredEpisode, Episode } from "../domain/model/episode.ts";
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
  EntityPageQuery,
  FactPageQuery,
  FactQuery,
  EpisodeQuery,
  EpisodePageQuery,
  RejectionQuery,
  DayQuery,
  UndoneStep,
  AliasHit,
  Mention,
  MemoryStats,
} from "./store-types.ts";

/** Whose memory it is, and how much of it there is. */
interface UserAccount {
  readonly userId: string;

  settings(): Promise<UserSettings>;
  putSettings(settings: UserSettings): Promise<void>;
  /** The entity "I" and "my" stand for; made on first use. */
  self(): Promise<Entity>;

  stats(): Promise<MemoryStats>;
}

/** What was said, turn by turn. */
interface EpisodeStore {
  openEpisode(episode: NewEpisode): Promise<OpenedEpisode>;
  completeEpisode(id: string, result: CompleteEpisode): Promise<AnsweredEpisode>;
  /** Marks `oldId` replaced by `newId`; what rests on the old turn alone leaves the graph. */
  replaceEpisode(oldId: string, newId: string): Promise<void>;
  /** Turns left open by a process that died become interrupted; `olderThan` spares what runs now. */
  episode(id: string): Promise<AnsweredEpisode | null>;
  episodesById(ids: string[]): Promise<Episode[]>;
  episodes(query: EpisodeQuery): Promise<Episode[]>;
  episodePage(query: EpisodePageQuery & PageRequest): Promise<Page<AnsweredEpisode>>;
  episodesByChainHash(hash: string, limit: number): Promise<Episode[]>;
  /** Episodes around each id in its conversation, up to `radius` on either side. */
  neighbours(ids: string[], radius: number): Promise<Episode[]>;
  conversation(id: string): Promise<Conversation | null>;
  conversationByExternalId(externalId: string): Promise<Conversation | null>;
  conversationPage(page: PageRequest): Promise<Page<Conversation>>;
  patchConversation(id: string, set: ConversationPatch): Promise<Conversation | null>;
}

/** Entities, facts and what joins them, as they stand. */
interface GraphStore {
  entity(id: string): Promise<Entity | null>;
  entitiesById(ids: string[]): Promise<Entity[]>;
  entityPage(query: EntityPageQuery): Promise<Page<Entity>>;
  /** Entities by exact alias, merged ones under the entity they are now; names are folded by the store as by `language/text.ts` `foldName`. At most 512 names. */
  entitiesByAlias(names: string[]): Promise<AliasHit[]>;
  /** Entities that were merged into this one. */
  mergedInto(id: string): Promise<Entity[]>;
  fact(id: string): Promise<Fact | null>;
  factsById(ids: string[]): Promise<Fact[]>;
  facts(query: FactQuery): Promise<Fact[]>;
  factPage(query: FactPageQuery): Promise<Page<Fact>>;
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
  mentions(episodeIds: string[]): Promise<Mention[]>;
  /** Where these entities are mentioned, newest first; at most 2,000. */
  mentionsOf(entityIds: string[]): Promise<{ entityId: string; episodeId: string; conversationId: string }[]>;
}

/** What is found by names, words and vectors. */
interface SearchStore {
  /** What a text's names mean and what is known of it, in one step. */
  known(query: KnownQuery): Promise<Neighbourhood>;
  search(query: TextQuery): Promise<TextHit[]>;
  /**
   * Nearest by cosine, best first per kind. Null for a tag of which not all that is stored has a vector, unless it is the
   * one that still serves.
   */
  nearest(query: VectorQuery): Promise<VectorHit[] | null>;

  /** While vectors of another tag are being made: the tag of those that answer until then; null when there is none. */
  servingTag(): Promise<string | null>;
}

/** Vectors are derived: a memory whose text changes or goes loses its vectors with it. */
interface VectorStore {
  /**
   * Memories that wait for a vector of this tag, newest first. With a tag not seen before: all of them; the vectors of the
   * tag before serve until the last has its new one.
   */
  unembedded(tag: string, limit: number): Promise<Embeddable[]>;
  /** Stores vectors; returns how many. One whose memory is gone or reads differently by now is dropped. */
  putVectors(tag: string, items: Embedded[]): Promise<number>;
  /** Of these memories, those with a vector of this tag; in no order. */
  vectorsOf(tag: string, items: VectorOf[]): Promise<(VectorOf & { vector: Float32Array })[]>;
}

/** Every change, its log and its way back. */
interface ChangeStore {
  /**
   * The one way to change the graph. Logs a Change per entity or fact mutation. With the vectors of what it brings, they
   * are stored with it, as `putVectors` would, or wait like any other memory's.
   */
  apply(batch: MutationBatch, vectors?: Vectors): Promise<AppliedBatch>;
  changePage(query: ChangePageQuery): Promise<Page<Change>>;
  change(id: string): Promise<Change | null>;
  /** Restores what stood before; rejects with `conflict` when something changed it later. */
  undo(changeId: string): Promise<Change>;
  /**
   * Undoes changes of one run, newest first, at most `limit` from `before` on; one that something changed later is
   * skipped. With its last change gone, refusals it overruled stand again, and its merges are questions again (those
   * of the owner) or refused for good (those of code or a model).
   */
  undoRun(runId: string, step: { limit: number; before?: number | undefined }): Promise<UndoneStep>;
  /** What a dry run would change; kept until something is forgotten. */
  putDiff(runId: string, steps: DiffStep[]): Promise<void>;
  diff(runId: string): Promise<DiffStep[] | null>;
}

/** What was refused, what waits for the owner, and what models said about it. */
interface ReviewStore {
  rejection(id: string): Promise<Rejection | null>;
  rejectionPage(query: RejectionQuery & PageRequest): Promise<Page<Rejection>>;
  rejectionPatterns(query: Interval & { by: "day" | "week" }): Promise<RejectionPatterns>;

  review(id: string): Promise<Review | null>;
  reviewsById(ids: string[]): Promise<Review[]>;
  /** Newest first. */
  reviewPage(query: ReviewPageQuery): Promise<Page<Review>>;

  /** What models said about these episodes. */
  traces(episodeIds: string[]): Promise<Trace[]>;
  /** What the idle pass has spent on the model since then; live extractions not counted. */
  modelUse(since: Instant): Promise<{ calls: number; tokens: number; seconds: number }>;
}

/** Counts and reports by day. */
interface DayStore {
  /** Adds to what is counted of these days. Of a user of whom nothing is stored nothing is counted. */
  addCounts(days: { date: string; counts: DayCounts }[]): Promise<void>;
  /** Replaces the report of its day; days before `keepFrom` (`YYYY-MM-DD`) go. */
  putReport(report: DayReport, keepFrom: string): Promise<void>;
  /** Newest first, both ends included; with `reported` only days that have a report. */
  dayPage(query: DayQuery & PageRequest): Promise<Page<Day>>;
  activity(interval: Required<Interval>): Promise<Activity>;
}

/** What goes, and what is of no use. */
interface ForgettingStore {
  /**
   * Redacts the words, scrubs facts, entities, changes, rejections and indexes, leaves tombstones. Synchronous,
   * idempotent: all counts are zero when nothing was left. Content is unrecoverable from the store's own files after.
   */
  forget(target: ForgetTarget, at: Instant): Promise<ForgetOutcome>;
  /** The text as it may be stored when it was said at `at`: words forgotten after that are redacted. */
  redactForgotten(text: string, at: Instant): Promise<{ text: string; redacted: boolean }>;
  /** Another number after each forgetting: what was read under one number may hold what is gone under another. */
  forgettings(): Promise<number>;
  /** Of these, what was more often called of no use than of use, and by how much. */
  unhelpful(targetIds: string[]): Promise<{ targetId: string; count: number }[]>;
  recordFeedback(feedback: { targetId: string; helpful: boolean; at: Instant }): Promise<void>;
}

/** A whole memory, out and in. */
interface TransferStore {
  /** Everything that is kept of this user, page by page; what is written meanwhile may be in it or not. */
  dump(request: DumpRequest): Promise<DumpPage>;
  /**
   * Adds records of a dump, in its order, all or none. What is there already stays as it is, so a load that was cut
   * off is begun again anywhere before. Rejects with `conflict` when the user has a memory of another origin.
   */
  load(records: MemoryRecord[]): Promise<LoadCounts>;
}

/** One user's memory: rows of nobody else can be named through it. */
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
    TransferStore {}
