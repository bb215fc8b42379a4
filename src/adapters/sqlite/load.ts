import type { LoadCounts, MemoryRecord, RecordOf } from "../../ports/memory-record.ts";
import { toDayRow } from "../store-core/days.ts";
import { toEpisodeRow } from "../store-core/episodes.ts";
import { reviewColumns } from "../store-core/reviews.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import { toTraceRow } from "../store-core/traces.ts";
import {
  type Outcome,
  count,
  noneLoaded,
  otherOrigin,
  otherTombstones,
  toChangeRow,
  toJson,
  toRejectionRow,
  vectorOf,
} from "../store-core/transfer.ts";
import { type Named, type Value, insertSql } from "./connection.ts";
import { writeCommunity } from "./communities.ts";
import type { Context } from "./context.ts";
import { insertMention, writeEntity, writeFact } from "./graph-write.ts";
import { vectorExtension } from "./vector-extension.ts";
import { writeVectors } from "./vectors.ts";

/** Inside the caller's transaction, one after the other: each finds what it refers to. */
export function load(ctx: Context, records: MemoryRecord[]): LoadCounts {
  const counts = noneLoaded();
  const numbers = {
    entity: lazily(() => nextNumber(ctx, "entity")),
    fact: lazily(() => nextNumber(ctx, "fact")),
  };
  for (const record of records) count(counts, loadOne(ctx, record, numbers), record.kind);
  return counts;
}

/** Numbers after all that stands and all that stood. */
type Numbers = Record<"entity" | "fact", { take(): number }>;

function lazily(first: () => number): { take(): number } {
  let next: number | null = null;
  return {
    take() {
      const n = next ?? first();
      next = n + 1;
      return n;
    },
  };
}

const TABLE_OF = {
  entity: "entities",
  fact: "facts",
  episode: "episodes",
  community: "communities",
} as const;

function nextNumber(ctx: Context, kind: "entity" | "fact"): number {
  const top = (sql: string, ...params: Value[]): number =>
    ctx.db.get<{ n: number | null }>(sql, ...params)?.n ?? 0;
  return (
    1 +
    Math.max(
      top(`SELECT max(n) AS n FROM ${TABLE_OF[kind]}`),
      top(
        "SELECT max(target_n) AS n FROM changes WHERE user_id = ? AND kind = ? AND target_n IS NOT NULL",
        ctx.user,
        kind,
      ),
    )
  );
}

function loadOne(ctx: Context, record: MemoryRecord, numbers: Numbers): Outcome {
  switch (record.kind) {
    case "user":
      return loadUser(ctx, record);
    case "tombstone":
      return added(
        insertNew(ctx, "tombstones", {
          id: record.id,
          target: record.target,
          forgotten_at: record.forgottenAt,
          subject_is_self: record.subjectIsSelf ? 1 : 0,
        }),
      );
    case "hashes":
      return loadHashes(ctx, record);
    case "conversation":
      return loadConversation(ctx, record);
    case "episode":
      return loadEpisode(ctx, record);
    case "change":
      return loadChange(ctx, record);
    case "entity":
      return loadEntity(ctx, record, numbers);
    case "fact":
      return loadFact(ctx, record, numbers);
    case "place":
      return loadPlace(ctx, record, numbers);
    case "mentions":
      return loadMentions(ctx, record);
    case "community":
      return loadCommunity(ctx, record);
    case "rejection":
      return loadRejection(ctx, record);
    case "review":
      return loadReview(ctx, record);
    case "trace":
      if (!stands(ctx, "episodes", record.trace.episodeId)) return "skipped";
      return added(insertNew(ctx, "traces", { ...toTraceRow(record.trace) }));
    case "diff":
      return added(
        insertNew(ctx, "run_diffs", { run_id: record.runId, steps: JSON.stringify(record.steps) }),
      );
    case "batch":
      return added(insertNew(ctx, "batches", { once: record.once, at: record.at }));
    case "day":
      return added(insertNew(ctx, "days", { ...toDayRow(record.day) }));
    case "feedback":
      return loadFeedback(ctx, record);
    case "vector":
      return loadVector(ctx, record);
    case "vectors":
      return loadVectorSet(ctx, record);
  }
}

function added(rows: number): Outcome {
  return rows > 0 ? "added" : "known";
}

/** Nothing when its key is taken. */
function insertNew(ctx: Context, table: string, columns: Named): number {
  const row: Named = { user_id: ctx.user, ...columns };
  return ctx.db.runNamed(insertSql(table, Object.keys(row)).replace("INSERT", "INSERT OR IGNORE"), row);
}

function stands(
  ctx: Context,
  table: "conversations" | "episodes" | "entities" | "facts" | "communities",
  id: string,
): boolean {
  return ctx.db.get(`SELECT 1 FROM ${table} WHERE user_id = ? AND id = ?`, ctx.user, id) !== undefined;
}

function any(ctx: Context, table: string, condition = ""): boolean {
  return ctx.db.get(`SELECT 1 FROM ${table} WHERE user_id = ? ${condition} LIMIT 1`, ctx.user) !== undefined;
}

interface OwnerRow {
  hmac_key: Uint8Array;
  settings: string | null;
  self_id: string | null;
  last_message_at: string | null;
}

/** A user of whom nothing is kept takes the key and the self over; one of the same origin has them already. */
function loadUser(ctx: Context, record: RecordOf<"user">): Outcome {
  const row = ctx.db.get<OwnerRow>(
    "SELECT hmac_key, settings, self_id, last_message_at FROM users WHERE user_id = ?",
    ctx.user,
  );
  if (row === undefined) return "skipped";
  const key = Buffer.from(record.hmacKey, "hex");
  const sameKey = key.equals(Buffer.from(row.hmac_key));
  if (!sameKey && any(ctx, "tombstones")) throw otherTombstones();
  const sameSelf = row.self_id === null || record.selfId === null || row.self_id === record.selfId;
  if (!sameSelf) dropBareSelf(ctx, row.self_id as string);
  ctx.db.run(
    "UPDATE users SET hmac_key = ?, self_id = ?, settings = ?, last_message_at = ? WHERE user_id = ?",
    key,
    record.selfId ?? row.self_id,
    row.settings ?? toJson(record.settings),
    later(row.last_message_at, record.lastMessageAt),
    ctx.user,
  );
  return sameKey && row.self_id === record.selfId ? "known" : "added";
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/** An "I" of whom nothing is known gives way. */
function dropBareSelf(ctx: Context, selfId: string): void {
  const lives =
    any(ctx, "episodes") ||
    any(ctx, "facts") ||
    any(ctx, "entities", "AND is_self = 0") ||
    any(ctx, "changes");
  if (lives) throw otherOrigin();
  ctx.db.run("DELETE FROM entities WHERE user_id = ? AND id = ?", ctx.user, selfId);
}

function loadHashes(ctx: Context, record: RecordOf<"hashes">): Outcome {
  const tombstone = ctx.db.get<{ forgotten_at: string }>(
    "SELECT forgotten_at FROM tombstones WHERE user_id = ? AND id = ?",
    ctx.user,
    record.tombstoneId,
  );
  if (tombstone === undefined) return "skipped";
  let rows = 0;
  for (const { kind, hash, wordCount } of record.hashes) {
    rows += insertNew(ctx, "tombstone_hashes", {
      kind,
      hash: Buffer.from(hash, "base64"),
      tombstone_id: record.tombstoneId,
      word_count: wordCount,
      forgotten_at: tombstone.forgotten_at,
    });
  }
  return added(rows);
}

/** Its episodes count themselves as they come. */
function loadConversation(ctx: Context, { conversation, nextOrdinal }: RecordOf<"conversation">): Outcome {
  const rows = insertNew(ctx, "conversations", {
    id: conversation.id,
    title: conversation.title,
    started_at: conversation.startedAt,
    last_message_at: conversation.lastMessageAt,
    client_system: conversation.clientSystem,
    history_from: conversation.historyFrom,
    history_summary: conversation.historySummary,
    external_id: conversation.externalId,
  });
  const known = ctx.db.run(
    "UPDATE conversations SET next_ordinal = max(next_ordinal, ?) WHERE user_id = ? AND id = ?",
    nextOrdinal,
    ctx.user,
    conversation.id,
  );
  return rows > 0 ? "added" : known > 0 ? "known" : "skipped";
}

function loadEpisode(ctx: Context, { episode }: RecordOf<"episode">): Outcome {
  if (stands(ctx, "episodes", episode.id)) return "known";
  if (!stands(ctx, "conversations", episode.conversationId)) return "skipped";
  const row = toEpisodeRow(episode);
  // Another turn has its place, its idempotency key or its external id.
  if (insertNew(ctx, "episodes", { ...row, ...episodeSearchText(row) }) === 0) return "skipped";
  ctx.db.run(
    "UPDATE conversations SET episode_count = episode_count + 1 WHERE user_id = ? AND id = ?",
    ctx.user,
    episode.conversationId,
  );
  return "added";
}

function loadChange(ctx: Context, record: RecordOf<"change">): Outcome {
  return added(insertNew(ctx, "changes", toChangeRow(record)));
}

function loadEntity(ctx: Context, { entity }: RecordOf<"entity">, numbers: Numbers): Outcome {
  if (stands(ctx, "entities", entity.id)) return "known";
  if (entity.isSelf && any(ctx, "entities", "AND is_self = 1")) return "skipped";
  writeEntity(ctx, entity, { n: numbers.entity.take() });
  return "added";
}

function loadFact(ctx: Context, { fact }: RecordOf<"fact">, numbers: Numbers): Outcome {
  if (stands(ctx, "facts", fact.id)) return "known";
  const ends = fact.objectId === null ? [fact.subjectId] : [fact.subjectId, fact.objectId];
  if (!ends.every((id) => stands(ctx, "entities", id))) return "skipped";
  const evidence = fact.evidence.filter((one) => stands(ctx, "episodes", one.episodeId));
  if (evidence.length === 0 && fact.evidence.length > 0) return "skipped";
  writeFact(ctx, { ...fact, evidence }, { n: numbers.fact.take() });
  return "added";
}

function loadPlace(ctx: Context, { of, changes, row }: RecordOf<"place">, numbers: Numbers): Outcome {
  const open = changes.filter(
    (id) =>
      ctx.db.get("SELECT 1 FROM changes WHERE user_id = ? AND id = ? AND target_n IS NULL", ctx.user, id) !==
      undefined,
  );
  if (open.length === 0) return "known";
  const standing =
    row === null
      ? undefined
      : ctx.db.get<{ n: number }>(
          `SELECT n FROM ${TABLE_OF[of]} WHERE user_id = ? AND id = ?`,
          ctx.user,
          row,
        );
  const n = standing?.n ?? numbers[of].take();
  for (const id of open) {
    ctx.db.run("UPDATE changes SET target_n = ? WHERE user_id = ? AND id = ?", n, ctx.user, id);
  }
  return "added";
}

function loadMentions(ctx: Context, { episodeId, mentions }: RecordOf<"mentions">): Outcome {
  if (!stands(ctx, "episodes", episodeId)) return "skipped";
  const before = mentionsIn(ctx, episodeId);
  for (const mention of mentions) insertMention(ctx, { episodeId, ...mention });
  return added(mentionsIn(ctx, episodeId) - before);
}

function mentionsIn(ctx: Context, episodeId: string): number {
  return (
    ctx.db.get<{ c: number }>(
      "SELECT count(*) AS c FROM mentions WHERE user_id = ? AND episode_id = ?",
      ctx.user,
      episodeId,
    )?.c ?? 0
  );
}

function loadCommunity(ctx: Context, { community }: RecordOf<"community">): Outcome {
  if (stands(ctx, "communities", community.id)) return "known";
  writeCommunity(ctx, community);
  return "added";
}

function loadRejection(ctx: Context, record: RecordOf<"rejection">): Outcome {
  return added(insertNew(ctx, "rejections", toRejectionRow(record)));
}

function loadReview(ctx: Context, { review }: RecordOf<"review">): Outcome {
  return added(insertNew(ctx, "reviews", reviewColumns(review)));
}

function loadFeedback(ctx: Context, { targetId, helpful, at }: RecordOf<"feedback">): Outcome {
  const known = ctx.db.get(
    "SELECT 1 FROM feedback WHERE user_id = ? AND target_id = ? AND at = ?",
    ctx.user,
    targetId,
    at,
  );
  if (known !== undefined) return "known";
  return added(insertNew(ctx, "feedback", { target_id: targetId, helpful: helpful ? 1 : 0, at }));
}

function tagOf(ctx: Context): string | undefined {
  return ctx.db.get<{ tag: string }>("SELECT tag FROM vector_sets WHERE user_id = ?", ctx.user)?.tag;
}

/** A user whose vectors are of another model keeps those; so does a platform that cannot compare any. */
function loadVector(ctx: Context, { of, id, tag, vector }: RecordOf<"vector">): Outcome {
  if (vectorExtension() === null || !stands(ctx, TABLE_OF[of], id) || (tagOf(ctx) ?? tag) !== tag)
    return "skipped";
  const waits = ctx.db.run(
    "DELETE FROM unembedded WHERE user_id = ? AND kind = ? AND id = ?",
    ctx.user,
    of,
    id,
  );
  if (waits === 0) return "known";
  if (vector !== null) writeVectors(ctx, tag, [{ kind: of, id, vector: vectorOf(vector) }]);
  return "added";
}

function loadVectorSet(ctx: Context, { tag, complete }: RecordOf<"vectors">): Outcome {
  if ((tagOf(ctx) ?? tag) !== tag) return "skipped";
  return added(insertNew(ctx, "vector_sets", { tag, complete: complete ? 1 : 0 }));
}
