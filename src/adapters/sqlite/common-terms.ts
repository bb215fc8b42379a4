import type { Connection } from "./connection.ts";
import type { Context } from "./context.ts";

/**
 * Terms in most of a user's rows carry no information (FTS5's BM25 gives them next to no weight) but cost most:
 * every row containing them is scored. Counted without scoring, cached for a while per connection.
 */
const COMMON_SHARE = 0.3;
/** With fewer rows than this, no term is worth dropping. */
const ROWS_MIN = 1000;
/** More than this are spellings of one word, most of which are in no row. */
const COUNTED_TERMS_MAX = 32;
const KEPT_MS = 60_000;
const KEPT_MAX = 5_000;

interface Counted {
  rows: number;
  until: number;
}

const counts = new WeakMap<Connection, Map<string, Counted>>();

export function dropCounts(db: Connection): void {
  counts.delete(db);
}

/**
 * Share of the index above which a user's rows are filtered after the search instead of inside the index: BM25 walks all
 * rows of `scope` for every query (0.9 ms against 0.3 ms if one user owns 5,000 rows), and few rows belong to others.
 */
const MOST_SHARE = 0.9;

/** Prefix of a match; empty for a user who owns most of the index, whose hits the caller filters by row. */
export function scopeOf(ctx: Context, index: string): string {
  const scope = `scope:"u${ctx.user}"`;
  return counted(ctx, index, scope) >= MOST_SHARE * rowsOf(ctx, index) ? "" : `${scope} AND `;
}

/** The discriminating terms; all of them if none is. */
export function distinctiveTerms(ctx: Context, index: string, scope: string, terms: string[]): string[] {
  if (terms.length < 2 || terms.length > COUNTED_TERMS_MAX) return terms;
  const all = counted(ctx, index, `scope:"u${ctx.user}"`);
  if (all < ROWS_MIN) return terms;
  const rare = terms.filter((term) => counted(ctx, index, `${scope}text:${term}`) <= all * COMMON_SHARE);
  return rare.length === 0 ? terms : rare;
}

function counted(ctx: Context, index: string, match: string): number {
  return kept(ctx, `${index} ${match}`, () =>
    ctx.db.get<{ rows: number }>(
      `SELECT count(*) AS rows FROM ${index}_fts WHERE ${index}_fts MATCH ?`,
      match,
    ),
  );
}

/** Rows of all users, including deleted ones: a free upper bound. */
function rowsOf(ctx: Context, index: string): number {
  return kept(ctx, index, () =>
    ctx.db.get<{ rows: number | null }>(`SELECT max(id) AS rows FROM ${index}_fts_docsize`),
  );
}

function kept(ctx: Context, key: string, ask: () => { rows: number | null } | undefined): number {
  const known = counts.get(ctx.db) ?? new Map<string, Counted>();
  counts.set(ctx.db, known);
  const now = performance.now();
  const before = known.get(key);
  if (before && before.until > now) return before.rows;
  const rows = ask()?.rows ?? 0;
  if (known.size >= KEPT_MAX) known.clear();
  known.set(key, { rows, until: now + KEPT_MS });
  return rows;
}
