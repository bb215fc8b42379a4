import type { Instant } from "../../domain/model/time.ts";
import {
  type NewTombstone,
  type Tombstones,
  type WordHash,
  hasherOf,
  spaceOf,
} from "../store-core/tombstones.ts";
import { toTombstoneRow } from "../store-core/rows.ts";
import { insertSql, plain } from "./connection.ts";
import { type Context, saltOf } from "./context.ts";

/** Storage of a user's tombstones; their meaning is documented in `store-core/tombstones.ts`. */
export function putTombstone(ctx: Context, tombstone: NewTombstone): void {
  const { entries, ...row } = tombstone;
  const columns = { user_id: ctx.user, ...plain(toTombstoneRow(row)) };
  ctx.db.run(insertSql("tombstones", Object.keys(columns)), columns);
  const { hash } = tombstonesOf(ctx);
  for (const entry of entries) {
    ctx.db.run(
      `INSERT OR IGNORE INTO tombstone_hashes (user_id, kind, hash, tombstone_id, word_count, forgotten_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ctx.user,
      entry.kind,
      hash(spaceOf(entry.kind), entry.content),
      tombstone.id,
      entry.wordCount,
      tombstone.forgottenAt,
    );
  }
}

export function tombstonesOf(ctx: Context): Tombstones {
  let hash: Tombstones["hash"] | undefined;
  return {
    any: () => ctx.db.get("SELECT 1 FROM tombstones WHERE user_id = ? LIMIT 1", ctx.user) !== undefined,
    hash: (space, content) => (hash ??= hasherOf(ctx.hashKey, saltOf(ctx)))(space, content),
    last: (kind, hash) =>
      ctx.db.get<{ at: string | null }>(
        "SELECT max(forgotten_at) AS at FROM tombstone_hashes WHERE user_id = ? AND kind = ? AND hash = ?",
        ctx.user,
        kind,
        hash,
      )?.at ?? null,
    wordsAfter: (at) => wordsAfter(ctx, at),
  };
}

function wordsAfter(ctx: Context, at: Instant): WordHash[] {
  type Row = Omit<WordHash, "hash" | "subjectIsSelf"> & { hash: Uint8Array; isSelf: number };
  const rows = ctx.db.all<Row>(
    `SELECT h.kind, h.hash, h.tombstone_id AS tombstoneId, h.word_count AS wordCount, t.subject_is_self AS isSelf
     FROM tombstone_hashes h
     JOIN tombstones t ON t.user_id = h.user_id AND t.id = h.tombstone_id
     WHERE h.user_id = ? AND h.kind IN ('run', 'term', 'subject', 'name') AND h.forgotten_at > ?`,
    ctx.user,
    at,
  );
  return rows.map(({ hash, isSelf, ...word }) => ({
    ...word,
    hash: Buffer.from(hash).toString("base64"),
    subjectIsSelf: isSelf === 1,
  }));
}
