import { EngramError } from "../../errors.ts";
import type { Connection } from "./connection.ts";
import { FTS_TABLES } from "./schema.ts";

/** Problems of one kind that are listed individually. */
const REPORTED_MAX = 100;

/** Checks by SQLite and of the rows themselves; on any connection. Ids only, never text. */
export function checkRows(db: Connection): string[] {
  return [...integrity(db), ...foreignKeys(db), ...orphans(db), ...movedQuotes(db), ...miscounted(db)].slice(
    0,
    REPORTED_MAX,
  );
}

/**
 * FTS5 caches the layout of an index between transactions, and only a query makes it look for a newer one: a check
 * alone would follow the old layout to pages that another thread has merged away, and report corruption.
 */
function integrity(db: Connection): string[] {
  for (const table of FTS_TABLES) db.get(`SELECT rowid FROM ${table} LIMIT 1`);
  const rows = db.all<{ integrity_check: string }>(`PRAGMA integrity_check(${REPORTED_MAX})`);
  return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
}

function foreignKeys(db: Connection): string[] {
  return db
    .all<{ table: string; rowid: number | null; parent: string }>("PRAGMA foreign_key_check")
    .map((row) => `${row.table}: row ${row.rowid ?? "?"} refers to a missing row of ${row.parent}`);
}

function orphans(db: Connection): string[] {
  const missing = (parent: string, column: string): string[] =>
    db
      .all<{ fact_id: string }>(
        `SELECT fact_id FROM evidence v WHERE NOT EXISTS (
           SELECT 1 FROM ${parent} p WHERE p.user_id = v.user_id AND p.id = v.${column}) LIMIT ${REPORTED_MAX}`,
      )
      .map((row) => `evidence of fact ${row.fact_id}: its ${column.replace("_id", "")} is missing`);
  return [...missing("facts", "fact_id"), ...missing("episodes", "episode_id")];
}

interface QuoteRow {
  fact_id: string;
  episode_id: string;
  span_start: number;
  span_end: number;
  quote: string;
  text: string | null;
}

/** A quote must match the words of its span. Checked in code, because SQLite counts characters, not UTF-16 units. */
function movedQuotes(db: Connection): string[] {
  const problems: string[] = [];
  const rows = db.each<QuoteRow>(
    `SELECT v.fact_id, v.episode_id, v.span_start, v.span_end, v.quote,
       CASE v.part WHEN 'user' THEN e.user_message ELSE e.assistant_reply END AS text
     FROM evidence v JOIN episodes e ON e.user_id = v.user_id AND e.id = v.episode_id`,
  );
  for (const row of rows) {
    if ((row.text ?? "").slice(row.span_start, row.span_end) === row.quote) continue;
    problems.push(
      `evidence of fact ${row.fact_id}: its quote is not what episode ${row.episode_id} says there`,
    );
  }
  return problems;
}

function miscounted(db: Connection): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM conversations c WHERE episode_count <> (
         SELECT count(*) FROM episodes e WHERE e.user_id = c.user_id AND e.conversation_id = c.id)
       LIMIT ${REPORTED_MAX}`,
    )
    .map((row) => `conversation ${row.id}: its count of episodes is wrong`);
}

/** Whether the full-text index matches the rows. FTS5 checks this through an INSERT, so only the writer can. */
export function checkIndexes(db: Connection): string[] {
  return FTS_TABLES.flatMap((table) => {
    try {
      db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
      return [];
    } catch (error) {
      if (error instanceof EngramError) throw error;
      return [`${table}: the index does not match its table`];
    }
  });
}
