import type { Instant } from "../../domain/model/time.ts";
import {
  type HashKind,
  type NewTombstone,
  type Tombstones,
  type WordHash,
  hasherOf,
  redactText,
  spaceOf,
} from "../store-core/tombstones.ts";
import { type Context, saltOf } from "./context.ts";

/** Storage of a user's tombstones; their meaning is documented in `store-core/tombstones.ts`. */
export function putTombstone(ctx: Context, tombstone: NewTombstone): void {
  ctx.db.run(
    "INSERT INTO tombstones (user_id, id, target, forgotten_at, subject_is_self) VALUES (?, ?, ?, ?, ?)",
    ctx.user,
    tombstone.id,
    tombstone.target,
    tombstone.forgottenAt,
    tombstone.subjectIsSelf ? 1 : 0,
  );
  const { hash } = tombstonesOf(ctx);
  for (const entry of tombstone.entries) {
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

/** The number of tombstones. */
export function forgettings({ db, user }: Context): number {
  return db.get<{ c: number }>("SELECT count(*) AS c FROM tombstones WHERE user_id = ?", user)?.c ?? 0;
}

function wordsAfter(ctx: Context, at: Instant): WordHash[] {
  const rows = ctx.db.all<{
    kind: HashKind;
    hash: Uint8Array;
    tombstone_id: string;
    word_count: number;
    subject_is_self: number;
  }>(
    `SELECT h.kind, h.hash, h.tombstone_id, h.word_count, t.subject_is_self FROM tombstone_hashes h
     JOIN tombstones t ON t.user_id = h.user_id AND t.id = h.tombstone_id
     WHERE h.user_id = ? AND h.kind IN ('run', 'term', 'subject', 'name') AND h.forgotten_at > ?`,
    ctx.user,
    at,
  );
  return rows.map((row) => ({
    kind: row.kind,
    hash: Buffer.from(row.hash).toString("base64"),
    tombstoneId: row.tombstone_id,
    wordCount: row.word_count,
    subjectIsSelf: row.subject_is_self === 1,
  }));
}

export function redactForgotten(
  ctx: Context,
  text: string,
  at: Instant,
): { text: string; redacted: boolean } {
  return redactText(tombstonesOf(ctx), text, at);
}
