import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { SUMMARIES, type Summary } from "../../domain/model/summary.ts";
import { EngramError } from "../../errors.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { distinctAliases } from "../store-core/aliases.ts";
import { begunSummary } from "../store-core/episodes.ts";
import { CHAIN_MAX, type Graph, type RowNumber } from "../store-core/graph.ts";
import * as rows from "../store-core/rows.ts";
import { episodeSearchText } from "../store-core/search-text.ts";
import type { Tombstones } from "../store-core/tombstones.ts";
import type { Context } from "./context.ts";
import { wordMarks } from "./episodes.ts";
import { indexedFold, mentionRow } from "./graph-rows.ts";
import type { Params } from "./parameters.ts";
import { countedIn } from "./records.ts";
import type { ItemKind, Loaded, Slot, Slots } from "./unit-of-work-load.ts";
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
  const entities = itemsOf("entity", slots.entity, takeNumber);
  const facts = itemsOf("fact", slots.fact, takeNumber);
  const episodes = itemsOf("episode", slots.episode, takeNumber);
  const reviews = itemsOf("review", slots.review, takeNumber);
  const summaries = itemsOf("summary", slots.summary, takeNumber);
  const communities = itemsOf("community", slots.community, takeNumber);

  const insertMention = ({ episodeId, entityId, start, end }: Mention): void => {
    const one = { episodeId, entityId, start, end };
    const key = mentionKey(one);
    const isMissing = slots.episode.get(episodeId)?.now == null || entities.get(entityId) === null;
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
    if (ends.some((id) => entities.get(id) === null)) {
      throw new EngramError("conflict", "A fact names an entity that does not exist");
    }
    if ((one.objectId === null) === (one.value === null)) {
      throw new EngramError("conflict", "A fact has an object or a value");
    }
    // Its evidence already exists: evidence is deleted with its episode.
    const before = slots.fact.get(one.id)?.stored?.value.evidence ?? [];
    const known = new Set(before.map((e) => e.episodeId));
    if (one.evidence.some((e) => !known.has(e.episodeId) && episodes.get(e.episodeId) === null)) {
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

    entity: entities.get,
    rootOf(id) {
      let root = id;
      for (let links = 0; links < CHAIN_MAX; links++) {
        const next = entities.get(root)?.mergedInto;
        if (next === undefined) return root;
        root = next;
      }
      return root;
    },
    writeEntity: (entity, place) => void entities.put(normalEntity(entity), place),
    removeEntity(id) {
      refuseIfNeeded(id);
      entities.remove(id);
      for (const [key, { entityId }] of mentions) if (entityId === id) mentions.delete(key);
      for (const slot of slots.review.values()) {
        if (slot.now?.value.left === id || slot.now?.value.right === id) slot.now = null;
      }
    },

    fact: facts.get,
    writeFact(fact, place) {
      refuseFact(fact);
      facts.put(normalFact(fact), place);
    },
    removeFact: (id) => facts.remove(id),

    episode: episodes.get,
    writeEpisode(id, fields) {
      const known = episodes.get(id);
      if (known) episodes.put({ ...known, ...fields });
    },

    summary: summaries.get,
    writeSummary(summary) {
      const { id, from, sources } = summary;
      const n = summaries.put({ id, occurredAt: from, sources: [...sources].sort() });
      writes.add("episodes/insert", summaryRow(ctx, summary, n));
      const found = summary.mentions.map((one) => mentionRow({ episodeId: id, ...one }));
      writes.add("graph/put-mentions", ...found);
    },
    removeSummary(id) {
      summaries.remove(id);
      writes.add("summaries/delete", id);
    },

    putMention(mention) {
      const { episodeId, entityId } = mention;
      const episode = episodes.get(episodeId);
      const of = entities.get(entityId);
      if (episode === null || of === null) return;
      const before = [...mentions.values()];
      if (!before.some((m) => m.episodeId === episodeId && m.entityId === entityId)) {
        const { occurred_at: at } = episode;
        const lastMentionedAt = of.lastMentionedAt > at ? of.lastMentionedAt : at;
        entities.put({ ...of, mentionCount: of.mentionCount + 1, lastMentionedAt });
      }
      insertMention(mention);
    },
    insertMention,
    mentionsOf: (id) =>
      [...mentions.values()].flatMap(({ isNew, ...mention }) => (mention.entityId === id ? [mention] : [])),

    rowNumber(kind, id) {
      if (kind === "episode" || kind === "community") return null;
      return (kind === "entity" ? entities : facts).numberOf(id);
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

    review: reviews.get,
    writeReview: (review) => void reviews.put(review),

    putTrace(trace) {
      const { episode_id, purpose, ...set } = rows.traces.toRow(trace);
      writes.add("traces/put", { episode_id, purpose, set });
    },

    community: communities.get,
    writeCommunity: (community) => void communities.put(normalCommunity(community)),
    removeCommunity: (id) => communities.remove(id),
  };
  return { graph, pending: { slots, mentions, writes } };
}

/** The loaded items of one kind, as the steps so far left them. */
function itemsOf<T extends { id: string }>(
  kind: ItemKind,
  slots: Map<string, Slot<T>>,
  takeNumber: () => number,
) {
  const slotOf = (id: string): Slot<T> => {
    const slot = slots.get(id);
    if (slot === undefined) throw notLoaded(kind);
    return slot;
  };
  return {
    get: (id: string): T | null => slotOf(id).now?.value ?? null,
    numberOf: (id: string): number | null => slotOf(id).now?.n ?? null,
    /** At its own place, if not given another. Returns its number. */
    put(value: T, place: RowNumber = {}): number {
      const slot = slotOf(value.id);
      if (slot.now === null && slot.stored !== null) slot.made = true;
      const n = place.n ?? slot.now?.n ?? takeNumber();
      slot.now = { n, value };
      return n;
    },
    remove(id: string): void {
      slotOf(id).now = null;
    },
  };
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
    conversation: { title: SUMMARIES.title, client_system: null, external_id: null },
    occurred_at: summary.from,
    last_message_at: null,
    row: { n, ...columns, ...wordMarks(ctx, episodeSearchText(columns)) },
  };
}

/** As it will be read back, so that snapshots are equal if they read the same. */
function normalEntity(entity: Entity): Entity {
  return rows.toEntity({ n: 0, ...rows.entities.toRow(entity) }, distinctAliases(entity.aliases));
}

function normalCommunity(community: Community): Community {
  return rows.toCommunity(rows.communities.toRow(community), [...community.members]);
}

function normalFact(fact: Fact): Fact {
  const quotes = fact.evidence.map((one) => rows.toEvidence(rows.evidence.toRow(one)));
  return rows.toFact({ n: 0, ...rows.facts.toRow(fact) }, quotes);
}
