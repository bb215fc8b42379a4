import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type List, type SortKey, pageOf } from "../store-core/cursor.ts";
import { runSync } from "../store-core/steps.ts";
import type { Value } from "./connection.ts";
import type { Context } from "./context.ts";

/** A list and its SQL; the names of its key are columns. */
export interface PageQuery<Row, T> extends List<Row, T> {
  /** `SELECT ... WHERE ...` without the key condition. */
  select: string;
  params: Value[];
  /** Newest first unless given. */
  order?: "ASC" | "DESC";
}

export function page<Row, T>({ db, user }: Context, request: PageRequest, query: PageQuery<Row, T>): Page<T> {
  const order = query.key.map((column) => `${column} ${query.order ?? "DESC"}`).join(", ");
  const read = (after: SortKey | null, limit: number): Row[] =>
    db.all<Row>(
      `${query.select} ${keyCondition(query, after)} ORDER BY ${order} LIMIT ?`,
      ...query.params,
      ...(after ?? []),
      limit,
    );
  return runSync(pageOf(query, user, request, read));
}

function keyCondition(query: Pick<PageQuery<never, never>, "key" | "order">, after: SortKey | null): string {
  if (after === null) return "";
  const marks = query.key.map(() => "?").join(", ");
  return `AND (${query.key.join(", ")}) ${query.order === "ASC" ? ">" : "<"} (${marks})`;
}
