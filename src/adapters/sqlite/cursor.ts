import { createHash } from "node:crypto";
import { EngramError, invalidField } from "../../errors.ts";
import type { Page, PageRequest } from "../../ports/memory-store.ts";
import type { Value } from "./connection.ts";
import type { Context } from "./context.ts";

export type SortKey = (string | number)[];

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

const LIMIT_MAX = 200;
const CURSOR_CHARS_MAX = 1_024;

/** Keyset pagination: a row that is added while someone pages shifts nothing. */
export function page<Row, T>(
  ctx: Context,
  request: PageRequest,
  query: PageQuery<Row>,
  toItem: (rows: Row[]) => T[],
): Page<T> {
  const limit = checkLimit(request.limit);
  const tag = tagOf(ctx, query);
  const after = request.cursor === undefined ? null : decode(request.cursor, tag, query.key.length);
  const rows = ctx.db.all<Row>(
    `${query.select} ${keyCondition(query, after)} ORDER BY ${query.key.map((k) => `${k} ${query.order}`).join(", ")} LIMIT ?`,
    ...query.params,
    ...(after ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: toItem(shown), nextCursor: more ? encode(tag, query.keyOf(last)) : null };
}

function keyCondition(query: PageQuery<never>, after: SortKey | null): string {
  if (after === null) return "";
  const marks = query.key.map(() => "?").join(", ");
  return `AND (${query.key.join(", ")}) ${query.order === "ASC" ? ">" : "<"} (${marks})`;
}

export function checkLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw invalidField("limit", `must be a whole number from 1 to ${LIMIT_MAX}`);
  }
  return limit;
}

function tagOf(ctx: Context, query: { kind: string; filters: unknown[] }): string {
  const text = JSON.stringify([query.kind, ctx.user, query.filters]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

function encode(tag: string, key: SortKey): string {
  return Buffer.from(JSON.stringify([tag, ...key])).toString("base64url");
}

function decode(cursor: string, tag: string, length: number): SortKey {
  const parsed = parse(cursor);
  if (!Array.isArray(parsed) || parsed[0] !== tag || parsed.length !== length + 1) throw invalid();
  const key: unknown[] = parsed.slice(1);
  if (!key.every((part) => typeof part === "string" || Number.isSafeInteger(part))) throw invalid();
  return key as SortKey;
}

function parse(cursor: string): unknown {
  if (cursor.length > CURSOR_CHARS_MAX || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw invalid();
  const bytes = Buffer.from(cursor, "base64url");
  // Node decodes leniently; a cursor has one spelling.
  if (bytes.toString("base64url") !== cursor) throw invalid();
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw invalid();
  }
}

function invalid(): EngramError {
  return new EngramError("invalid_cursor");
}
