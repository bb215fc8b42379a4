import type { SearchKind, TextHit, TextQuery } from "../../ports/memory-store.ts";
import { TABLE_OF } from "../store-core/rows.ts";
import {
  DIALOGUE_RADIUS,
  ENDING_CHARS,
  type HitRow,
  type OfKind,
  type TurnRow,
  dialogueHits,
  isNarrow,
  phrasesOf,
  scoresOfSpoken,
  toTextHits,
  turnIdsOf,
} from "../store-core/search.ts";
import type { Value } from "./connection.ts";
import { scopeOf, distinctiveTerms } from "./common-terms.ts";
import { type Context, IN_LIST, conditions, list } from "./context.ts";

/** Hits by BM25, best first. Terms are FTS5 strings. */
export function search(ctx: Context, query: OfKind<TextQuery>): TextHit[] {
  const terms = phrasesOf(
    query,
    (text) => text.replaceAll('"', '""'),
    (beginning) => `"${beginning}"*`,
  );
  if (terms.length === 0) return [];
  const found = hits(ctx, query.kind, terms, query);
  return query.kind === "dialogue" ? withNeighbours(ctx, found, query) : found;
}

const TABLES: Record<SearchKind, string> = { ...TABLE_OF, reply: "episodes", dialogue: "episodes" };
const INDEXES: Record<SearchKind, string> = { ...TABLES, reply: "replies" };

function hits(ctx: Context, kind: SearchKind, terms: string[], query: OfKind<TextQuery>): TextHit[] {
  const index = INDEXES[kind];
  const scope = scopeOf(ctx, index);
  const text = `text:(${distinctiveTerms(ctx, index, scope, terms).join(" OR ")})`;
  const filter = filterOf(kind, query);
  const quick = isNarrow(query) ? null : bestRows(ctx, kind, scope + text, filter, query);
  return quick ?? allRows(ctx, kind, `scope:"u${ctx.user}" AND ${text}`, filter, query);
}

/**
 * Index rows fetched beyond the limit, so that some can be filtered out by user, status or id. Each costs a page of its
 * table: twice the limit took 1.4 ms, this takes 0.95.
 */
const SPARE_FACTOR = 1.25;

function speakerOf(kind: SearchKind): string {
  return kind === "episode" || kind === "dialogue" ? "t.speaker" : "NULL AS speaker";
}

/** Reads only the best rows of the index; null if so many of those are filtered out that others should have been returned. */
function bestRows(
  ctx: Context,
  kind: SearchKind,
  match: string,
  filter: Filter,
  query: OfKind<TextQuery>,
): TextHit[] | null {
  const fts = `${INDEXES[kind]}_fts`;
  const fetched = Math.ceil(query.limit * SPARE_FACTOR);
  const rows = ctx.db.all<HitRow>(
    `SELECT t.id, b.score, ${speakerOf(kind)} FROM (
       SELECT rowid AS n, -bm25(${fts}, 0.0, 1.0) AS score FROM ${fts}
       WHERE ${fts} MATCH ? ORDER BY score DESC, rowid DESC LIMIT ?) b
     LEFT JOIN ${TABLES[kind]} t ON t.n = b.n AND t.user_id = ? ${filter.sql} ORDER BY b.score DESC, b.n DESC`,
    match,
    fetched,
    ctx.user,
    ...filter.params,
  );
  const found = toTextHits(kind, rows);
  return found.length < query.limit && rows.length === fetched ? null : found.slice(0, query.limit);
}

function allRows(
  ctx: Context,
  kind: SearchKind,
  match: string,
  filter: Filter,
  query: OfKind<TextQuery>,
): TextHit[] {
  const fts = `${INDEXES[kind]}_fts`;
  const rows = ctx.db.all<HitRow>(
    `SELECT t.id, -bm25(${fts}, 0.0, 1.0) AS score, ${speakerOf(kind)} FROM ${fts} JOIN ${TABLES[kind]} t ON t.n = ${fts}.rowid
     WHERE ${fts} MATCH ? AND t.user_id = ? ${filter.sql} ORDER BY score DESC, t.n DESC LIMIT ?`,
    match,
    ctx.user,
    ...filter.params,
    query.limit,
  );
  return toTextHits(kind, rows);
}

interface Filter {
  sql: string;
  params: Value[];
}

type Filters = Pick<TextQuery, "statuses" | "conversationIds" | "notEpisodeIds" | "occurred">;

/** Conditions on the row `t` of a memory. */
export function filterOf(kind: SearchKind, query: Filters): Filter {
  if (kind === "community") return { sql: "", params: [] };
  if (TABLES[kind] !== "episodes") return { sql: `AND t.status ${IN_LIST}`, params: [list(query.statuses)] };
  const [sql, params, add] = conditions("");
  if (query.conversationIds !== undefined) add(`t.conversation_id ${IN_LIST}`, list(query.conversationIds));
  if (query.notEpisodeIds !== undefined) add(`t.id NOT ${IN_LIST}`, list(query.notEpisodeIds));
  if (query.occurred?.from !== undefined) add("t.occurred_at >= ?", query.occurred.from);
  if (query.occurred?.to !== undefined) add("t.occurred_at < ?", query.occurred.to);
  return { sql: sql.join(" AND "), params };
}

/** The positions of hits with a speaker, and the adjacent turns, which are not hits themselves. */
function withNeighbours(ctx: Context, hits: TextHit[], query: OfKind<TextQuery>): TextHit[] {
  const scores = scoresOfSpoken(hits);
  return dialogueHits(turns(ctx, turnIdsOf(scores, query)), scores, query);
}

/** The indexes by id and by position are queried separately: one short read per turn. */
function turns(ctx: Context, ids: string[]): TurnRow[] {
  return ctx.db.all<TurnRow>(
    `SELECT DISTINCT e.id, e.conversation_id AS conversationId, e.ordinal, e.speaker, e.occurred_at AS occurredAt,
       substr(e.user_message, -${ENDING_CHARS}) AS ending
     FROM episodes s CROSS JOIN episodes e ON e.user_id = s.user_id AND e.conversation_id = s.conversation_id
       AND e.ordinal BETWEEN s.ordinal - ${DIALOGUE_RADIUS} AND s.ordinal + ${DIALOGUE_RADIUS}
     WHERE s.user_id = ? AND s.id ${IN_LIST} AND e.speaker IS NOT NULL AND e.memory = 'on' AND e.replaced_by IS NULL
       AND e.consolidated_into IS NULL`,
    ctx.user,
    list(ids),
  );
}
