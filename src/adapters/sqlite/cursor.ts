import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type List, type SortKey, pageOf } from "../store-core/cursor.ts";
import { runSync } from "../store-core/steps.ts";
import type { Value } from "./connection.ts";
import type { Context } from "./context.ts";

/** A list and its SQL. */
export interface PageQuery<Row, T> extends List<Row, T> {
  /** `SELECT ... WHERE ...` without the key condition. */
  select: string;
  params: Value[];
  /** What its key is in SQL, unless columns of these names. */
  columns?: readonly string[];
  /** Newest first unless given. */
  order?: "ASC" | "DESC";
}

export function page<Row, T>({ db, user }: Context, request: PageRequest, query: PageQuery<Row, T>): Page<T> {
  const { columns = query.key, order = "DESC" } = query;
  const key = `(${columns.join(", ")}) ${order === "ASC" ? ">" : "<"} (${columns.map(() => "?").join(", ")})`;
  const read = (after: SortKey | null, limit: number): Row[] =>
    db.all<Row>(
      `${query.select} ${after === null ? "" : `AND ${key}`}
       ORDER BY ${columns.map((column) => `${column} ${order}`).join(", ")} LIMIT ?`,
      ...query.params,
      ...(after ?? []),
      limit,
    );
  return runSync(pageOf(query, user, request, read));
}

type Filtered<Query, Row, T> = List<Row, T> & { filtersOf: (query: Query) => Record<string, unknown> };

/** A list of the table that it is named after. `conditions`: of filters that are not a column's value. */
export function listed<Query extends PageRequest, Row, T>(
  list: Filtered<Query, Row, T>,
  conditions: Readonly<Record<string, string>> = {},
): (ctx: Context, query: Query) => Page<T> {
  return (ctx, query) => {
    const asked = Object.entries(list.filtersOf(query)).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [{ sql: conditions[name] ?? `${name} = ?`, value }],
    );
    return page(ctx, query, {
      ...list,
      select: `SELECT * FROM ${list.kind} WHERE ${["user_id = ?", ...asked.map(({ sql }) => sql)].join(" AND ")}`,
      params: [ctx.user, ...asked.flatMap(({ sql, value }) => (sql.includes("?") ? [value as Value] : []))],
    });
  };
}

/** The row of a table with this id, or another value that is unique for the user. */
export function single<Row, T>(
  table: string,
  toItem: (row: Row) => T,
  column = "id",
): (ctx: Context, value: string) => T | null {
  const sql = `SELECT * FROM ${table} WHERE user_id = ? AND ${column} = ?`;
  return ({ db, user }, value) => {
    const row = db.get<Row>(sql, user, value);
    return row === undefined ? null : toItem(row);
  };
}
