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
