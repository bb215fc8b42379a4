import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type List, type SortKey, pageOf } from "../store-core/cursor.ts";
import { runAsync } from "../store-core/steps.ts";
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
  const first = list.first ?? list.key.map((name) => (name === "n" ? HIGHEST.number : HIGHEST.text));
  const read = (after: SortKey | null, limit: number): Promise<Row[]> => {
    const key = Object.fromEntries(list.key.map((name, i) => [name, (after ?? first)[i] ?? null]));
    return found({ tx }, statement, { ...params, ...key, limit }, (row: Row) => row);
  };
  return runAsync(pageOf(list, user, request, read));
}

type Filtered<Query, Row, T> = List<Row, T> & { filtersOf: (query: Query) => Record<string, unknown> };

/** A list by the statement for a query; its filters are parameters by their names, null if not asked for. */
export function listed<Query extends PageRequest, Row, T>(
  list: Filtered<Query, Row, T>,
  statementOf: (query: Query) => string,
): (ctx: Context, query: Query) => Promise<Page<T>> {
  return (ctx, query) => {
    const params = Object.entries(list.filtersOf(query)).map(([name, value]) => [name, value ?? null]);
    return page(ctx, query, {
      ...list,
      statement: statementOf(query),
      params: Object.fromEntries(params) as Params,
    });
  };
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

/** The row that a statement finds by one parameter. */
export function single<Row, T>(
  statement: string,
  toItem: (row: Row) => T,
  parameter = "id",
): (ctx: Context, value: string) => Promise<T | null> {
  return async ({ tx }, value) => {
    const known = await tx.one<{ row: Row }>(statement, { [parameter]: value });
    return known ? toItem(known.row) : null;
  };
}
