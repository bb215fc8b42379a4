import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { OtherName, SaidRow } from "./forget-facts.ts";
import type { NamedConversation, WordsRow } from "./forget-words.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { ChangeRow, EpisodeRow, RejectionRow } from "./rows.ts";
import type { Answer } from "./steps.ts";
import type { NewTombstone } from "./tombstones.ts";

type Ids = { ids: string[] };
type Id = { id: string };
type None = Record<string, never>;
/** A page of a list; it begins after the last row seen. */
type ByNumber = { n: number; limit: number };
type ByTime = ByNumber & { occurred_at: string };

export type CutRow = WordsRow &
  Pick<EpisodeRow, "n" | "occurred_at" | "memory" | "replaced_by" | "consolidated_into" | "redacted">;

/** The remaining content of a conversation. */
export interface RemainingConversation {
  id: string;
  title: string | null;
  count: number;
  first: string | null;
  last: string | null;
}

/** Reads needed for forgetting, by the name of each database's statement. */
export interface ForgetReads {
  /** An episode; for a summary, also the turns it replaces: forgetting a summary means its content. */
  episode: { asked: Id; row: SaidRow };
  "episodes-of-conversation": { asked: Id; row: SaidRow };
  "episodes-in-range": { asked: { from: string; to: string }; row: SaidRow };
  messages: { asked: Ids; row: Pick<SaidRow, "id" | "conversation_id" | "user_message"> };
  /** Facts about an entity. */
  "pairs-of-subject": { asked: Id; row: Pick<Fact, "id" | "objectId" | "value"> };
  /** Facts with one of these entities at either end. */
  "facts-about": { asked: Ids; row: Id };
  /** Entities with a folded name, roles not counted. */
  "entities-named": { asked: { folds: string[] }; row: Id };
  /** Folded names of entities that contain one of these words; roles not counted. */
  "names-with": { asked: { words: string[] }; row: OtherName };
  /** Facts all of whose evidence is in these episodes. */
  "facts-resting-on": { asked: Ids; row: Id };
  /** Entities that these episodes mention or these facts connect: they may become orphans. */
  "entities-of": { asked: { episode_ids: string[]; fact_ids: string[] }; row: Id };
  /** Those of these entities without any fact or mention. Never self, nor a how-to, which needs neither. */
  orphans: { asked: Ids; row: Id };
  /** Facts with evidence in these episodes. */
  "facts-touched": { asked: Ids; row: Id };
  "facts-with-words": { asked: { words: string[] }; row: Id };
  /** Entities with a summary. */
  "entities-with-words": { asked: None; row: Id };
  /** Summaries that replace one of these episodes, or are one. */
  "summaries-of": { asked: Ids; row: Id };
  "mentions-in": { asked: Ids; row: Mention };
  conversations: { asked: None; row: NamedConversation };
  /** Conversations that branch off from others. */
  branches: { asked: None; row: Id & { branch_of: string } };
  /** Those of these conversations that exist. */
  "conversations-left": { asked: Ids; row: RemainingConversation };
  intents: { asked: None; row: Id & { intent: string } };
  reasonings: {
    asked: None;
    row: Pick<WordsRow, "conversation_id" | "recalled"> & {
      episode_id: string;
      purpose: string;
      reasoning: string;
    };
  };
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

/** Changed columns of one row. */
export interface Update {
  id: string;
  set: Readonly<Record<string, string | number | null>>;
}

/** One user's rows, with the reads and writes of forgetting. */
export interface ForgetStore {
  read<K extends keyof ForgetReads>(what: K, asked: ForgetReads[K]["asked"]): Answer<ForgetReads[K]["row"][]>;
  /** Returns the number deleted. Mentions and traces go by the ids of their episodes, episodes go with their feedback. */
  remove(
    what: "changes" | "communities" | "conversations" | "episodes" | "mentions" | "rejections" | "traces",
    ids: string[],
  ): Answer<number>;
  update(what: "changes" | "conversations" | "episodes" | "rejections", rows: Update[]): Answer<unknown>;

  entitiesById(ids: string[]): Answer<Entity[]>;
  factsById(ids: string[]): Answer<Fact[]>;
  mergedInto(id: string): Answer<Entity[]>;
  communitiesAfter(id: string, limit: number): Answer<Community[]>;

  writeFacts(facts: Fact[]): Answer<unknown>;
  writeEntities(entities: Entity[]): Answer<unknown>;
  putMentions(mentions: Mention[]): Answer<unknown>;
  putTombstones(tombstones: NewTombstone[]): Answer<unknown>;
  /** With topics based on them, and changes. Returns how many changes were deleted. */
  deleteFacts(ids: string[]): Answer<number>;
  deleteEntities(ids: string[]): Answer<number>;
  dropSummaries(ids: string[]): Answer<unknown>;
  /** The votes stay. */
  dropReasoning(traces: { episode_id: string; purpose: string }[]): Answer<unknown>;
  /** Plans of dry runs: names of types and predicates may reveal forgotten content; plans are cheap to recreate. */
  dropDiffs(): Answer<unknown>;
  /** Everything of the user but settings, hash key, API keys and tombstones; how many rows of what were deleted. */
  dropEverything(): Answer<Readonly<Record<string, number>>>;
}
