import { words } from "../../language/text.ts";
import { type Connection, withoutLockWait } from "./connection.ts";
import { RESIDUES_MAX } from "../store-core/forget-plan.ts";
import { FTS_TABLES } from "./schema.ts";
import { createScrubber } from "./scrub.ts";

/** Written with the deletion, so that a process that dies before its purge runs it on restart. */
export function markPurgePending(db: Connection): void {
  db.run("INSERT INTO purges DEFAULT VALUES");
}

export function purgesOwed(db: Connection): number {
  return db.get<{ c: number }>("SELECT count(*) AS c FROM purges")?.c ?? 0;
}

/** More pieces than are compared: every index is rebuilt. */
export const ALL: string[] = Array.from({ length: 1_000 }, (_, i) => `everything ${i}`);

/** `held`: a reader uses the log; nothing can be done until it finishes. */
type PurgeStep = "more" | "held" | "done";

/**
 * Makes deleted content unrecoverable from the files, in slices of milliseconds between which other requests are served.
 * `secure_delete` zeroes freed cells and FTS5's `secure-delete` removes words from its lists, but three traces can
 * remain: words that FTS5 keeps as separators between its pages, page images in the log, and copies that SQLite left
 * in the unused middle of a page when it split it. So: rebuild an index whose separators could spell a removed word,
 * empty the log, and zero the unused space of every page. A `VACUUM` would do the last, and block everything for seconds.
 */
export function createPurge(db: Connection) {
  const scrubber = createScrubber(db.file);
  /** Indexes to rebuild, and whether that has begun. */
  const indexes = new Map<string, { begun: boolean }>();
  let residues: string[] = [];
  let owed = false;
  let pass = 1;
  let changesBefore = 0;

  function step(): PurgeStep {
    if (!owed) return "done";
    if (residues.length > 0) {
      for (const table of FTS_TABLES)
        if (mayHoldResidue(db, table, residues)) indexes.set(table, { begun: false });
      residues = [];
      return "more";
    }
    const [next] = indexes;
    if (next !== undefined) {
      const [table, state] = next;
      if (!state.begun && isSmall(db, table)) {
        db.run(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`);
        indexes.delete(table);
      } else if (!state.begun) beginMerge(db, table);
      else if (mergeIsDone(db, table)) indexes.delete(table);
      state.begun = true;
      return "more";
    }
    return withoutLockWait(db, scrubStep);
  }

  function scrubStep(): PurgeStep {
    if (!emptyLog(db)) return "held";
    if (scrubber.isAtStart()) changesBefore = changesOf(db);
    // With the lock and an empty log, the file is current, and no one else writes it.
    const ended = db.transaction("write", () => scrubber.slice());
    // Cached pages still contain what was zeroed in the file.
    db.exec("PRAGMA shrink_memory");
    if (!ended) return "more";
    // A write in between may have moved a page behind the pass.
    if (pass++ < PASSES_MAX && changesOf(db) !== changesBefore) return "more";
    db.run("DELETE FROM purges");
    owed = false;
    return "done";
  }

  return {
    /** The content removed by a committed forgetting. */
    add(pieces: readonly string[]): void {
      residues = residues.concat(pieces);
      owed = true;
      pass = 1;
      scrubber.restart();
    },
    /** Whether removed content may still be in the files. */
    isOwed: () => owed,
    step,
    close: () => scrubber.close(),
  };
}

const PASSES_MAX = 3;

/** Separators are truncated, so prefixes are compared. */
const SIGNPOST_CHARS = 4;

function mayHoldResidue(db: Connection, table: string, residues: string[]): boolean {
  if (residues.length > RESIDUES_MAX) return true;
  const starts = new Set(residues.flatMap(words).map((word) => word.slice(0, SIGNPOST_CHARS)));
  const rows = db.all<{ term: Uint8Array | string }>(`SELECT term FROM ${table}_idx WHERE term IS NOT NULL`);
  return rows.some(({ term }) => {
    // The first byte identifies the FTS5 index of the term.
    const text = Buffer.from(term as Uint8Array)
      .toString("utf8")
      .slice(1);
    return text.length >= 2 && [...starts].some((start) => text.startsWith(start) || start.startsWith(text));
  });
}

/** Rows indexed per slice, taking tens of milliseconds. */
const REBUILT_ROWS_MAX = 2_000;

/**
 * A merge drops the mark of a removed word only at FTS5's lowest level. An index that was large and is nearly empty keeps
 * its levels, and such marks above the lowest of them forever: it is rebuilt.
 */
function isSmall(db: Connection, table: string): boolean {
  const sql = `SELECT count(*) AS c FROM (SELECT 1 FROM ${table}_docsize LIMIT ${REBUILT_ROWS_MAX + 1})`;
  return (db.get<{ c: number }>(sql)?.c ?? 0) <= REBUILT_ROWS_MAX;
}

/** Pages written per slice. */
const MERGE_PAGES = 64;
/** An id no row has. */
const STRANGER = "-1, '', 'a'";

/** FTS5 merges two segments or more, so a temporary one is added. */
function beginMerge(db: Connection, table: string): void {
  db.transaction("write", () => {
    db.run(`INSERT INTO ${table} (rowid, scope, text) VALUES (${STRANGER})`);
    db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, -MERGE_PAGES);
    db.run(`INSERT INTO ${table} (${table}, rowid, scope, text) VALUES ('delete', ${STRANGER})`);
  });
}

/** Per its documentation: fewer than two changes mean that there was nothing left to merge. */
function mergeIsDone(db: Connection, table: string): boolean {
  const before = changesOf(db);
  db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, MERGE_PAGES);
  return changesOf(db) - before < 2;
}

function changesOf(db: Connection): number {
  return db.get<{ c: number }>("SELECT total_changes() AS c")?.c ?? 0;
}

/** Checkpoints and truncates the log. False: a reader blocks it. */
function emptyLog(db: Connection): boolean {
  return db.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")?.busy === 0;
}
