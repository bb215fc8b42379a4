import type { SearchKind, TextHit, TextQuery } from "../../ports/memory-store.ts";
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
import type { Context } from "./context.ts";
import { HIGHEST, LOWEST } from "./cursor.ts";
import type { Params } from "./parameters.ts";

const STATEMENTS: Record<SearchKind, string> = {
  fact: "search/facts",
  entity: "search/entities",
  episode: "search/episodes",
  reply: "search/replies",
  dialogue: "search/episodes",
  community: "search/communities",
};

/** Hits by BM25, best first. */
export async function search(ctx: Context, query: OfKind<TextQuery>): Promise<TextHit[]> {
  const terms = phrasesOf(
    query,
    (text) => text.replace(/[\\"]/g, "\\$&"),
    (beginning) => `${beginning}*`,
  );
  return terms.length === 0 ? [] : hits(ctx, query.kind, terms, query);
}

/** `^0` keeps the user's key out of the score: every row of the user has it. */
function luceneQuery(ctx: Context, kind: SearchKind, terms: string[]): string {
  const [key, text] = kind === "reply" ? ["reply_key", "reply_text"] : ["user_key", "search_text"];
  return `+${key}:${ctx.userKey}^0 +${text}:(${terms.join(" ")})`;
}

/** Index rows fetched beyond the limit, so that some can drop out by status or id. */
const SPARE_FACTOR = 2;
/** Everything one user's query may return. */
const FETCHED_MAX = 100_000;

async function hits(
  ctx: Context,
  kind: SearchKind,
  terms: string[],
  query: OfKind<TextQuery>,
): Promise<TextHit[]> {
  const params = { ...filtersOf(query), query: luceneQuery(ctx, kind, terms) };
  const isPicky = isNarrow(query) && kind !== "fact" && kind !== "entity" && kind !== "community";
  const quick = isPicky ? null : await bestRows(ctx, kind, params, query.limit);
  const rows = quick ?? (await allRows(ctx, kind, params, query.limit));
  const found = toTextHits(kind, rows);
  return kind === "dialogue" ? withNeighbours(ctx, found, query) : found;
}

/** Reads only the best rows of the index; null if so many of those are filtered out that others should have been returned. */
async function bestRows(
  ctx: Context,
  kind: SearchKind,
  params: Params,
  limit: number,
): Promise<HitRow[] | null> {
  const fetched = limit * SPARE_FACTOR;
  const rows = await ctx.tx.run<HitRow>(STATEMENTS[kind], { ...params, fetched, all: false, limit: fetched });
  const found = rows.filter((row) => row.id !== null);
  return found.length < limit && rows.length === fetched ? null : found.slice(0, limit);
}

function allRows(ctx: Context, kind: SearchKind, params: Params, limit: number): Promise<HitRow[]> {
  return ctx.tx.run<HitRow>(STATEMENTS[kind], { ...params, fetched: FETCHED_MAX, all: true, limit });
}

/** Conditions on the hits; every statement uses those it can check. */
export function filtersOf(
  query: Pick<TextQuery, "statuses" | "conversationIds" | "notEpisodeIds" | "occurred">,
): Params {
  return {
    statuses: [...query.statuses],
    conversation_ids: query.conversationIds ? [...query.conversationIds] : null,
    not: query.notEpisodeIds ?? [],
    from: query.occurred?.from ?? LOWEST.text,
    to: query.occurred?.to ?? HIGHEST.text,
  };
}

/** The positions of hits with a speaker, and the adjacent turns, which are not hits themselves. */
async function withNeighbours(ctx: Context, hits: TextHit[], query: OfKind<TextQuery>): Promise<TextHit[]> {
  const scores = scoresOfSpoken(hits);
  const ids = turnIdsOf(scores, query);
  if (ids.length === 0) return [];
  const rows = await ctx.tx.run<TurnRow>("search/turns", {
    ids,
    radius: DIALOGUE_RADIUS,
    ending: ENDING_CHARS,
  });
  return dialogueHits(rows, scores, query);
}
