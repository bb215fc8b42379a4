import type { SearchKind, TextHit, TextQuery } from "../../ports/memory-store.ts";
import { invalidField } from "../../errors.ts";
import type { Value } from "./connection.ts";
import { telling } from "./common-terms.ts";
import { type Context, IN_LIST, list } from "./context.ts";

const TERMS_MAX = 32;

/** BM25 hits per kind. Terms are FTS5 strings, so that nothing a user types is query syntax. */
export function search(ctx: Context, query: TextQuery): TextHit[] {
  if (query.terms.length > TERMS_MAX) throw invalidField("terms", `at most ${TERMS_MAX}`);
  const terms = quoted(query.terms);
  if (terms.length === 0) return [];
  return [...new Set(query.kinds)].flatMap((kind) => {
    const match = `scope:"u${ctx.user}" AND text:(${telling(ctx, INDEXES[kind], terms).join(" OR ")})`;
    return hits(ctx, kind, match, query);
  });
}

function quoted(terms: string[]): string[] {
  return terms
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .map((term) => `"${term.replaceAll("\0", " ").replaceAll('"', '""')}"`);
}

const TABLES: Record<SearchKind, string> = {
  fact: "facts",
  entity: "entities",
  episode: "episodes",
  reply: "episodes",
};
const INDEXES: Record<SearchKind, string> = {
  fact: "facts",
  entity: "entities",
  episode: "episodes",
  reply: "replies",
};

function hits(ctx: Context, kind: SearchKind, match: string, query: TextQuery): TextHit[] {
  const ofEpisodes = kind === "episode" || kind === "reply";
  if (ofEpisodes && unfiltered(query)) return bestEpisodes(ctx, kind, match, query);
  const table = TABLES[kind];
  const fts = `${INDEXES[kind]}_fts`;
  if (!ofEpisodes) {
    const quick = bestOfMany(ctx, kind, match, query);
    if (quick !== null) return quick;
  }
  const filter = ofEpisodes ? episodeFilter(query) : statusFilter(query);
  const rows = ctx.db.all<{ id: string; score: number }>(
    `SELECT t.id, -bm25(${fts}, 0.0, 1.0) AS score FROM ${fts} JOIN ${table} t ON t.n = ${fts}.rowid
     WHERE ${fts} MATCH ? AND t.user_id = ? ${filter.sql} ORDER BY score DESC, t.n DESC LIMIT ?`,
    match,
    ctx.user,
    ...filter.params,
    query.limit,
  );
  return rows.map((row) => ({ kind, id: row.id, score: row.score }));
}

function unfiltered(query: TextQuery): boolean {
  return query.conversationId === undefined && query.occurred === undefined;
}

/**
 * The usual question, answered inside the index: `scope` keeps to the user, so that only the best rows are fetched.
 */
function bestEpisodes(ctx: Context, kind: "episode" | "reply", match: string, query: TextQuery): TextHit[] {
  const fts = `${INDEXES[kind]}_fts`;
  const without = query.notEpisodeIds ?? [];
  const rows = ctx.db.all<{ id: string; score: number }>(
    `SELECT t.id, b.score FROM (
       SELECT rowid AS n, -bm25(${fts}, 0.0, 1.0) AS score FROM ${fts}
       WHERE ${fts} MATCH ? ORDER BY score DESC, rowid DESC LIMIT ?) b
     JOIN episodes t ON t.n = b.n
     WHERE t.user_id = ? AND t.id NOT ${IN_LIST} ORDER BY b.score DESC, t.n DESC LIMIT ?`,
    match,
    query.limit + without.length,
    ctx.user,
    list(without),
    query.limit,
  );
  return rows.map((row) => ({ kind, id: row.id, score: row.score }));
}

/** Hits fetched beyond the limit, so that those of another status can drop out. */
const SPARE_FACTOR = 2;

/** Facts and entities by the best index rows first; null when too many of those have another status. */
function bestOfMany(
  ctx: Context,
  kind: "fact" | "entity",
  match: string,
  query: TextQuery,
): TextHit[] | null {
  const table = TABLES[kind];
  const fetched = query.limit * SPARE_FACTOR;
  const rows = ctx.db.all<{ id: string | null; score: number }>(
    `SELECT t.id, b.score FROM (
       SELECT rowid AS n, -bm25(${table}_fts, 0.0, 1.0) AS score FROM ${table}_fts
       WHERE ${table}_fts MATCH ? ORDER BY score DESC, rowid DESC LIMIT ?) b
     LEFT JOIN ${table} t ON t.n = b.n AND t.user_id = ? AND t.status ${IN_LIST} ORDER BY b.score DESC, b.n DESC`,
    match,
    fetched,
    ctx.user,
    list(query.statuses),
  );
  const hits = rows.flatMap((row) => (row.id === null ? [] : [{ kind, id: row.id, score: row.score }]));
  return hits.length < query.limit && rows.length === fetched ? null : hits.slice(0, query.limit);
}

interface Filter {
  sql: string;
  params: Value[];
}

function statusFilter(query: TextQuery): Filter {
  return { sql: `AND t.status ${IN_LIST}`, params: [list(query.statuses)] };
}

function episodeFilter(query: TextQuery): Filter {
  const sql: string[] = [];
  const params: Value[] = [];
  const add = (condition: string, value: Value): void => {
    sql.push(`AND ${condition}`);
    params.push(value);
  };
  if (query.conversationId !== undefined) add("t.conversation_id = ?", query.conversationId);
  if (query.notEpisodeIds !== undefined) add(`t.id NOT ${IN_LIST}`, list(query.notEpisodeIds));
  if (query.occurred?.from !== undefined) add("t.occurred_at >= ?", query.occurred.from);
  if (query.occurred?.to !== undefined) add("t.occurred_at < ?", query.occurred.to);
  return { sql: sql.join(" "), params };
}
