import type { Connection } from "./connection.ts";
import type { Context } from "./context.ts";

/**
 * Terms that stand in most of a user's rows say nothing (FTS5's BM25 gives them next to no weight) but cost most:
 * every row they stand in is scored. Counted without scoring, remembered for a while per connection.
 */
const COMMON_SHARE = 0.3;
/** With fewer rows than this, nothing is worth leaving out. */
const ROWS_MIN = 1000;
const KEPT_MS = 60_000;
const KEPT_MAX = 5_000;

interface Counted {
  rows: number;
  until: number;
}

const counts = new WeakMap<Connection, Map<string, Counted>>();

/** The terms that tell rows apart; all of them when none does. */
export function telling(ctx: Context, table: string, terms: string[]): string[] {
  if (terms.length < 2) return terms;
  const all = count(ctx, table, `scope:"u${ctx.user}"`);
  if (all < ROWS_MIN) return terms;
  const rare = terms.filter(
    (term) => count(ctx, table, `scope:"u${ctx.user}" AND text:${term}`) <= all * COMMON_SHARE,
  );
  return rare.length === 0 ? terms : rare;
}

function count(ctx: Context, table: string, match: string): number {
  const known = counts.get(ctx.db) ?? new Map<string, Counted>();
  counts.set(ctx.db, known);
  const key = `${table} ${match}`;
  const now = performance.now();
  const kept = known.get(key);
  if (kept && kept.until > now) return kept.rows;
  const rows =
    ctx.db.get<{ rows: number }>(
      `SELECT count(*) AS rows FROM ${table}_fts WHERE ${table}_fts MATCH ?`,
      match,
    )?.rows ?? 0;
  if (known.size >= KEPT_MAX) known.clear();
  known.set(key, { rows, until: now + KEPT_MS });
  return rows;
}
