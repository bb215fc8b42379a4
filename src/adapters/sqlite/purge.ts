import { closeSync, openSync, readSync } from "node:fs";
import { fold } from "../../domain/text.ts";
import type { Connection } from "./connection.ts";
import { FTS_TABLES } from "./schema.ts";

/**
 * Makes what was deleted unrecoverable from the files. `secure_delete` zeroes freed cells and FTS5's `secure-delete`
 * takes words out of its lists, but three traces can remain: pages in the log, copies that SQLite left in the unused
 * middle of a page when it split it, and words that FTS5 keeps as signposts between its pages. So: rebuild an index
 * whose signposts could spell a removed word, empty the log, look for the removed pieces in the raw file, and when
 * one is there (as a trace, or because someone else said it too) write the file anew.
 * Returns false when a reader kept the log from being emptied; call again.
 */
export function purge(db: Connection, needles: string[]): boolean {
  if (needles.length === 0) return true;
  if (!clean(db, needles)) return false;
  db.run("DELETE FROM purges");
  return true;
}

/** Written with the deletion, so that a process that dies before its purge does it when it starts again. */
export function owePurge(db: Connection): void {
  db.run("INSERT INTO purges DEFAULT VALUES");
}

export function purgeOwed(db: Connection): boolean {
  return db.get("SELECT 1 FROM purges LIMIT 1") !== undefined;
}

/** More pieces than are searched for: the files are rewritten instead. */
export const ALL: string[] = Array.from({ length: 1_000 }, (_, i) => `everything ${i}`);

/** Whether the purge of these rebuilds the indexes anyway. */
export function rebuildsAll(needles: { size: number }): boolean {
  return needles.size > NEEDLES_MAX;
}

function clean(db: Connection, needles: string[]): boolean {
  for (const table of FTS_TABLES) if (signpostsMatch(db, table, needles)) rebuild(db, table);
  if (!emptyLog(db)) return false;
  if (needles.length <= NEEDLES_MAX && !found(db.file, needles)) return true;
  db.exec("VACUUM");
  return emptyLog(db);
}

/** Beyond this, searching takes longer than rewriting. */
const NEEDLES_MAX = 64;
/** Signposts are cut short, so beginnings are compared. */
const SIGNPOST_CHARS = 4;

function signpostsMatch(db: Connection, table: string, needles: string[]): boolean {
  if (needles.length > NEEDLES_MAX) return true;
  const starts = new Set(
    needles
      .flatMap((needle) => fold(needle).match(/[\p{L}\p{N}]+/gu) ?? [])
      .map((word) => word.slice(0, SIGNPOST_CHARS)),
  );
  const rows = db.all<{ term: Uint8Array | string }>(`SELECT term FROM ${table}_idx WHERE term IS NOT NULL`);
  return rows.some(({ term }) => {
    // The first byte tells which of FTS5's indexes the term belongs to.
    const text = Buffer.from(term as Uint8Array)
      .toString("utf8")
      .slice(1);
    return text.length >= 2 && [...starts].some((start) => text.startsWith(start) || start.startsWith(text));
  });
}

function rebuild(db: Connection, table: string): void {
  db.exec(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`);
}

const LOG_ATTEMPTS_MAX = 3;

/** Moves the log into the database and cuts it to nothing; waits for readers as long as `busy_timeout`. */
function emptyLog(db: Connection): boolean {
  for (let attempt = 0; attempt < LOG_ATTEMPTS_MAX; attempt++) {
    const row = db.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    if (row?.busy === 0) return true;
  }
  return false;
}

const CHUNK_BYTES = 4_194_304;

function found(file: string, needles: string[]): boolean {
  const wanted = [...new Set(needles.flatMap((n) => [n, fold(n)]))].map((n) => Buffer.from(n, "utf8"));
  const overlap = Math.max(...wanted.map((n) => n.length));
  const chunk = Buffer.alloc(CHUNK_BYTES + overlap);
  const handle = openSync(file, "r");
  try {
    for (let at = 0; ; at += CHUNK_BYTES) {
      const size = readSync(handle, chunk, 0, chunk.length, at);
      const bytes = chunk.subarray(0, size);
      if (wanted.some((needle) => bytes.includes(needle))) return true;
      if (size < chunk.length) return false;
    }
  } finally {
    closeSync(handle);
  }
}
