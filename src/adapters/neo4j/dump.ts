import type { Conversation } from "../../domain/conversation.ts";
import type { Instant } from "../../domain/time.ts";
import type {
  DumpPage,
  DumpRequest,
  MemoryRecord,
  RecordOf,
  TombstoneHash,
} from "../../ports/memory-record.ts";
import type { SortKey } from "../store-core/cursor.ts";
import {
  type ChangeRow,
  type ConversationRow,
  type EpisodeRow,
  type RejectionRow,
  toAnswered,
  toChange,
  toConversation,
  toRejection,
} from "../store-core/rows.ts";
import { type DayRow, toDay } from "../store-core/days.ts";
import { type TraceRow, toTrace } from "../store-core/traces.ts";
import {
  type Gap,
  type Part,
  type PartPage,
  fromJson,
  hashRecords,
  keyAfter,
  mentionRecord,
  placeInDump,
  toDumpPage,
  vectorText,
  withPlaces,
} from "../store-core/transfer.ts";
import { type CommunityHit, communityOf } from "./communities.ts";
import type { Context } from "./context.ts";
import { LOWEST } from "./cursor.ts";
import { type EntityHit, type FactHit, entityOf, factOf } from "./graph-read.ts";
import type { Params } from "./parameters.ts";
import { type ReviewRow, toReview } from "../store-core/reviews.ts";

type ReadPart = (ctx: Context, key: SortKey | null, limit: number) => Promise<PartPage>;

/** One page of everything a user has. */
export async function dump(ctx: Context, request: DumpRequest): Promise<DumpPage> {
  const { part, key } = placeInDump(ctx.user, request);
  if ((await ctx.owner()) === null) return { records: [], next: null };
  return toDumpPage(ctx.user, request, part, await READ[part](ctx, key, request.limit));
}

const READ: Record<Part, ReadPart> = {
  user: readUser,
  tombstones,
  conversations: listed<ConversationRow & { next_ordinal: number }>("conversations", ["id"], (row) => {
    const { episodeCount: _counted, ...conversation }: Conversation = toConversation(row);
    return { kind: "conversation", conversation, nextOrdinal: row.next_ordinal };
  }),
  episodes: listed<EpisodeRow>("episodes", ["n"], (row) => ({ kind: "episode", episode: toAnswered(row) })),
  changes: listed<ChangeRow>("changes", ["n"], (row) => ({
    kind: "change",
    change: toChange(row),
    mentions: fromJson(row.mentions_json),
  })),
  entities,
  facts,
  mentions,
  communities: listed<CommunityHit>("communities", ["id"], (row) => ({
    kind: "community",
    community: communityOf(row),
  })),
  rejections: listed<RejectionRow & { overruled_run: string | null }>("rejections", ["n"], (row) => ({
    kind: "rejection",
    rejection: toRejection(row),
    overruledRun: row.overruled_run,
  })),
  reviews: listed<ReviewRow>("reviews", ["n"], (row) => ({ kind: "review", review: toReview(row) })),
  traces: listed<TraceRow>("traces", ["episode_id", "purpose"], (row) => ({
    kind: "trace",
    trace: toTrace(row),
  })),
  diffs: listed<{ run_id: string; steps: string }>("diffs", ["run_id"], (row) => ({
    kind: "diff",
    runId: row.run_id,
    steps: fromJson(row.steps) ?? [],
  })),
  batches: listed<{ once: string; at: Instant }>("batches", ["once"], ({ once, at }) => ({
    kind: "batch",
    once,
    at,
  })),
  days: listed<DayRow>("days", ["date"], (row) => ({ kind: "day", day: toDay(row) })),
  feedback: listed<{ target_id: string; at: Instant; helpful: boolean }>(
    "feedback",
    ["target_id", "at"],
    (row) => ({ kind: "feedback", targetId: row.target_id, helpful: row.helpful, at: row.at }),
  ),
  "entity-vectors": vectorsOf("entity", "entities"),
  "episode-vectors": vectorsOf("episode", "episodes"),
  "fact-vectors": vectorsOf("fact", "facts"),
  "community-vectors": vectorsOf("community", "communities"),
  "vector-set": vectorSet,
};

/** The key of the last row read, by the names the statement gives its parts. */
function keyParams(names: readonly string[], key: SortKey | null): Params {
  return Object.fromEntries(
    names.map((name, i) => [name, key?.[i] ?? (name === "n" ? LOWEST.number : LOWEST.text)]),
  );
}

/** A part whose statement returns `row`, in the order of its key. */
function listed<Row extends object>(
  statement: string,
  names: readonly (keyof Row & string)[],
  toRecord: (row: Row) => MemoryRecord,
): ReadPart {
  return async (ctx, key, limit) => {
    const found = await ctx.tx.run<{ row: Row }>(`transfer/${statement}`, {
      ...keyParams(names, key),
      limit,
    });
    const rows = found.map(({ row }) => row);
    return {
      records: rows.map(toRecord),
      next: keyAfter(rows, limit, (row) => names.map((name) => row[name] as string | number)),
    };
  };
}

async function readUser(ctx: Context): Promise<PartPage> {
  const owner = await ctx.owner();
  if (owner === null) return { records: [], next: null };
  const user: MemoryRecord = {
    kind: "user",
    settings: fromJson(owner.settings),
    selfId: owner.self_id,
    hmacKey: owner.hmac_key,
    lastMessageAt: owner.last_message_at,
  };
  return { records: [user], next: null };
}

interface TombstoneRow {
  id: string;
  target: RecordOf<"tombstone">["target"];
  forgotten_at: Instant;
  subject_is_self: boolean;
}

/** Of which each may have thousands of hashes. */
const TOMBSTONES_AT_ONCE = 10;

async function tombstones(ctx: Context, key: SortKey | null, limit: number): Promise<PartPage> {
  const atOnce = Math.min(limit, TOMBSTONES_AT_ONCE);
  const found = await ctx.tx.run<{ row: TombstoneRow }>("transfer/tombstones", {
    ...keyParams(["id"], key),
    limit: atOnce,
  });
  const rows = found.map(({ row }) => row);
  const hashes = await Promise.all(
    rows.map((row) => ctx.tx.run<TombstoneHash>("transfer/hashes", { tombstone_id: row.id })),
  );
  const records = rows.flatMap((row, i): MemoryRecord[] => [
    {
      kind: "tombstone",
      id: row.id,
      target: row.target,
      forgottenAt: row.forgotten_at,
      subjectIsSelf: row.subject_is_self,
    },
    ...hashRecords(row.id, hashes[i] ?? []),
  ]);
  return { records, next: keyAfter(rows, atOnce, (row) => [row.id]) };
}

async function entities(ctx: Context, key: SortKey | null, limit: number): Promise<PartPage> {
  const after = { ...keyParams(["n"], key), limit };
  const [hits, gaps] = await Promise.all([
    ctx.tx.run<EntityHit>("transfer/entities", after),
    ctx.tx.run<Gap>("transfer/gaps", { ...after, kind: "entity" }),
  ]);
  const rows = hits.map((hit) => ({ n: hit.row.n, id: hit.row.id, entity: entityOf(hit) }));
  return withPlaces("entity", rows, gaps, limit, ({ entity }) => ({ kind: "entity", entity }));
}

async function facts(ctx: Context, key: SortKey | null, limit: number): Promise<PartPage> {
  const after = { ...keyParams(["n"], key), limit };
  const [hits, gaps] = await Promise.all([
    ctx.tx.run<FactHit>("transfer/facts", after),
    ctx.tx.run<Gap>("transfer/gaps", { ...after, kind: "fact" }),
  ]);
  const rows = hits.map((hit) => ({ n: hit.row.n, id: hit.row.id, fact: factOf(hit) }));
  return withPlaces("fact", rows, gaps, limit, ({ fact }) => ({ kind: "fact", fact }));
}

async function mentions(ctx: Context, key: SortKey | null, limit: number): Promise<PartPage> {
  const rows = await ctx.tx.run<{ id: string; mentions: { entityId: string; start: number; end: number }[] }>(
    "transfer/mentions",
    { ...keyParams(["id"], key), limit },
  );
  return {
    records: rows.map((row) => mentionRecord(row.id, row.mentions)),
    next: keyAfter(rows, limit, (row) => [row.id]),
  };
}

/** Vectors of the tag in use; what had its turn and got none has null. */
function vectorsOf(of: RecordOf<"vector">["of"], plural: string): ReadPart {
  return async (ctx, key, limit) => {
    const tag = (await ctx.owner())?.vector_tag ?? null;
    if (tag === null) return { records: [], next: null };
    const rows = await ctx.tx.run<{ id: string; vector: number[] | null }>(`transfer/vectors-of-${plural}`, {
      ...keyParams(["id"], key),
      tag,
      limit,
    });
    const records = rows.map(({ id, vector }): MemoryRecord => ({
      kind: "vector",
      of,
      id,
      tag,
      vector: vector === null ? null : vectorText(Float32Array.from(vector)),
    }));
    return { records, next: keyAfter(rows, limit, (row) => [row.id]) };
  };
}

async function vectorSet(ctx: Context): Promise<PartPage> {
  const owner = await ctx.owner();
  if (owner === null || owner.vector_tag === null) return { records: [], next: null };
  return {
    records: [{ kind: "vectors", tag: owner.vector_tag, complete: owner.vector_complete === true }],
    next: null,
  };
}
