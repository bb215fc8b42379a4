import { entityVectorText, saidText } from "../../domain/model/embedded-text.ts";
import type {
  Embeddable,
  Embedded,
  VectorHit,
  VectorKind,
  VectorOf,
  VectorQuery,
} from "../../ports/memory-store.ts";
import { TABLE_OF, VECTOR_KINDS } from "../store-core/rows.ts";
import { type NearRow, type OfKind, isNarrow, toVectorHits } from "../store-core/search.ts";
import type { Context } from "./context.ts";
import { counted, found } from "./cursor.ts";
import type { Params } from "./parameters.ts";
import { filtersOf } from "./search.ts";

/**
 * A memory's vector is stored on its own node, with the tag of the model that made it. An empty tag, or another one, means
 * waiting: so a new model costs no write until its vectors arrive. A complete set remains in use while another
 * model replaces it: each old vector is kept next to the new one until the last is there.
 */
export async function unembedded(ctx: Context, tag: string, limit: number): Promise<Embeddable[]> {
  const owner = await ctx.owner();
  if (owner === null) return [];
  if (owner.vector_tag !== tag) await ctx.tx.run("vectors/begin", { tag });
  const waits = await Promise.all(
    VECTOR_KINDS.map((kind) => {
      const toItem = (row: TextRow) => ({ kind, id: row.id, text: textOf(row) });
      return found(ctx, `vectors/waiting-${TABLE_OF[kind]}`, { tag, limit }, toItem);
    }),
  );
  const waiting = waits.flat();
  if (waiting.length === 0) await complete(ctx);
  return waiting.slice(0, limit);
}

async function complete(ctx: Context): Promise<void> {
  const owner = await ctx.owner();
  await ctx.tx.run("vectors/complete");
  if (owner?.vector_complete === true) return;
  for (const kind of VECTOR_KINDS) await deleteServed(ctx, kind);
}

const DROPPED_AT_ONCE = 5_000;

async function deleteServed(ctx: Context, kind: VectorKind): Promise<void> {
  for (;;) {
    const dropped = await counted(ctx, `vectors/drop-served-${TABLE_OF[kind]}`, { limit: DROPPED_AT_ONCE });
    if (dropped < DROPPED_AT_ONCE) return;
  }
}

type TextRow = { id: string } & (
  | { text: string }
  | { name: string; type: string; summary: string | null; aliases: string[] }
  | { speaker: string | null; user_message: string }
);

function textOf(row: TextRow): string {
  if ("text" in row) return row.text;
  if ("user_message" in row) return saidText({ speaker: row.speaker, userMessage: row.user_message });
  return entityVectorText(row);
}

export async function putVectors(ctx: Context, tag: string, items: Embedded[]): Promise<number> {
  const owner = await ctx.owner();
  if (owner?.vector_tag !== tag) return 0;
  const serving = owner.vector_serving === tag ? null : owner.vector_serving;
  const counts = await Promise.all(
    VECTOR_KINDS.map((kind) =>
      putOfKind(
        ctx,
        { tag, serving },
        kind,
        items.filter((item) => item.kind === kind),
      ),
    ),
  );
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count > 0) await ctx.tx.run("vectors/counted", { count });
  return count;
}

async function putOfKind(
  ctx: Context,
  tags: { tag: string; serving: string | null },
  kind: VectorKind,
  items: Embedded[],
): Promise<number> {
  if (items.length === 0) return 0;
  const ids = items.map((item) => item.id);
  const toText = (row: TextRow) => [row.id, textOf(row)] as const;
  const texts = new Map(await found(ctx, `vectors/texts-${TABLE_OF[kind]}`, { ids }, toText));
  const current = items
    .filter((item) => texts.get(item.id) === item.text)
    .map(({ id, vector }) => ({ id, vector: vector === null || !isUsable(vector) ? null : vector }));
  const rows = current.map((item) => ({ ...item, ...tags }));
  if (rows.length > 0) await ctx.tx.run(`vectors/put-${TABLE_OF[kind]}`, { rows });
  return current.filter(({ vector }) => vector !== null).length;
}

export async function vectorsOf(
  ctx: Context,
  tag: string,
  items: VectorOf[],
): Promise<(VectorOf & { vector: Float32Array })[]> {
  const made = await Promise.all(
    VECTOR_KINDS.map(async (kind) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
      if (ids.length === 0) return [];
      const rows = await ctx.tx.run<{ id: string; vector: number[] }>(`vectors/of-${TABLE_OF[kind]}`, {
        tag,
        ids,
      });
      return rows.map(({ id, vector }) => ({ kind, id, vector: Float32Array.from(vector) }));
    }),
  );
  return made.flat();
}

/** A single zero vector would make the comparison fail for all of the user's. */
export function isUsable(vector: Float32Array): boolean {
  return vector.every((x) => Number.isFinite(x)) && vector.some((x) => x !== 0);
}

/**
 * Up to this many vectors, a user's are compared exhaustively: exact, and faster than the index, which starves a small user
 * among large ones (11 ms for 1,000 vectors, 80 ms for 10,000).
 */
const EXACT_MAX = 5_000;
/** The user's own hits that are compared again, per wanted result: the index's order is approximate. */
const OWN_PER_HIT = 3;
/** Hits over all users, if the index is not per user. */
const COMPARED_MAX = 1_500;
/** With this share of the wanted results, the nearest are found; the rest would be far off, and cost a full comparison. */
const ENOUGH = 0.5;

type OneQuery = OfKind<VectorQuery>;

/** The user's row is read in parallel with the query it decides about, to save a round trip. */
export async function nearest(ctx: Context, query: OneQuery): Promise<VectorHit[] | null> {
  const isPicky = isNarrow(query);
  const [owner, hits] = await Promise.all([ctx.owner(), (isPicky ? everyHit : closeHits)(ctx, query)]);
  if (owner?.vector_serving === query.tag) return served(ctx, query);
  if (owner?.vector_tag !== query.tag || owner.vector_complete !== true) return null;
  const isLarge = !isPicky && (owner.vector_count ?? 0) > EXACT_MAX;
  return isLarge && hits.length < ENOUGH * query.limit ? everyHit(ctx, query) : hits;
}

/** Memories without a new vector yet, and those with one next to the old one. */
async function served(ctx: Context, query: OneQuery): Promise<VectorHit[]> {
  const { kind, limit } = query;
  const [now, before] = await Promise.all([
    everyHit(ctx, query),
    ctx.tx.run<NearRow>(`vectors/served-${TABLE_OF[kind]}`, paramsOf(query)),
  ]);
  // If the owner returns to an earlier model, some may already have a vector of it.
  const hits = new Map([...toVectorHits(kind, before), ...now].map((hit) => [hit.id, hit]));
  const best = [...hits.values()].sort((x, y) => y.score - x.score || (x.id < y.id ? -1 : 1));
  return best.slice(0, limit);
}

export async function servingTag(ctx: Context): Promise<string | null> {
  return (await ctx.owner())?.vector_serving ?? null;
}

/** Possibly too few for a user with many vectors. */
async function closeHits(ctx: Context, query: OneQuery): Promise<VectorHit[]> {
  const bounds = {
    exact: EXACT_MAX,
    compared: COMPARED_MAX,
    own: OWN_PER_HIT * query.limit + (query.notEpisodeIds?.length ?? 0),
  };
  const params = { ...paramsOf(query), ...bounds };
  return toVectorHits(query.kind, await ctx.tx.run<NearRow>(`vectors/close-${TABLE_OF[query.kind]}`, params));
}

async function everyHit(ctx: Context, query: OneQuery): Promise<VectorHit[]> {
  return toVectorHits(
    query.kind,
    await ctx.tx.run<NearRow>(`vectors/nearest-${TABLE_OF[query.kind]}`, paramsOf(query)),
  );
}

function paramsOf(query: OneQuery): Params {
  const { tag, vector, limit } = query;
  return { ...filtersOf(query), tag, vector, size: vector.length, limit };
}
