import { createHash } from "node:crypto";
import { EngramError, invalidField } from "../../errors.ts";
import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type Answer, type Steps, ask } from "./steps.ts";

export type SortKey = (string | number)[];

const LIMIT_MAX = 200;
const CURSOR_CHARS_MAX = 1_024;

/** Bounds the page size, whatever was requested. Throws `invalid_request`. */
function checkLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw invalidField("limit", `must be a whole number from 1 to ${LIMIT_MAX}`);
  }
  return limit;
}

/** A list: its sort key, and the tag that distinguishes its cursors from those of another list, user or filter. */
export interface List<Row, T> {
  kind: string;
  filtersOf?: (query: never) => Record<string, unknown>;
  /** Unless they are those. */
  filters?: unknown[];
  /** Names of the key in a row, most significant first; together unique. */
  key: readonly string[];
  toItems: (rows: Row[]) => Answer<T[]>;
}

/** Keyset pagination: rows added while paging shift nothing. */
export function* pageOf<Row, T>(
  { kind, filtersOf, filters, key, toItems }: List<Row, T>,
  user: string | number,
  request: PageRequest,
  read: (after: SortKey | null, limit: number) => Answer<Row[]>,
): Steps<Page<T>> {
  const limit = checkLimit(request.limit);
  const asked = filters ?? Object.values(filtersOf?.(request as never) ?? {}).map((value) => value ?? null);
  const tag = cursorTag(kind, user, asked);
  const after = request.cursor === undefined ? null : decodeCursor(request.cursor, tag, key.length);
  const rows = yield* ask(read(after, limit + 1));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: yield* ask(toItems(shown)), nextCursor: more ? encodeCursor(tag, keyIn(last, key)) : null };
}

function keyIn(row: unknown, names: readonly string[]): SortKey {
  return names.map((name) => (row as Record<string, string | number>)[name] ?? "");
}

/** Distinguishes a list's cursors from those of another list, user or filter. */
export function cursorTag(kind: string, user: string | number, filters: unknown[]): string {
  const text = JSON.stringify([kind, user, filters]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

export function encodeCursor(tag: string, key: SortKey): string {
  return Buffer.from(JSON.stringify([tag, ...key])).toString("base64url");
}

/** The key of the last row shown. Throws `invalid_cursor` for a foreign or broken one. */
export function decodeCursor(cursor: string, tag: string, length: number): SortKey {
  const parsed = parse(cursor);
  if (!Array.isArray(parsed) || parsed[0] !== tag || parsed.length !== length + 1) throw invalid();
  const key: unknown[] = parsed.slice(1);
  if (!key.every((part) => typeof part === "string" || Number.isFinite(part))) throw invalid();
  return key as SortKey;
}

function parse(cursor: string): unknown {
  if (cursor.length > CURSOR_CHARS_MAX || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw invalid();
  const bytes = Buffer.from(cursor, "base64url");
  // Node decodes leniently; only the canonical spelling is accepted.
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
