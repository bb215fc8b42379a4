import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type List, type SortKey, pageOf } from "../store-core/cursor.ts";
import type { ListDescription } from "../store-core/listing.ts";
import { type Answer, runAsync } from "../store-core/steps.ts";
import type { Asked, Rows } from "../store-core/verbs.ts";
import type { Tx } from "./connection.ts";
import type { Context } from "./context.ts";
import type { Params } from "./parameters.ts";

/** Sorts before every row of a descending list, and of an ascending one. */
export const HIGHEST = { text: "\uffff", number: Number.MAX_SAFE_INTEGER };
export const LOWEST = { text: "", number: -1 };

/** A list and its statement. */
export interface PageQuery<Row, T> extends List<Row, T> {
  /** Takes the key of the last row shown, under the names of `key`, and `$limit`; returns `row`. */
  statement: string;
  params?: Params;
  /** A key before all rows, unless it is that of a descending list. */
  first?: SortKey;
}

export function page<Row, T>(
  { tx, user }: Context,
  request: PageRequest,
  { statement, params, ...list }: PageQuery<Row, T>,
): Promise<Page<T>> {
  const read = (after: SortKey | null, limit: number): Answer<Row[]> =>
    rowsOf(tx).find(statement, { ...params, ...keyAfter(list.key, after, list.first), limit });
  return runAsync(pageOf(list, user, request, read));
}

/** The server is not asked about an empty list. */
const asksNothing = (asked: Asked): boolean =>
  [asked["ids"], asked["rows"]].some((list) => Array.isArray(list) && list.length === 0);

/** A statement returns columns, or one map of them named `row`. */
export function rowsOf(tx: Tx): Rows {
  return {
    async find<Row>(statement: string, asked: Asked = {}) {
      if (asksNothing(asked)) return [];
      const rows = await tx.run<{ row?: Row }>(statement, asked as Params);
      return rows.map((one) =>
        Object.keys(one).length === 1 && one.row !== undefined ? one.row : (one as Row),
      );
    },
    count: async (statement, asked = {}) =>
      asksNothing(asked) ? 0 : counted({ tx }, statement, asked as Params),
  };
}

/** The newest rows of a list, after a key. */
export function pageRows<Row>(
  { tx, now }: Context,
  { key, filtersOf, given, statementOf }: ListDescription,
  query: PageRequest,
  after: SortKey | null,
  limit: number,
): Answer<Row[]> {
  const filters = Object.entries(filtersOf(query as never)).map(([name, value]) => [name, value ?? null]);
  return rowsOf(tx).find(statementOf(query as never), {
    ...(Object.fromEntries(filters) as Asked),
    ...given(query as never, now),
    ...keyAfter(key, after),
    limit,
  });
}

function keyAfter(
  key: readonly string[],
  after: SortKey | null,
  first: SortKey = key.map((name) => (name === "n" ? HIGHEST.number : HIGHEST.text)),
): Record<string, string | number | null> {
  return Object.fromEntries(key.map((name, i) => [name, (after ?? first)[i] ?? null]));
}

/** The rows that a statement finds. */
export async function found<Row, T>(
  { tx }: { tx: Tx },
  statement: string,
  params: Params,
  toItem: (row: Row) => T,
): Promise<T[]> {
  const rows = await tx.run<{ row: Row }>(statement, params);
  return rows.map(({ row }) => toItem(row));
}

/** The `count` that a statement returns. */
export async function counted({ tx }: { tx: Tx }, statement: string, params?: Params): Promise<number> {
  return (await tx.one<{ count: number }>(statement, params))?.count ?? 0;
}
