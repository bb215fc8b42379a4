import type { LoadCounts, MemoryRecord } from "../../ports/memory-record.ts";
import { KINDS } from "../../store/schema.ts";
import {
  type LoadTarget,
  type Numbered,
  type AddedCounts,
  type WrittenRow,
  load as loadSteps,
} from "../store-core/load.ts";
import { TABLE_OF, toEpisodeRow } from "../store-core/rows.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import { runSync } from "../store-core/steps.ts";
import { communitiesById, writeCommunity } from "./communities.ts";
import { type Columns, type Named, type Value, insertSql, plain } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { ownerOf } from "./owner.ts";
import { insertMention, writeEntity, writeFact } from "./graph-write.ts";
import { vectorExtension } from "./vector-extension.ts";
import { writeVectors } from "./vectors.ts";

/** Inside the caller's transaction. */
export function load(ctx: Context, records: MemoryRecord[]): LoadCounts {
  return runSync(loadSteps(targetOf(ctx), records));
}

/** Nothing if its key is taken. */
function insertNew({ db, user }: Context, table: string, columns: Columns): boolean {
  const row: Named = { user_id: user, ...plain(columns) };
  return db.run(insertSql(table, Object.keys(row), "OR IGNORE"), row) > 0;
}

function any({ db, user }: Context, table: string, condition = "", ...params: Value[]): boolean {
  return (
    db.get(`SELECT 1 FROM ${table} WHERE user_id = ? ${condition} LIMIT 1`, user, ...params) !== undefined
  );
}

function stands(ctx: Context, table: string, id: string): boolean {
  return any(ctx, table, "AND id = ?", id);
}

function targetOf(ctx: Context): LoadTarget {
  const { db, user } = ctx;
  const has = (table: string, key: Columns): boolean =>
    any(
      ctx,
      table,
      `AND ${Object.keys(key)
        .map((c) => `${c} = ?`)
        .join(" AND ")}`,
      ...Object.values(plain(key)),
    );
  const keepOrdinal = (id: Columns[string] = null, next: Columns[string] = null): boolean =>
    db.run(
      "UPDATE conversations SET next_ordinal = max(next_ordinal, $next) WHERE user_id = $user AND id = $id",
      { user, ...plain({ id, next }) },
    ) > 0;
  const idsIn = (table: string, ids: string[]): Set<string> => {
    const rows = db.all<{ id: string }>(
      `SELECT id FROM ${table} WHERE user_id = ? AND id ${IN_LIST}`,
      user,
      list(ids),
    );
    return new Set(rows.map((row) => row.id));
  };
  return {
    takeNumbers() {
      const rowNumberSql = (kind: string): string =>
        `(SELECT max(target_n) FROM changes WHERE user_id = ?1 AND kind = '${kind}' AND target_n IS NOT NULL)`;
      const lasts = [
        "(SELECT max(n) FROM entities)",
        "(SELECT max(n) FROM facts)",
        rowNumberSql("entity"),
        rowNumberSql("fact"),
      ];
      const sql = `SELECT max(${lasts.map((last) => `coalesce(${last}, 0)`).join(", ")}) AS n`;
      return 1 + (db.get<{ n: number }>(sql, user)?.n ?? 0);
    },
    hashKey: ctx.hashKey,
    owner: () => ownerOf(ctx),
    hasForgotten: () => any(ctx, "tombstones"),
    lives: () =>
      any(ctx, "episodes") ||
      any(ctx, "facts") ||
      any(ctx, "entities", "AND is_self = 0") ||
      any(ctx, "changes"),
    dropSelf: (id) => db.run("DELETE FROM entities WHERE user_id = ? AND id = ?", user, id),
    putUser: (row) =>
      db.run(
        "UPDATE users SET salt = ?, self_id = ?, settings = ?, last_message_at = ? WHERE user_id = ?",
        Buffer.from(row.salt, "hex"),
        row.self_id,
        row.settings,
        row.last_message_at,
        user,
      ),
    mayBeSelf: () => !any(ctx, "entities", "AND is_self = 1"),
    put: (kind, rows) =>
      rows.flatMap(({ key, set }, i): WrittenRow[] => {
        if (kind === "trace" && !has("episodes", { id: key["episode_id"] })) return [];
        const known = kind === "feedback" && has(kind, key);
        const added = !known && insertNew(ctx, KINDS[kind].table, { ...key, ...set });
        // If another row has its external id, it is dropped.
        if (kind === "conversation" && !added && !keepOrdinal(key["id"], set["next_ordinal"])) return [];
        return [{ i, added }];
      }),
    putHashes(tombstoneId, hashes) {
      const tombstone = db.get<{ forgotten_at: string }>(
        "SELECT forgotten_at FROM tombstones WHERE user_id = ? AND id = ?",
        user,
        tombstoneId,
      );
      if (tombstone === undefined) return [];
      return hashes.map(({ kind, hash, wordCount }, i) => ({
        i,
        added: insertNew(ctx, "tombstone_hashes", {
          kind,
          hash: Buffer.from(hash, "base64"),
          tombstone_id: tombstoneId,
          word_count: wordCount,
          forgotten_at: tombstone.forgotten_at,
        }),
      }));
    },
    putEpisodes: (records) => putEpisodes(ctx, records),
    putRowNumbers: (records) => records.map(({ n, record }, i) => ({ i, added: putPlace(ctx, record, n) })),
    putMentions: (records) =>
      records.flatMap(({ record: { episodeId, mentions } }, i): WrittenRow[] => {
        if (!stands(ctx, "episodes", episodeId)) return [];
        const before = mentionsIn(ctx, episodeId);
        for (const mention of mentions) insertMention(ctx, { episodeId, ...mention });
        return [{ i, added: mentionsIn(ctx, episodeId) > before }];
      }),
    standing: (asked) => ({
      // The names of both ends are read again when a fact is written.
      entities: new Map([...idsIn("entities", asked.entities)].map((id) => [id, ""])),
      facts: idsIn("facts", asked.facts),
      episodes: idsIn("episodes", asked.episodes),
    }),
    createEntities: (records) => records.forEach(({ n, record }) => writeEntity(ctx, record.entity, { n })),
    createFacts: (facts) => facts.forEach(({ n, fact }) => writeFact(ctx, fact, { n })),
    knownCommunities: (ids) => communitiesById(ctx, ids).map(({ id }) => id),
    createCommunities: (records) => records.forEach(({ record }) => writeCommunity(ctx, record.community)),
    /** A platform that cannot compare vectors stores none. */
    putVectors: (of, tag, rows) =>
      rows.flatMap(({ i, id, vector }): WrittenRow[] => {
        if (vectorExtension() === null || !stands(ctx, TABLE_OF[of], id)) return [];
        const waited =
          db.run("DELETE FROM unembedded WHERE user_id = ? AND kind = ? AND id = ?", user, of, id) > 0;
        if (waited && vector !== null) writeVectors(ctx, tag, [{ kind: of, id, vector }]);
        return [{ i, added: waited }];
      }),
    putVectorSet: (tag, complete) => insertNew(ctx, "vector_sets", { tag, complete }),
  };
}

function putEpisodes(ctx: Context, records: Numbered<"episode">[]): AddedCounts {
  const told: AddedCounts = { added: 0, known: 0 };
  for (const { record } of records) {
    const { id, conversationId } = record.episode;
    if (stands(ctx, "episodes", id)) {
      told.known += 1;
      continue;
    }
    const row = toEpisodeRow(record.episode);
    if (!stands(ctx, "conversations", conversationId)) continue;
    // Another turn has its position, its idempotency key or its external id.
    if (!insertNew(ctx, "episodes", { ...row, ...episodeSearchText(row) })) continue;
    ctx.db.run(
      "UPDATE conversations SET episode_count = episode_count + 1 WHERE user_id = ? AND id = ?",
      ctx.user,
      conversationId,
    );
    told.added += 1;
  }
  return told;
}

/** At the position of the existing row, or at a new number. */
function putPlace(
  { db, user }: Context,
  { of, changes, row }: Numbered<"place">["record"],
  n: number,
): boolean {
  const standing = db.get<{ n: number }>(
    `SELECT n FROM ${TABLE_OF[of]} WHERE user_id = ? AND id = ?`,
    user,
    row,
  );
  return (
    db.run(
      `UPDATE changes SET target_n = ? WHERE user_id = ? AND target_n IS NULL AND id ${IN_LIST}`,
      standing?.n ?? n,
      user,
      list(changes),
    ) > 0
  );
}

function mentionsIn({ db, user }: Context, episodeId: string): number {
  const sql = "SELECT count(*) AS c FROM mentions WHERE user_id = ? AND episode_id = ?";
  return db.get<{ c: number }>(sql, user, episodeId)?.c ?? 0;
}
