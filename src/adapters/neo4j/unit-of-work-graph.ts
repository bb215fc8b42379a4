import type { Fact } from "../../domain/model/fact.ts";
import type { Summary } from "../../domain/model/summary.ts";
import { EngramError } from "../../errors.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { distinctAliases } from "../store-core/aliases.ts";
import { begunSummary, newConversation, summaryAsEpisode } from "../store-core/episodes.ts";
import {
  CHAIN_MAX,
  type Graph,
  type ItemKind,
  type Items,
  type PutKind,
  type RowNumber,
} from "../store-core/graph.ts";
import { mentionRow } from "../store-core/forget-store.ts";
import * as rows from "../store-core/rows.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import type { Tombstones } from "../store-core/tombstones.ts";
import type { Context } from "./context.ts";
import { wordMarks } from "./episodes.ts";
import { countedIn, indexedFold } from "./graph-rows.ts";
import type { Params } from "./parameters.ts";
import type { Loadable, Loaded, Slot, Slots } from "./unit-of-work-load.ts";
import { Writes } from "./unit-of-work-writes.ts";

/** What the steps of a unit of work leave to be written. */
export interface Pending {
  slots: Slots;
  /** By their key; the loaded ones are stored already. */
  mentions: Map<string, Mention & { isNew: boolean }>;
  /** Of the kinds that no later step reads. */
  writes: Writes;
}

/**
 * A user's graph in memory: loaded, then changed step by step. It refuses what the store would refuse. An item
 * that was not loaded cannot be told from a missing one, so reading it is a programming error.
 */
export function memoryGraph(
  ctx: Context,
  loaded: Loaded,
  tombstones: Tombstones,
  takeNumber: () => number,
): { graph: Graph; pending: Pending } {
  const { slots } = loaded;
  const writes = new Writes();
  const mentions = new Map(loaded.mentions.map((one) => [mentionKey(one), { ...one, isNew: false }]));

  const slotOf = <K extends ItemKind>(kind: K, id: string): Slot<Loadable[K]> => {
    const slot = (slots[kind] as Map<string, Slot<Loadable[K]>>).get(id);
    if (slot === undefined) throw notLoaded(kind);
    return slot;
  };
  const get = <K extends ItemKind>(kind: K, id: string): Loadable[K] | null =>
    slotOf(kind, id).now?.value ?? null;
  /** At its own place, if not given another. Returns its number. */
  const put = <K extends ItemKind>(kind: K, value: Loadable[K], place: RowNumber = {}): number => {
    const slot = slotOf(kind, value.id);
    if (slot.now === null && slot.stored !== null) slot.made = true;
    const n = place.n ?? slot.now?.n ?? takeNumber();
    slot.now = { n, value };
    return n;
  };

  const insertMention = ({ episodeId, entityId, start, end }: Mention): void => {
    const one = { episodeId, entityId, start, end };
    const key = mentionKey(one);
    const isMissing = slots.episode.get(episodeId)?.now == null || get("entity", entityId) === null;
    if (!mentions.has(key) && !isMissing) mentions.set(key, { ...one, isNew: true });
  };
  const refuseIfNeeded = (id: string): void => {
    const known = [...slots.fact.values()].flatMap(({ now }) => now?.value ?? []);
    const used =
      known.some((one) => one.subjectId === id || one.objectId === id) ||
      aboutOf(loaded, id).some((factId) => !slots.fact.has(factId));
    if (used) throw new EngramError("conflict", "Facts are known about it");
  };
  const refuseFact = (one: Fact): void => {
    const ends = one.objectId === null ? [one.subjectId] : [one.subjectId, one.objectId];
    if (ends.some((id) => get("entity", id) === null)) {
      throw new EngramError("conflict", "A fact names an entity that does not exist");
    }
    if ((one.objectId === null) === (one.value === null)) {
      throw new EngramError("conflict", "A fact has an object or a value");
    }
    // Its evidence already exists: evidence is deleted with its episode.
    const before = slots.fact.get(one.id)?.stored?.value.evidence ?? [];
    const known = new Set(before.map((e) => e.episodeId));
    if (one.evidence.some((e) => !known.has(e.episodeId) && get("episode", e.episodeId) === null)) {
      throw new EngramError("conflict", "A fact rests on an episode that does not exist");
    }
  };

  const graph: Graph = {
    now: ctx.now,
    tombstones,
    firstTime(once) {
      if (!loaded.onceSeen) writes.add("graph/put-once", { once, at: ctx.now });
      return !loaded.onceSeen;
    },

    nameKnown(fold) {
      const name = indexedFold(fold);
      if (!loaded.namesAsked.has(name)) throw notLoaded("name");
      return loaded.namesKnown.has(name);
    },

    get,
    put(kind, item, place) {
      if (kind === "fact") refuseFact(item as Fact);
      put(kind, normalOf(kind, item), place);
    },
    remove(kind, id) {
      if (kind === "entity") refuseIfNeeded(id);
      slotOf(kind, id).now = null;
      if (kind === "summary") writes.add("summaries/delete", id);
      if (kind !== "entity") return;
      for (const [key, { entityId }] of mentions) if (entityId === id) mentions.delete(key);
      for (const slot of slots.review.values()) {
        if (slot.now?.value.left === id || slot.now?.value.right === id) slot.now = null;
      }
    },
    rootOf(id) {
      let root = id;
      for (let links = 0; links < CHAIN_MAX; links++) {
        const next = get("entity", root)?.mergedInto;
        if (next === undefined) return root;
        root = next;
      }
      return root;
    },
    writeEpisode(id, fields) {
      const known = get("episode", id);
      if (known) put("episode", { ...known, ...fields });
    },
    writeSummary(summary) {
      const { id, from, sources } = summary;
      const n = put("summary", { id, occurredAt: from, sources: [...sources].sort() });
      writes.add("episodes/insert", summaryRow(ctx, summary, n));
      const found = summary.mentions.map((one) => mentionRow({ episodeId: id, ...one }));
      writes.add("graph/put-mentions", ...found);
    },

    putMention(mention) {
      const { episodeId, entityId } = mention;
      const episode = get("episode", episodeId);
      const of = get("entity", entityId);
      if (episode === null || of === null) return;
      const before = [...mentions.values()];
      if (!before.some((m) => m.episodeId === episodeId && m.entityId === entityId)) {
        const { occurred_at: at } = episode;
        const lastMentionedAt = of.lastMentionedAt > at ? of.lastMentionedAt : at;
        put("entity", { ...of, mentionCount: of.mentionCount + 1, lastMentionedAt });
      }
      insertMention(mention);
    },
    insertMention,
    mentionsOf: (id) =>
      [...mentions.values()].flatMap(({ isNew, ...mention }) => (mention.entityId === id ? [mention] : [])),

    rowNumber(kind, id) {
      if (kind === "episode" || kind === "community") return null;
      return slotOf(kind, id).now?.n ?? null;
    },
    // Numbers are never reused, so a place is free if its own row is gone.
    rowNumberOf: (_kind, n) => ({ n }),
    addChange: (change) => writes.add("changes/put", { n: takeNumber(), ...change }),
    markUndone: (changeId) => writes.add("changes/mark-undone", changeId),

    addRejection: (row) =>
      writes.add("rejections/put", { n: takeNumber(), ...row, ...countedIn(row.proposal) }),
    overrule: ({ id, factId }, runId) =>
      writes.add("rejections/overrule", { id, fact_id: factId, run_id: runId, at: ctx.now }),
    dropRejectionsOf: (factId) => writes.add("rejections/drop-of-facts", factId),

    putTrace(trace) {
      const { episode_id, purpose, ...set } = rows.traces.toRow(trace);
      writes.add("traces/put", { episode_id, purpose, set });
    },
  };
  return { graph, pending: { slots, mentions, writes } };
}

function notLoaded(what: string): EngramError {
  return new EngramError("internal", `A step asked for one ${what} that was not read beforehand`);
}

/** Facts about an entity in the store. An entity created by a step has none there. */
function aboutOf({ about, slots }: Loaded, id: string): string[] {
  const known = about.get(id);
  if (known !== undefined) return known;
  if (slots.entity.get(id)?.stored == null) return [];
  throw notLoaded("entity with its facts");
}

function mentionKey({ episodeId, entityId, start, end }: Mention): string {
  return JSON.stringify([episodeId, entityId, start, end]);
}

function summaryRow(ctx: Context, summary: Summary, n: number): Params {
  const { conversation_id, ordinal: _given, ...columns } = rows.toEpisodeRow(begunSummary(summary, 0));
  return {
    conversation_id,
    conversation: newConversation(summaryAsEpisode(summary)),
    occurred_at: summary.from,
    last_message_at: null,
    row: { n, ...columns, ...wordMarks(ctx, episodeSearchText(columns)) },
  };
}

/** As it will be read back, so that snapshots are equal if they read the same. */
function normalOf<K extends PutKind>(kind: K, item: Items[K]): Loadable[K] {
  return (NORMAL[kind] as unknown as (item: Items[K]) => Loadable[K])(item);
}

const NORMAL: { [K in PutKind]: (item: Items[K]) => Items[K] } = {
  entity: (entity) =>
    rows.entities.fromRow(rows.entities.toRow(entity), { aliases: distinctAliases(entity.aliases) }),
  fact(fact) {
    const evidence = fact.evidence.map((one) => rows.toEvidence(rows.evidence.toRow(one)));
    return rows.facts.fromRow(rows.facts.toRow(fact), { evidence });
  },
  community: (community) =>
    rows.communities.fromRow(rows.communities.toRow(community), { members: [...community.members] }),
  review: (review) => review,
};
