import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { OtherName, SaidRow } from "./forget-facts.ts";
import type { NamedConversation, WordsRow } from "./forget-words.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import type { Work } from "./apply.ts";
import type { Items } from "./graph.ts";
import type { Names } from "./mutation-table.ts";
import { removeSummary } from "./mutations.ts";
import { type ChangeRow, type EpisodeRow, FORGOTTEN, type RejectionRow } from "./rows.ts";
import { type Answer, type Steps, ask, slices } from "./steps.ts";
import type { NewTombstone } from "./tombstones.ts";
import { type Listed, type Rows, type UserRows, found, listIn, written } from "./verbs.ts";

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

/** One user's rows, as forgetting reads and writes them. */
export interface ForgetRows extends UserRows {
  entitiesById(ids: string[]): Answer<Entity[]>;
  factsById(ids: string[]): Answer<Fact[]>;
  mergedInto(id: string): Answer<Entity[]>;
  /** A graph with these items. What is changed in it is not logged. */
  openWork(names: Names[], rowsMax: number): Answer<Work>;
  putTombstones(tombstones: NewTombstone[]): Answer<unknown>;
  /** Much is about to be deleted, or has been; every index is rebuilt afterwards. */
  bulk?(isDeleting: boolean): void;
}

export function read<K extends keyof ForgetReads>(
  db: Rows,
  what: K,
  asked: ForgetReads[K]["asked"],
): Answer<ForgetReads[K]["row"][]> {
  return db.find(`forget/${what}`, asked);
}

const DELETING = {
  changes: "graph/delete-changes",
  communities: "graph/delete-communities",
  conversations: "graph/delete-conversations",
  episodes: "forget/delete-episodes",
  mentions: "forget/delete-mentions",
  rejections: "graph/delete-rejections",
  traces: "traces/delete-of-episodes",
};

/** Returns the number deleted. Mentions and traces go by the ids of their episodes, episodes go with their feedback. */
export function* remove(db: Rows, what: keyof typeof DELETING, ids: string[]): Steps<number> {
  if (what === "episodes" || what === "conversations") yield* written(db, "links/delete-of", { ids });
  return yield* ask(db.count(DELETING[what], { ids }));
}

export function* rewrite<K extends "fact" | "entity">(
  db: ForgetRows,
  kind: K,
  items: Items[K][],
): Steps<void> {
  if (items.length === 0) return;
  const work = yield* ask(db.openWork([{ [kind]: items.map(({ id }) => id) }], 0));
  for (const item of items) work.graph.put(kind, item);
  yield* ask(work.flush());
}

/**
 * Facts with evidence, with the topics, insights and summaries based on them, and with the changes that could restore them.
 * Returns how many changes were deleted.
 */
export function* deleteFacts(db: ForgetRows, ids: string[]): Steps<number> {
  for (const slice of slices(ids)) {
    const rows = yield* ask(db.find<Id>("graph/summed-up-from", { ids: slice }));
    const entities = yield* ask(db.entitiesById(rows.map(({ id }) => id)));
    const cleared = { summary: null, summaryBasis: null, portrait: null };
    yield* rewrite(
      db,
      "entity",
      entities.map((entity) => ({ ...entity, ...cleared })),
    );
    yield* written(db, "graph/purge-facts", { ids: slice });
  }
  return yield* deleteCopies(db, "fact", ids);
}

/** Entities with aliases, mentions, questions, topics and changes. Their facts must already be gone. */
export function* deleteEntities(db: ForgetRows, ids: string[]): Steps<number> {
  for (const slice of slices(ids)) yield* written(db, "graph/delete-entities", { ids: slice });
  return yield* deleteCopies(db, "entity", ids);
}

/** Summaries with their log; the turns they replaced are found again. */
export function* dropSummaries(db: ForgetRows, ids: string[]): Steps<void> {
  for (const { id, sources } of yield* readSummaries(db, ids)) {
    const work = yield* ask(db.openWork([{ summary: [id], texts: sources }], 0));
    removeSummary(work.graph, id);
    yield* ask(work.flush());
  }
  yield* deleteLog(db, "episode", ids);
}

export function readSummaries(db: Rows, ids: string[]): Steps<SummaryLog[]> {
  type Row = Omit<SummaryLog, "sources"> & { sources: Listed<string> };
  return found(db, "summaries/read", { ids }, ({ id, occurredAt, sources }: Row) => ({
    id,
    occurredAt,
    sources: [...listIn(sources)].sort(),
  }));
}

function* deleteCopies(db: Rows, kind: "fact" | "entity", ids: string[]): Steps<number> {
  let count = yield* deleteLog(db, kind, ids);
  for (const slice of slices(ids)) count += yield* ask(db.count("communities/purge", { ids: slice }));
  return count;
}

function* deleteLog(db: Rows, kind: "fact" | "entity" | "episode", ids: string[]): Steps<number> {
  let count = 0;
  for (const slice of slices(ids)) {
    yield* written(db, "links/delete-of", { ids: slice });
    count += yield* ask(db.count("graph/purge-log", { kind, ids: slice }));
  }
  return count;
}

export function putMentions(db: Rows, mentions: Mention[]): Steps<void> {
  return written(db, "graph/put-mentions", { rows: mentions.map(mentionRow) });
}

export function mentionRow({ episodeId, entityId, start, end }: Mention) {
  return { episode_id: episodeId, entity_id: entityId, span_start: start, span_end: end };
}

/** Everything of the user but settings, hash key, API keys and tombstones; how many rows of what were deleted. */
export function* dropEverything(db: Rows): Steps<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  for (const table of FORGOTTEN) removed[table] = yield* ask(db.count(`forget/all-${table}`));
  return removed;
}
