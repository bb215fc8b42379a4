import type { Context } from "./context.ts";
import { LOWEST } from "./cursor.ts";
import type { Params } from "./parameters.ts";

/** Rows read at once by what goes over everything a user has: a store is larger than memory. */
const SLICE = 500;

/** All rows of a statement that lists by `n` from below. */
export async function* byNumber<Row extends { n: number }>(
  ctx: Context,
  statement: string,
  params: Params = {},
): AsyncGenerator<Row[]> {
  let n = LOWEST.number;
  for (;;) {
    const found = await ctx.tx.run<{ row: Row }>(statement, { ...params, n, limit: SLICE });
    const rows = found.map(({ row }) => row);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    n = last.n;
  }
}

/** All rows of a statement that lists by time and `n` from below. */
export async function* byTime<Row extends { occurred_at: string; n: number }>(
  ctx: Context,
  statement: string,
): AsyncGenerator<Row[]> {
  let after: Params = { occurred_at: LOWEST.text, n: LOWEST.number };
  for (;;) {
    const found = await ctx.tx.run<{ row: Row }>(statement, { ...after, limit: SLICE });
    const rows = found.map(({ row }) => row);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    after = { occurred_at: last.occurred_at, n: last.n };
  }
}

/** Slices of ids, each as large as one statement should have. */
export function* slices<T>(items: Iterable<T>): Generator<T[]> {
  const all = [...items];
  for (let i = 0; i < all.length; i += SLICE) yield all.slice(i, i + SLICE);
}

/** Counts what statements deleted, slice by slice. */
export async function deleteAll(ctx: Context, statement: string, ids: Iterable<string>): Promise<number> {
  let count = 0;
  for (const slice of slices(ids)) {
    count += (await ctx.tx.one<{ count: number }>(statement, { ids: slice }))?.count ?? 0;
  }
  return count;
}

/** Writes rows, slice by slice. */
export async function writeAll(ctx: Context, statement: string, rows: Iterable<Params>): Promise<void> {
  for (const slice of slices(rows)) await ctx.tx.run(statement, { rows: slice });
}
