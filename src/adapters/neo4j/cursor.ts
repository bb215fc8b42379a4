import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type SortKey, checkLimit, cursorTag, decodeCursor, encodeCursor } from "../store-core/cursor.ts";
import type { Context } from "./context.ts";
import type { Params } from "./parameters.ts";

/** Stands before every row of a list in falling order, and of one in rising order. */
export const HIGHEST = { text: "\uffff", number: Number.MAX_SAFE_INTEGER };
export const LOWEST = { text: "", number: -1 };

/** One list: its statement, its sort key, and what tells its cursors from those of another list, user or filter. */
export interface PageQuery<Row> {
  kind: string;
  filters: unknown[];
  /** Takes the key of the last row shown by the names of `key`, and `$limit`; returns `row`. */
  statement: string;
  params: Params;
  /** Names of the key, most significant first; together unique. */
  key: readonly string[];
  /** A key before all rows. */
  first: SortKey;
  keyOf: (row: Row) => SortKey;
}

/** Keyset pagination: a row that is added while someone pages shifts nothing. */
export async function page<Row, T>(
  ctx: Context,
  request: PageRequest,
  query: PageQuery<Row>,
  toItem: (rows: Row[]) => T[] | Promise<T[]>,
): Promise<Page<T>> {
  const limit = checkLimit(request.limit);
  const tag = cursorTag(query.kind, ctx.user, query.filters);
  const after =
    request.cursor === undefined ? query.first : decodeCursor(request.cursor, tag, query.key.length);
  const key = Object.fromEntries(query.key.map((name, i) => [name, after[i] ?? null]));
  const found = await ctx.tx.run<{ row: Row }>(query.statement, {
    ...query.params,
    ...key,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit).map(({ row }) => row);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items: await toItem(shown), nextCursor: more ? encodeCursor(tag, query.keyOf(last)) : null };
}
