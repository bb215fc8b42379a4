import { words } from "../../language/text.ts";
import { type Connection, withoutLockWait } from "./connection.ts";
import { FTS_TABLES } from "./schema.ts";
import { type Scrubber, createScrubber } from "./scrub.ts";

/**
 * Makes what was deleted unrecoverable from the files, in slices of milliseconds between which others are served.
 * `secure_delete` zeroes freed cells and FTS5's `secure-delete` takes words out of its lists, but three traces can
 * remain: words that FTS5 keeps as signposts between its pages, page images in the log, and copies that SQLite left
 * in the unused middle of a page when it split it. So: write an index anew whose signposts could spell a removed word,
 * empty the log, and zero what is unused in every page. A `VACUUM` would do the last, and stop everybody for seconds.
 */
export interface Purge {
  /** What was removed by a forgetting that is committed. */
  add(residues: readonly string[]): void;
  /** Whether something that was removed may still be in the files. */
  isOwed(): boolean;
  /** `held`: somebody reads from the log; nothing can be done until they end. */
  step(): "more" | "held" | "done";
  close(): void;
}

/** Written with the deletion, so that a process that dies before its purge does it when it starts again. */
export function owePurge(db: Connection): void {
  db.run("INSERT INTO purges DEFAULT VALUES");
}

export function purgesOwed(db: Connection): number {
  return db.get<{ c: number }>("SELECT count(*) AS c FROM purges")?.c ?? 0;
}

/** More pieces than are compared: every index is written anew. */
export const ALL: string[] = Array.from({ length: 1_000 }, (_, i) => `everything ${i}`);

/** Beyond this, some signpost is like one of them anyway. */
const RESIDUES_MAX = 64;

/** Whether the purge of these writes the indexes anew anyway. */
export function rebuildsAll(residues: { size: number }): boolean {
  return residues.size > RESIDUES_MAX;
}

export function createPurge(db: Connection): Purge {
  const scrubber: Scrubber = createScrubber(db.file);
  /** Indexes to be written anew, and whether that has begun. */
  const indexes = new Map<string, { begun: boolean }>();
  let residues: string[] = [];
  let owed = false;
  let pass = 1;
  let changesBefore = 0;

  function step(): ReturnType<Purge["step"]> {
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

  function scrubStep(): ReturnType<Purge["step"]> {
    if (!emptyLog(db)) return "held";
    if (scrubber.isAtStart()) changesBefore = changesOf(db);
    // The lock and the empty log: what the file has is what is true, and nobody writes it meanwhile.
    const ended = db.transaction("write", () => scrubber.slice());
    // Pages that were kept in memory have what is zeroed in the file now.
    db.exec("PRAGMA shrink_memory");
    if (!ended) return "more";
    // A write in between may have moved a page to where the pass had been.
    if (pass++ < PASSES_MAX && changesOf(db) !== changesBefore) return "more";
    db.run("DELETE FROM purges");
    owed = false;
    return "done";
  }

  return {
    add(pieces) {
      residues = residues.concat(pieces);
      owed = true;
      pass = 1;
      scrubber.restart();
    },
    isOwed: () => owed,
    step,
    close: () => scrubber.close(),
  };
}

const PASSES_MAX = 3;

/** Signposts are cut short, so beginnings are compared. */
const SIGNPOST_CHARS = 4;

function mayHoldResidue(db: Connection, table: string, residues: string[]): boolean {
  if (residues.length > RESIDUES_MAX) return true;
  const starts = new Set(residues.flatMap(words).map((word) => word.slice(0, SIGNPOST_CHARS)));
  const rows = db.all<{ term: Uint8Array | string }>(`SELECT term FROM ${table}_idx WHERE term IS NOT NULL`);
  return rows.some(({ term }) => {
    // The first byte tells which of FTS5's indexes the term belongs to.
    const text = Buffer.from(term as Uint8Array)
      .toString("utf8")
      .slice(1);
    return text.length >= 2 && [...starts].some((start) => text.startsWith(start) || start.startsWith(text));
  });
}

/** Rows that are indexed anew at once, in tens of milliseconds. */
const REBUILT_ROWS_MAX = 2_000;

/**
 * A merge drops the mark of a removed word only at FTS5's lowest level. An index that was large and is nearly empty keeps its
 * levels, and such marks above the lowest of them for ever: it is built anew.
 */
function isSmall(db: Connection, table: string): boolean {
  const sql = `SELECT count(*) AS c FROM (SELECT 1 FROM ${table}_docsize LIMIT ${REBUILT_ROWS_MAX + 1})`;
  return (db.get<{ c: number }>(sql)?.c ?? 0) <= REBUILT_ROWS_MAX;
}

/** Pages that one slice writes. */
const MERGE_PAGES = 64;
/** No row has it. */
const STRANGER = "-1, '', 'a'";

/** FTS5 merges two segments or more, so there is another one for a moment. */
function beginMerge(db: Connection, table: string): void {
  db.transaction("write", () => {
    db.run(`INSERT INTO ${table} (rowid, scope, text) VALUES (${STRANGER})`);
    db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, -MERGE_PAGES);
    db.run(`INSERT INTO ${table} (${table}, rowid, scope, text) VALUES ('delete', ${STRANGER})`);
  });
}

/** As its documentation says: fewer than two changes mean that there was nothing left to merge. */
function mergeIsDone(db: Connection, table: string): boolean {
  const before = changesOf(db);
  db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, MERGE_PAGES);
  return changesOf(db) - before < 2;
}

function changesOf(db: Connection): number {
  return db.get<{ c: number }>("SELECT total_changes() AS c")?.c ?? 0;
}

/** Moves the log into the database and cuts it to nothing. False: a reader is in the way. */
function emptyLog(db: Connection): boolean {
  return db.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")?.busy === 0;
}
