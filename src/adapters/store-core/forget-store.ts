import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { OtherName, SaidRow } from "./forget-facts.ts";
import type { NamedConversation, WordsRow } from "./forget-words.ts";
import type { MentionSpan } from "./graph.ts";
import type { ChangeRow, EpisodeRow, RejectionRow } from "./rows.ts";
import type { Answer } from "./steps.ts";
import type { NewTombstone } from "./tombstones.ts";

type Ids = { ids: string[] };
type Id = { id: string };
type None = Record<string, never>;
/** A page of a list; it begins after the last row that was seen. */
type ByNumber = { n: number; limit: number };
type ByTime = ByNumber & { occurred_at: string };

export type CutRow = WordsRow &
  Pick<EpisodeRow, "n" | "occurred_at" | "memory" | "replaced_by" | "consolidated_into" | "redacted">;

/** What is left in a conversation. */
export interface RemainingConversation {
  id: string;
  title: string | null;
  count: number;
  first: string | null;
  last: string | null;
}

/** What forgetting reads, by the name of the statement that each database has for it. */
export interface ForgetReads {
  /** An episode; of a summary, the turns it stands for as well: who forgets a summary means what it tells. */
  episode: { asked: Id; row: SaidRow };
  "episodes-of-conversation": { asked: Id; row: SaidRow };
  "episodes-in-range": { asked: { from: string; to: string }; row: SaidRow };
  "conversation-known": { asked: Id; row: Id };
  messages: { asked: Ids; row: Id & { user_message: string } };
  /** What is said of an entity. */
  "pairs-of-subject": { asked: Id; row: Pick<Fact, "id" | "objectId" | "value"> };
  /** Facts at either end of which one of these entities stands. */
  "facts-about": { asked: Ids; row: Id };
  /** Entities that bear a folded name, roles not counted. */
  "entities-named": { asked: { folds: string[] }; row: Id };
  /** Names of entities, folded, in which one of these words stands; roles not counted. */
  "names-with": { asked: { words: string[] }; row: OtherName };
  /** Facts whose evidence lies in these episodes. */
  "facts-touched": { asked: Ids; row: Id };
  "facts-with-words": { asked: { words: string[] }; row: Id };
  /** Entities about which something is written. */
  "entities-with-words": { asked: None; row: Id };
  /** Summaries that stand for one of these episodes, or are one. */
  "summaries-of": { asked: Ids; row: Id };
  "mentions-in": { asked: Ids; row: MentionSpan };
  conversations: { asked: None; row: NamedConversation };
  "conversations-of": { asked: Ids; row: Id & { conversation_id: string; user_message: string } };
  "conversations-left": { asked: Ids; row: RemainingConversation };
  intents: { asked: None; row: Id & { intent: string } };
  reasonings: { asked: None; row: { episode_id: string; purpose: string; reasoning: string } };
  changes: {
    asked: ByNumber & { kinds: ChangeRow["kind"][] };
    row: Pick<ChangeRow, "n" | "id" | "kind" | "before_json" | "after_json">;
  };
  rejections: {
    asked: ByNumber;
    row: Pick<RejectionRow, "n" | "id" | "episode_id" | "fact_id" | "detail" | "proposal" | "reasoning">;
  };
  "episode-words": { asked: ByTime; row: CutRow };
}

/** Columns of one row that change. */
export interface Update {
  id: string;
  set: Readonly<Record<string, string | number | null>>;
}

/** One user's rows, as far as forgetting reads and writes them. */
export interface ForgetStore {
  read<K extends keyof ForgetReads>(what: K, asked: ForgetReads[K]["asked"]): Answer<ForgetReads[K]["row"][]>;
  /** How many went. Mentions and traces go by the ids of their episodes, episodes go with their feedback. */
  remove(
    what: "changes" | "communities" | "conversations" | "episodes" | "mentions" | "rejections" | "traces",
    ids: string[],
  ): Answer<number>;
  update(what: "changes" | "conversations" | "episodes" | "rejections", rows: Update[]): Answer<unknown>;

  entitiesById(ids: string[]): Answer<Entity[]>;
  factsById(ids: string[]): Answer<Fact[]>;
  mergedInto(id: string): Answer<Entity[]>;
  factsRestingOn(episodeIds: string[]): Answer<string[]>;
  entitiesOfEpisodes(episodeIds: string[], factIds: string[]): Answer<string[]>;
  orphansAmong(ids: string[]): Answer<string[]>;
  communitiesAfter(id: string, limit: number): Answer<Community[]>;

  writeFacts(facts: Fact[]): Answer<unknown>;
  writeEntities(entities: Entity[]): Answer<unknown>;
  putMentions(mentions: MentionSpan[]): Answer<unknown>;
  putTombstones(tombstones: NewTombstone[]): Answer<unknown>;
  /** With topics that rest on them, and changes. Returns how many changes went. */
  deleteFacts(ids: string[]): Answer<number>;
  deleteEntities(ids: string[]): Answer<number>;
  dropSummaries(ids: string[]): Answer<unknown>;
  /** What was voted stays. */
  dropReasoning(traces: { episode_id: string; purpose: string }[]): Answer<unknown>;
  /** Plans of dry runs: names of types and predicates may tell what is forgotten; plans are cheap to make again. */
  dropDiffs(): Answer<unknown>;
  /** All that the user has but settings, hash key, API keys and tombstones; how many rows of what went. */
  dropEverything(): Answer<Readonly<Record<string, number>>>;
}
