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
  type EntityRow,
  type EpisodeRow,
  type FactRow,
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
import { communitiesAfter } from "./communities.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { toEntities, toFacts } from "./graph-read.ts";
import { type ReviewRow, toReview } from "../store-core/reviews.ts";

type ReadPart = (ctx: Context, key: SortKey | null, limit: number) => PartPage;

/** One page of everything a user has; one snapshot per page. */
export function dump(ctx: Context, request: DumpRequest): DumpPage {
  const { part, key } = placeInDump(ctx.user, request);
  if (ctx.user === 0) return { records: [], next: null };
  return toDumpPage(ctx.user, request, part, READ[part](ctx, key, request.limit));
}

const READ: Record<Part, ReadPart> = {
  user: readUser,
  tombstones,
  conversations,
  episodes,
  changes,
  entities,
  facts,
  mentions,
  communities,
  rejections,
  reviews,
  traces,
  diffs,
  batches,
  days,
  feedback,
  "entity-vectors": vectorsOf("entity", "entities"),
  "episode-vectors": vectorsOf("episode", "episodes"),
  "fact-vectors": vectorsOf("fact", "facts"),
  "community-vectors": vectorsOf("community", "communities"),
  "vector-set": vectorSet,
};

const FIRST_NUMBER = Number.MIN_SAFE_INTEGER;

/** Rows of a table by one column that is unique among the user's, from a key on. */
function rowsBy<Row>(
  ctx: Context,
  table: string,
  column: "n" | "id" | "once" | "run_id" | "date",
  key: SortKey | null,
  limit: number,
): Row[] {
  const first = column === "n" ? FIRST_NUMBER : "";
  return ctx.db.all<Row>(
    `SELECT * FROM ${table} WHERE user_id = ? AND ${column} > ? ORDER BY ${column} LIMIT ?`,
    ctx.user,
    key?.[0] ?? first,
    limit,
  );
}

function readUser(ctx: Context): PartPage {
  const row = ctx.db.get<{
    hmac_key: Uint8Array;
    settings: string | null;
    self_id: string | null;
    last_message_at: Instant | null;
  }>("SELECT hmac_key, settings, self_id, last_message_at FROM users WHERE user_id = ?", ctx.user);
  if (row === undefined) return { records: [], next: null };
  const user: MemoryRecord = {
    kind: "user",
    settings: fromJson(row.settings),
    selfId: row.self_id,
    hmacKey: Buffer.from(row.hmac_key).toString("hex"),
    lastMessageAt: row.last_message_at,
  };
  return { records: [user], next: null };
}

interface TombstoneRow {
  id: string;
  target: RecordOf<"tombstone">["target"];
  forgotten_at: Instant;
  subject_is_self: number;
}

/** Of which each may have thousands of hashes. */
const TOMBSTONES_AT_ONCE = 10;

function tombstones(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const atOnce = Math.min(limit, TOMBSTONES_AT_ONCE);
  const rows = rowsBy<TombstoneRow>(ctx, "tombstones", "id", key, atOnce);
  const records = rows.flatMap((row): MemoryRecord[] => [
    {
      kind: "tombstone",
      id: row.id,
      target: row.target,
      forgottenAt: row.forgotten_at,
      subjectIsSelf: row.subject_is_self === 1,
    },
    ...hashRecords(row.id, hashesOf(ctx, row.id)),
  ]);
  return { records, next: keyAfter(rows, atOnce, (row) => [row.id]) };
}

function hashesOf(ctx: Context, tombstoneId: string): TombstoneHash[] {
  const rows = ctx.db.all<{ kind: TombstoneHash["kind"]; hash: Uint8Array; word_count: number }>(
    "SELECT kind, hash, word_count FROM tombstone_hashes WHERE user_id = ? AND tombstone_id = ?",
    ctx.user,
    tombstoneId,
  );
  return rows.map(({ kind, hash, word_count: wordCount }) => ({
    kind,
    hash: Buffer.from(hash).toString("base64"),
    wordCount,
  }));
}

function conversations(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<ConversationRow & { next_ordinal: number }>(ctx, "conversations", "id", key, limit);
  const records = rows.map((row): MemoryRecord => {
    const { episodeCount: _counted, ...conversation }: Conversation = toConversation(row);
    return { kind: "conversation", conversation, nextOrdinal: row.next_ordinal };
  });
  return { records, next: keyAfter(rows, limit, (row) => [row.id]) };
}

function episodes(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<EpisodeRow>(ctx, "episodes", "n", key, limit);
  const records = rows.map((row): MemoryRecord => ({ kind: "episode", episode: toAnswered(row) }));
  return { records, next: keyAfter(rows, limit, (row) => [row.n]) };
}

function changes(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<ChangeRow>(ctx, "changes", "n", key, limit);
  const records = rows.map((row): MemoryRecord => ({
    kind: "change",
    change: toChange(row),
    mentions: fromJson(row.mentions_json),
  }));
  return { records, next: keyAfter(rows, limit, (row) => [row.n]) };
}

function entities(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<EntityRow>(ctx, "entities", "n", key, limit);
  const byId = new Map(toEntities(ctx, rows).map((entity) => [entity.id, entity]));
  return withPlaces("entity", rows, gaps(ctx, "entity", key, limit), limit, ({ id }) => ({
    kind: "entity",
    entity: byId.get(id) as RecordOf<"entity">["entity"],
  }));
}

function facts(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<FactRow>(ctx, "facts", "n", key, limit);
  const byId = new Map(toFacts(ctx, rows).map((fact) => [fact.id, fact]));
  return withPlaces("fact", rows, gaps(ctx, "fact", key, limit), limit, ({ id }) => ({
    kind: "fact",
    fact: byId.get(id) as RecordOf<"fact">["fact"],
  }));
}

function gaps(ctx: Context, of: "entity" | "fact", key: SortKey | null, limit: number): Gap[] {
  const rows = ctx.db.all<{ n: number; ids: string }>(
    `SELECT target_n AS n, json_group_array(id) AS ids FROM changes
     WHERE user_id = ? AND kind = ? AND target_n IS NOT NULL AND target_n > ?
     GROUP BY target_n ORDER BY target_n LIMIT ?`,
    ctx.user,
    of,
    key?.[0] ?? FIRST_NUMBER,
    limit,
  );
  return rows.map(({ n, ids }) => ({ n, changes: JSON.parse(ids) as string[] }));
}

function mentions(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const episodes = ctx.db.all<{ id: string }>(
    `SELECT DISTINCT episode_id AS id FROM mentions WHERE user_id = ? AND episode_id > ?
     ORDER BY episode_id LIMIT ?`,
    ctx.user,
    key?.[0] ?? "",
    limit,
  );
  const rows = ctx.db.all<{ episodeId: string; entityId: string; start: number; end: number }>(
    `SELECT episode_id AS episodeId, entity_id AS entityId, span_start AS start, span_end AS end
     FROM mentions WHERE user_id = ? AND episode_id ${IN_LIST}`,
    ctx.user,
    list(episodes.map((row) => row.id)),
  );
  const byEpisode = Map.groupBy(rows, (row) => row.episodeId);
  return {
    records: episodes.map(({ id }) => mentionRecord(id, byEpisode.get(id) ?? [])),
    next: keyAfter(episodes, limit, (row) => [row.id]),
  };
}

function communities(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const found = communitiesAfter(ctx, String(key?.[0] ?? ""), limit);
  const records = found.map((community): MemoryRecord => ({ kind: "community", community }));
  return { records, next: keyAfter(found, limit, ({ id }) => [id]) };
}

function rejections(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<RejectionRow & { overruled_run: string | null }>(ctx, "rejections", "n", key, limit);
  const records = rows.map((row): MemoryRecord => ({
    kind: "rejection",
    rejection: toRejection(row),
    overruledRun: row.overruled_run,
  }));
  return { records, next: keyAfter(rows, limit, (row) => [row.n]) };
}

function reviews(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<ReviewRow>(ctx, "reviews", "n", key, limit);
  const records = rows.map((row): MemoryRecord => ({ kind: "review", review: toReview(row) }));
  return { records, next: keyAfter(rows, limit, (row) => [row.n]) };
}

function traces(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = ctx.db.all<TraceRow>(
    `SELECT * FROM traces WHERE user_id = ? AND (episode_id, purpose) > (?, ?)
     ORDER BY episode_id, purpose LIMIT ?`,
    ctx.user,
    key?.[0] ?? "",
    key?.[1] ?? "",
    limit,
  );
  const records = rows.map((row): MemoryRecord => ({ kind: "trace", trace: toTrace(row) }));
  return { records, next: keyAfter(rows, limit, (row) => [row.episode_id, row.purpose]) };
}

function diffs(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<{ run_id: string; steps: string }>(ctx, "run_diffs", "run_id", key, limit);
  const records = rows.map((row): MemoryRecord => ({
    kind: "diff",
    runId: row.run_id,
    steps: fromJson(row.steps) ?? [],
  }));
  return { records, next: keyAfter(rows, limit, (row) => [row.run_id]) };
}

function batches(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<{ once: string; at: Instant }>(ctx, "batches", "once", key, limit);
  const records = rows.map(({ once, at }): MemoryRecord => ({ kind: "batch", once, at }));
  return { records, next: keyAfter(rows, limit, (row) => [row.once]) };
}

function days(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = rowsBy<DayRow>(ctx, "days", "date", key, limit);
  const records = rows.map((row): MemoryRecord => ({ kind: "day", day: toDay(row) }));
  return { records, next: keyAfter(rows, limit, (row) => [row.date]) };
}

/** The same answer twice is one. */
function feedback(ctx: Context, key: SortKey | null, limit: number): PartPage {
  const rows = ctx.db.all<{ target_id: string; at: Instant; helpful: number }>(
    `SELECT target_id, at, helpful, max(n) AS last FROM feedback
     WHERE user_id = ? AND (target_id, at) > (?, ?) GROUP BY target_id, at ORDER BY target_id, at LIMIT ?`,
    ctx.user,
    key?.[0] ?? "",
    key?.[1] ?? "",
    limit,
  );
  const records = rows.map((row): MemoryRecord => ({
    kind: "feedback",
    targetId: row.target_id,
    helpful: row.helpful === 1,
    at: row.at,
  }));
  return { records, next: keyAfter(rows, limit, (row) => [row.target_id, row.at]) };
}

function setOf(ctx: Context): { tag: string; complete: number } | undefined {
  return ctx.db.get("SELECT tag, complete FROM vector_sets WHERE user_id = ?", ctx.user);
}

/** Vectors of the tag in use; what had its turn and got none has null. */
function vectorsOf(of: RecordOf<"vector">["of"], table: string): ReadPart {
  return (ctx, key, limit) => {
    const tag = setOf(ctx)?.tag;
    if (tag === undefined) return { records: [], next: null };
    const rows = ctx.db.all<{ id: string; e: Uint8Array | null }>(
      `SELECT t.id, v.e FROM ${table} t
       LEFT JOIN vectors v ON v.user_id = t.user_id AND v.tag = ? AND v.kind = '${of}' AND v.id = t.id
       WHERE t.user_id = ? AND t.id > ? AND t.search_text <> '' AND NOT EXISTS (
         SELECT 1 FROM unembedded w WHERE w.user_id = t.user_id AND w.kind = '${of}' AND w.id = t.id)
       ORDER BY t.id LIMIT ?`,
      tag,
      ctx.user,
      key?.[0] ?? "",
      limit,
    );
    const records = rows.map(({ id, e }): MemoryRecord => ({
      kind: "vector",
      of,
      id,
      tag,
      vector: e === null ? null : vectorText(floatsOf(e)),
    }));
    return { records, next: keyAfter(rows, limit, (row) => [row.id]) };
  };
}

function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

function vectorSet(ctx: Context): PartPage {
  const set = setOf(ctx);
  if (set === undefined) return { records: [], next: null };
  return { records: [{ kind: "vectors", tag: set.tag, complete: set.complete === 1 }], next: null };
}
