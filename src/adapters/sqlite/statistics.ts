import type { Connection } from "./connection.ts";

/**
 * The planner's statistics for every index, in place of real counts (ANALYZE): a million rows, all of one user. A
 * young database has no counts, and the planner then assumes that a user has a handful of rows; counts of its first
 * days would mislead it for years. So plans are the same on the first day and after many years.
 */
export function putStatistics(db: Connection): void {
  const wanted = statistics(db);
  if (isWritten(db, wanted)) return;
  db.transaction("write", () => {
    // The table is created by the first ANALYZE of anything.
    db.exec("ANALYZE users; DELETE FROM sqlite_stat1");
    for (const { tbl, idx, stat } of wanted)
      db.run("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", tbl, idx, stat);
  });
  db.exec("ANALYZE sqlite_schema");
}

interface Statistic {
  tbl: string;
  idx: string;
  /** Rows of the index, then how many share the values of its first column, its first two, and so on. */
  stat: string;
}

const ROWS = 100_000_000;
const ROWS_OF_A_USER = 1_000_000;
/** Rows of a partial index: fewer than in a whole one. */
const PARTIAL_ROWS = ROWS / 10;
/** How many rows share one value, roughly; two for columns not listed. */
const SHARING: Record<string, number> = {
  user_id: ROWS_OF_A_USER,
  tag: ROWS_OF_A_USER,
  kind: ROWS_OF_A_USER / 4,
  status: ROWS_OF_A_USER / 4,
  state: ROWS_OF_A_USER / 4,
  type: ROWS_OF_A_USER / 20,
  predicate: ROWS_OF_A_USER / 100,
  conversation_id: 50,
  run_id: 100,
  subject_id: 30,
  object_id: 10,
  entity_id: 10,
  community_id: 10,
  fact_id: 5,
  episode_id: 5,
  target_id: 5,
};
const SHARING_ELSE = 2;

interface IndexRow {
  tbl: string;
  idx: string;
  isUnique: number;
  isPartial: number;
  isPrimaryKey: number;
  columns: string;
}

function statistics(db: Connection): Statistic[] {
  const rows = db.all<IndexRow>(
    `SELECT t.name AS tbl, i.name AS idx, i."unique" AS isUnique, i.partial AS isPartial, i.origin = 'pk' AND l.wr AS isPrimaryKey,
       (SELECT json_group_array(c.name) FROM pragma_index_info(i.name) c) AS columns
     FROM sqlite_schema t JOIN pragma_table_list l ON l.name = t.name AND l.schema = 'main' JOIN pragma_index_list(t.name) i
     WHERE t.type = 'table' AND l.type = 'table' ORDER BY t.name, i.name`,
  );
  return rows.map(({ tbl, idx, isUnique, isPartial, isPrimaryKey, columns }) => ({
    tbl,
    // The key of a WITHOUT ROWID table goes by the table's name.
    idx: isPrimaryKey === 1 ? tbl : idx,
    stat: statOf(JSON.parse(columns) as string[], isPartial === 1 ? PARTIAL_ROWS : ROWS, isUnique === 1),
  }));
}

function statOf(columns: string[], rows: number, isUnique: boolean): string {
  let sharing = rows;
  const figures = columns.map((column, at) => {
    const one = isUnique && at === columns.length - 1 ? 1 : (SHARING[column] ?? SHARING_ELSE);
    return (sharing = Math.min(sharing, one));
  });
  return [rows, ...figures].join(" ");
}

function isWritten(db: Connection, wanted: Statistic[]): boolean {
  if (db.get("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'") === undefined) return false;
  const found = db.all<Statistic>("SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx");
  const inOrder = (all: Statistic[]): string[] =>
    all.map(({ tbl, idx, stat }) => `${tbl} ${idx} ${stat}`).sort();
  return JSON.stringify(inOrder(found)) === JSON.stringify(inOrder(wanted));
}
