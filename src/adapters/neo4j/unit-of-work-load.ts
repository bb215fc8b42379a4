import type { Mention } from "../../ports/memory-store.ts";
import { readSummaries } from "../store-core/forget-store.ts";
import { communitiesById } from "../store-core/communities.ts";
import { CHAIN_MAX, type EpisodeFields, type ItemKind, type Items } from "../store-core/graph.ts";
import type { NameKind, Names } from "../store-core/mutation-table.ts";
import { type ReviewRow, toReview } from "../store-core/rows.ts";
import { runAsync } from "../store-core/steps.ts";
import type { Context } from "./context.ts";
import { found, rowsOf } from "./cursor.ts";
import { type EntityHit, type FactHit, entityOf, factOf } from "./graph-read.ts";
import { indexedFold } from "./graph-rows.ts";

export interface StoredEpisode extends EpisodeFields {
  id: string;
  memory: string;
  speaker: string | null;
  /** Null unless requested. */
  user_message: string | null;
  assistant_reply: string | null;
}

/** Items as a unit of work reads them and changes them in memory. */
export interface Loadable extends Items {
  episode: StoredEpisode;
}

/** Something stored, with its place in the lists; 0 for kinds without one. */
interface Stored<T> {
  n: number;
  value: T;
}

/** An item as it was stored and as it is now; null: absent. `made`: deleted and restored in between. */
export interface Slot<T> {
  stored: Stored<T> | null;
  now: Stored<T> | null;
  made: boolean;
}

export type Slots = { [K in ItemKind]: Map<string, Slot<Loadable[K]>> };

/** The ids, by kind, that a unit of work reads before its first step. Missing ids are not an error. Facts come with their ends. */
export interface Preload extends Record<ItemKind, Set<string>> {
  /** Episodes whose summary may change: with the words that full text covers. */
  texts: Set<string>;
  /** Entities that may be deleted: with the facts about them and their mentions. */
  removable: Set<string>;
  /** Mentions, by entity and episode. */
  mentions: Pick<Mention, "episodeId" | "entityId">[];
  /** Folded names that may be taken. */
  names: Set<string>;
  once: string | undefined;
}

export function emptyPreload(): Preload {
  return {
    entity: new Set(),
    fact: new Set(),
    episode: new Set(),
    review: new Set(),
    summary: new Set(),
    community: new Set(),
    texts: new Set(),
    removable: new Set(),
    mentions: [],
    names: new Set(),
    once: undefined,
  };
}

export function addNames(need: Preload, names: Names): void {
  for (const [kind, ids] of Object.entries(names)) {
    if (kind === "other") continue;
    for (const id of ids)
      if (id !== null && id !== undefined) need[kind as Exclude<NameKind, "other">].add(id);
  }
}

export interface Loaded {
  slots: Slots;
  /** Ids of the facts about each removable entity. */
  about: Map<string, string[]>;
  mentions: Mention[];
  /** Folded names looked up, and those of them that are taken; both as indexed. */
  namesAsked: Set<string>;
  namesKnown: Set<string>;
  onceSeen: boolean;
}

const READ: {
  [K in ItemKind]: (ctx: Context, ids: string[], need: Preload) => Promise<Stored<Loadable[K]>[]>;
} = {
  async entity({ tx }, ids, { fact }) {
    const hits = await tx.run<EntityHit>("graph/load-entities", { ids, fact_ids: [...fact] });
    return hits.map((hit) => ({ n: hit.row.n, value: entityOf(hit) }));
  },
  async fact({ tx }, ids) {
    const hits = await tx.run<FactHit>("graph/facts-by-id", { ids });
    return hits.map((hit) => ({ n: hit.row.n, value: factOf(hit) }));
  },
  episode(ctx, ids, { texts }) {
    return found(ctx, "graph/load-episodes", { ids, texts: [...texts] }, (value: StoredEpisode) => ({
      n: 0,
      value,
    }));
  },
  review: (ctx, ids) =>
    found(ctx, "reviews/by-id", { ids }, (row: ReviewRow) => ({ n: row.n, value: toReview(row) })),
  async summary({ tx }, ids) {
    return (await runAsync(readSummaries(rowsOf(tx), ids))).map((value) => ({ n: 0, value }));
  },
  async community({ tx }, ids) {
    const communities = await runAsync(communitiesById(rowsOf(tx), ids));
    return communities.map((value) => ({ n: 0, value }));
  },
};

/** Everything in one round trip; a second one only if a merge refers to more. */
export async function load(ctx: Context, need: Preload): Promise<Loaded> {
  const slotsOf = <K extends ItemKind>(kind: K, ids = need[kind]) => readSlots(ctx, kind, ids, need);
  const pairs = need.mentions.map((m) => ({ episode_id: m.episodeId, entity_id: m.entityId }));
  const folds = new Set([...need.names].map(indexedFold));
  const [entity, fact, episode, review, summary, community, about, mentions, names, seen] = await Promise.all(
    [
      slotsOf("entity", need.entity.union(need.removable)),
      slotsOf("fact"),
      slotsOf("episode", need.episode.union(need.texts)),
      slotsOf("review"),
      slotsOf("summary"),
      slotsOf("community"),
      unlessEmpty(need.removable, (ids) =>
        ctx.tx.run<{ id: string; facts: string[]; mentions: Mention[] }>("graph/load-about", { ids }),
      ),
      unlessEmpty(pairs, (pairs) => ctx.tx.run<Mention>("graph/load-mentions", { pairs })),
      unlessEmpty(folds, (folds) => ctx.tx.run<{ fold: string }>("graph/load-names", { folds })),
      need.once === undefined ? [] : ctx.tx.run("graph/load-once", { once: need.once }),
    ],
  );
  await followMerges(ctx, entity);
  return {
    slots: { entity, fact, episode, review, summary, community },
    about: new Map(about.map((row) => [row.id, row.facts])),
    mentions: [...mentions, ...about.flatMap((row) => row.mentions)],
    namesAsked: folds,
    namesKnown: new Set(names.map((row) => row.fold)),
    onceSeen: seen.length > 0,
  };
}

async function unlessEmpty<T, Row>(items: Iterable<T>, read: (items: T[]) => Promise<Row[]>): Promise<Row[]> {
  const asked = [...items];
  return asked.length === 0 ? [] : read(asked);
}

async function readSlots<K extends ItemKind>(
  ctx: Context,
  kind: K,
  ids: Set<string>,
  need: Preload,
): Promise<Slots[K]> {
  const slots: Slots[K] = new Map();
  const isAsked = ids.size > 0 || (kind === "entity" && need.fact.size > 0);
  const known = isAsked ? await READ[kind](ctx, [...ids], need) : [];
  for (const id of ids) slots.set(id, { stored: null, now: null, made: false });
  for (const stored of known) slots.set(stored.value.id, { stored, now: stored, made: false });
  return slots;
}

async function followMerges(ctx: Context, entities: Slots["entity"]): Promise<void> {
  for (let links = 0; links < CHAIN_MAX; links++) {
    const next = [...entities.values()].flatMap(({ stored }) => stored?.value.mergedInto ?? []);
    const missing = new Set(next.filter((id) => !entities.has(id)));
    if (missing.size === 0) return;
    const more = await readSlots(ctx, "entity", missing, emptyPreload());
    for (const [id, slot] of more) entities.set(id, slot);
  }
}
