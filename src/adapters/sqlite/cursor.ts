import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type SortKey, checkLimit, cursorTag, decodeCursor, encodeCursor } from "../store-core/cursor.ts";
import type { Value } from "./connection.ts";
import type { Context } from "./context.ts";

/** One list: its SQL, its sort key, and what tells its cursors from those of another list, user or filter. */
export interface PageQuery<Row> {
  kind: string;
  filters: unknown[];
  /** `SELECT ... WHERE ...` without the key condition. */
  select: string;
  params: Value[];
  /** Columns of the key, most significant first; together unique. */
  key: readonly string[];
  order: "ASC" | "DESC";
  keyOf: (row: Row) => SortKey;
}

/** Keyset pagination: a row that is added while someone pages shifts nothing. */
export function page<Row, T>(
  ctx: Context,
  request: PageRequest,
  query: PageQuery<Row>,
  toItem: (rows: Row[]) => T[],
): Page<T> {
  const limit = checkLimit(request.limit);
  const tag = cursorTag(query.kind, ctx.user, query.filters);
  const after = request.cursor === undefined ? null : decodeCursor(request.cursor, tag, query.key.length);
  const rows = ctx.db.all<Row>(
    `${query.select} ${keyCondition(query, after)} ORDER BY ${query.key.map((k) => `${k} ${query.order}`).join(", ")} LIMIT ?`,
    ...query.params,
    ...(after ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: toItem(shown), nextCursor: more ? encodeCursor(tag, query.keyOf(last)) : null };
}

function keyCondition(query: PageQuery<never>, after: SortKey | null): string {
  if (after === null) return "";
  const marks = query.key.map(() => "?").join(", ");
  return `AND (${query.key.join(", ")}) ${query.order === "ASC" ? ">" : "<"} (${marks})`;
}
