import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { CHAIN_MAX, type EpisodeFields } from "../store-core/graph.ts";
import { communitiesById } from "./communities.ts";
import type { Context } from "./context.ts";
import { type EntityHit, type FactHit, entityOf, factOf } from "./graph-read.ts";
import { indexedFold } from "./graph-rows.ts";
import { type ReviewRow, toReview } from "../store-core/rows.ts";
import { readSummaries } from "./records.ts";

/** The rows a unit of work reads before its first step. Missing ids are not an error. */
export interface Preload {
  entities: Set<string>;
  /** With their ends. */
  facts: Set<string>;
  episodes: Set<string>;
  /** Episodes whose summary may change: with the words that full text covers. */
  texts: Set<string>;
  /** Entities that may be deleted: with the facts about them and their mentions. */
  removable: Set<string>;
  /** Mentions, by entity and episode. */
  mentions: Pick<Mention, "episodeId" | "entityId">[];
  reviews: Set<string>;
  /** With the ids of the turns they replace; those are read with their words. */
  summaries: Set<string>;
  communities: Set<string>;
  /** Folded names that may be taken. */
  names: Set<string>;
  once: string | undefined;
}

export function emptyPreload(): Preload {
  return {
    entities: new Set(),
    facts: new Set(),
    episodes: new Set(),
    texts: new Set(),
    removable: new Set(),
    mentions: [],
    reviews: new Set(),
    summaries: new Set(),
    communities: new Set(),
    names: new Set(),
    once: undefined,
  };
}

/** Something stored, with its place in the lists. */
export interface Stored<T> {
  n: number;
  value: T;
}

export interface StoredEpisode extends EpisodeFields {
  id: string;
  memory: string;
  speaker: string | null;
  /** Null unless requested. */
  user_message: string | null;
  assistant_reply: string | null;
}

/** Null: looked for, and missing. */
export interface Loaded {
  entities: Map<string, Stored<Entity> | null>;
  facts: Map<string, Stored<Fact> | null>;
  episodes: Map<string, StoredEpisode | null>;
  /** Ids of the facts about each removable entity. */
  about: Map<string, string[]>;
  mentions: Mention[];
  reviews: Map<string, Stored<Review> | null>;
  summaries: Map<string, SummaryLog | null>;
  communities: Map<string, Community | null>;
  /** Folded names looked up, and those of them that are taken; both as indexed. */
  namesAsked: Set<string>;
  namesKnown: Set<string>;
  onceSeen: boolean;
}

/** Everything in one round trip; a second one only if a fact or a merge refers to more. */
export async function load(ctx: Context, need: Preload): Promise<Loaded> {
  const entityIds = new Set([...need.entities, ...need.removable]);
  const pairs = need.mentions.map((m) => ({ episode_id: m.episodeId, entity_id: m.entityId }));
  const folds = new Set([...need.names].map(indexedFold));
  const [entities, facts, episodes, about, mentions, reviews, summaries, communities, names, seen] =
    await Promise.all([
      loadEntities(ctx, entityIds, need.facts),
      loadFacts(ctx, need.facts),
      loadEpisodes(ctx, new Set([...need.episodes, ...need.texts]), need.texts),
      unlessEmpty(need.removable, (ids) =>
        ctx.tx.run<{ id: string; facts: string[]; mentions: Mention[] }>("graph/load-about", { ids }),
      ),
      unlessEmpty(pairs, (pairs) => ctx.tx.run<Mention>("graph/load-mentions", { pairs })),
      unlessEmpty(need.reviews, (ids) => ctx.tx.run<{ row: ReviewRow }>("reviews/by-id", { ids })),
      unlessEmpty(need.summaries, (ids) => readSummaries(ctx, ids)),
      communitiesById(ctx, [...need.communities]),
      unlessEmpty(folds, (folds) => ctx.tx.run<{ fold: string }>("graph/load-names", { folds })),
      need.once === undefined ? [] : ctx.tx.run("graph/load-once", { once: need.once }),
    ]);
  await followMerges(ctx, entities);
  return {
    entities,
    facts,
    episodes,
    about: new Map(about.map((row) => [row.id, row.facts])),
    mentions: [...mentions, ...about.flatMap((row) => row.mentions)],
    reviews: looked(
      need.reviews,
      reviews.map(({ row }) => [row.id, { n: row.n, value: toReview(row) }]),
    ),
    summaries: looked(
      need.summaries,
      summaries.map((one) => [one.id, one]),
    ),
    communities: looked(
      need.communities,
      communities.map((one) => [one.id, one]),
    ),
    namesAsked: folds,
    namesKnown: new Set(names.map((row) => row.fold)),
    onceSeen: seen.length > 0,
  };
}

async function unlessEmpty<T, Row>(items: Iterable<T>, read: (items: T[]) => Promise<Row[]>): Promise<Row[]> {
  const asked = [...items];
  return asked.length === 0 ? [] : read(asked);
}

function looked<T>(ids: Iterable<string>, found: [string, T][]): Map<string, T | null> {
  const map = new Map<string, T | null>();
  for (const id of ids) map.set(id, null);
  for (const [id, value] of found) map.set(id, value);
  return map;
}

async function loadEntities(
  ctx: Context,
  ids: Set<string>,
  factIds: Set<string> = new Set(),
): Promise<Loaded["entities"]> {
  if (ids.size + factIds.size === 0) return new Map();
  const params = { ids: [...ids], fact_ids: [...factIds] };
  const hits = await ctx.tx.run<EntityHit>("graph/load-entities", params);
  return looked(
    ids,
    hits.map((hit) => [hit.row.id, { n: hit.row.n, value: entityOf(hit) }]),
  );
}

async function followMerges(ctx: Context, entities: Loaded["entities"]): Promise<void> {
  for (let links = 0; links < CHAIN_MAX; links++) {
    const next = [...entities.values()].flatMap((stored) => stored?.value.mergedInto ?? []);
    const missing = next.filter((id) => !entities.has(id));
    if (missing.length === 0) return;
    for (const [id, found] of await loadEntities(ctx, new Set(missing))) entities.set(id, found);
  }
}

async function loadFacts(ctx: Context, ids: Set<string>): Promise<Loaded["facts"]> {
  if (ids.size === 0) return new Map();
  const hits = await ctx.tx.run<FactHit>("graph/facts-by-id", { ids: [...ids] });
  return looked(
    ids,
    hits.map((hit) => [hit.row.id, { n: hit.row.n, value: factOf(hit) }]),
  );
}

async function loadEpisodes(ctx: Context, ids: Set<string>, texts: Set<string>): Promise<Loaded["episodes"]> {
  if (ids.size === 0) return new Map();
  const params = { ids: [...ids], texts: [...texts] };
  const rows = await ctx.tx.run<{ row: StoredEpisode }>("graph/load-episodes", params);
  return looked(
    ids,
    rows.map(({ row }) => [row.id, row]),
  );
}
