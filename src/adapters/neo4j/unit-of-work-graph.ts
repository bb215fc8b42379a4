import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import type { Summary } from "../../domain/model/summary.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { EngramError } from "../../errors.ts";
import type { Mention } from "../../ports/memory-store.ts";
import { distinctAliases } from "../store-core/aliases.ts";
import {
  CHAIN_MAX,
  type EpisodeFields,
  type Graph,
  type Kind,
  type NewRejectionRow,
} from "../store-core/graph.ts";
import * as rows from "../store-core/rows.ts";
import type { Tombstones } from "../store-core/tombstones.ts";
import { indexedFold } from "./graph-rows.ts";
import type { Loaded, Stored, StoredEpisode } from "./unit-of-work-load.ts";

/** An item as it was stored and as it is now; null: absent. `made`: deleted and restored in between. */
export interface Slot<T> {
  stored: Stored<T> | null;
  now: Stored<T> | null;
  made: boolean;
}

/** The writes left by the steps of a unit of work. */
export interface Pending {
  entities: Map<string, Slot<Entity>>;
  facts: Map<string, Slot<Fact>>;
  episodes: Map<string, { stored: StoredEpisode; now: StoredEpisode }>;
  /** The new ones. */
  mentions: Map<string, Mention>;
  changes: rows.ChangeRow[];
  undone: string[];
  rejections: (NewRejectionRow & { n: number })[];
  overruled: { id: string; fact_id: string; run_id: string | null }[];
  droppedRejectionsOf: string[];
  reviews: Map<string, Stored<Review>>;
  summaries: { made: Stored<Summary>[]; gone: string[] };
  /** As stored and as they are now; null: absent. */
  communities: Map<string, { stored: Community | null; now: Community | null }>;
  traces: Trace[];
  once: string | null;
}

export interface MemoryGraph {
  graph: Graph;
  pending: Pending;
}

/**
 * A user's graph in memory: loaded, then changed step by step. It refuses what the store would refuse. An item
 * that was not loaded cannot be told from a missing one, so reading it is a programming error.
 */
export function memoryGraph(
  loaded: Loaded,
  now: Instant,
  tombstones: Tombstones,
  takeNumber: () => number,
): MemoryGraph {
  const pending = toPending(loaded);
  const { entities, facts } = pending;
  const summaries = new Map(loaded.summaries);
  const mentions = new Map(loaded.mentions.map((mention) => [mentionKey(mention), mention]));

  const entity = (id: string): Entity | null => slotOf(entities, "entity", id).now?.value ?? null;
  const fact = (id: string): Fact | null => slotOf(facts, "fact", id).now?.value ?? null;

  const write = <T>(slot: Slot<T>, value: T, n: number | undefined): void => {
    if (slot.now === null && slot.stored !== null) slot.made = true;
    slot.now = { n: n ?? slot.now?.n ?? takeNumber(), value };
  };
  const mentionsOf = (id: string): Mention[] => [...mentions.values()].filter((m) => m.entityId === id);
  const insertMention = (mention: Mention): void => {
    const key = mentionKey(mention);
    const { episodeId, entityId, start, end } = mention;
    if (mentions.has(key) || !pending.episodes.has(episodeId) || entity(entityId) === null) return;
    const one = { episodeId, entityId, start, end };
    mentions.set(key, one);
    pending.mentions.set(key, one);
  };
  const refuseIfNeeded = (id: string): void => {
    const known = [...facts.values()].flatMap(({ now }) => now?.value ?? []);
    const used =
      known.some((one) => one.subjectId === id || one.objectId === id) ||
      aboutOf(loaded, entities, id).some((factId) => !facts.has(factId));
    if (used) throw new EngramError("conflict", "Facts are known about it");
  };
  const episodeOf = (id: string): StoredEpisode | null => {
    const known = pending.episodes.get(id);
    if (known === undefined && !loaded.episodes.has(id)) throw notLoaded("episode");
    return known?.now ?? null;
  };
  const refuseFact = (one: Fact): void => {
    const ends = one.objectId === null ? [one.subjectId] : [one.subjectId, one.objectId];
    if (ends.some((id) => entity(id) === null)) {
      throw new EngramError("conflict", "A fact names an entity that does not exist");
    }
    if ((one.objectId === null) === (one.value === null)) {
      throw new EngramError("conflict", "A fact has an object or a value");
    }
    // Its evidence already exists: evidence is deleted with its episode.
    const before = slotOf(facts, "fact", one.id).stored?.value.evidence ?? [];
    const known = new Set(before.map((e) => e.episodeId));
    if (one.evidence.some((e) => !known.has(e.episodeId) && episodeOf(e.episodeId) === null)) {
      throw new EngramError("conflict", "A fact rests on an episode that does not exist");
    }
  };

  const graph: Graph = {
    now,
    tombstones,
    firstTime(once) {
      if (loaded.onceSeen) return false;
      pending.once = once;
      return true;
    },

    nameKnown(fold) {
      const name = indexedFold(fold);
      if (!loaded.namesAsked.has(name)) throw notLoaded("name");
      return loaded.namesKnown.has(name);
    },

    entity,
    rootOf(id) {
      let root = id;
      for (let links = 0; links < CHAIN_MAX; links++) {
        const next = entity(root)?.mergedInto;
        if (next === undefined) return root;
        root = next;
      }
      return root;
    },
    writeEntity(value, place) {
      write(slotOf(entities, "entity", value.id), normalEntity(value), place?.n);
    },
    removeEntity(id) {
      refuseIfNeeded(id);
      const slot = slotOf(entities, "entity", id);
      slot.now = null;
      for (const [key, mention] of mentions) if (mention.entityId === id) mentions.delete(key);
      for (const [key, mention] of pending.mentions) {
        if (mention.entityId === id) pending.mentions.delete(key);
      }
      for (const [key, { value }] of pending.reviews) {
        if (value.left === id || value.right === id) pending.reviews.delete(key);
      }
    },

    fact,
    writeFact(value, place) {
      refuseFact(value);
      write(slotOf(facts, "fact", value.id), normalFact(value), place?.n);
    },
    removeFact(id) {
      slotOf(facts, "fact", id).now = null;
    },

    episode: episodeOf,
    writeEpisode(id, fields: EpisodeFields) {
      const known = pending.episodes.get(id);
      if (known) known.now = { ...known.now, ...fields };
    },

    summary(id) {
      const known = summaries.get(id);
      if (known === undefined) throw notLoaded("summary");
      return known;
    },
    writeSummary(summary) {
      const { id, from, sources } = summary;
      summaries.set(id, { id, occurredAt: from, sources: [...sources].sort() });
      pending.summaries.made.push({ n: takeNumber(), value: summary });
    },
    removeSummary(id) {
      summaries.set(id, null);
      pending.summaries.gone.push(id);
    },

    putMention(mention) {
      const { episodeId, entityId } = mention;
      const episode = episodeOf(episodeId);
      const of = entity(entityId);
      if (episode === null || of === null) return;
      const before = [...mentions.values()];
      if (!before.some((m) => m.episodeId === episodeId && m.entityId === entityId)) {
        const { occurred_at: at } = episode;
        const lastMentionedAt = of.lastMentionedAt > at ? of.lastMentionedAt : at;
        const counted = { ...of, mentionCount: of.mentionCount + 1, lastMentionedAt };
        write(slotOf(entities, "entity", entityId), counted, undefined);
      }
      insertMention(mention);
    },
    insertMention,
    mentionsOf,

    rowNumber(kind: Kind, id) {
      if (kind === "episode" || kind === "community") return null;
      const slot = kind === "entity" ? slotOf(entities, kind, id) : slotOf(facts, kind, id);
      return slot.now?.n ?? null;
    },
    // Numbers are never reused, so a place is free if its own row is gone.
    rowNumberOf: (_kind, n) => ({ n }),
    addChange(change) {
      pending.changes.push({ n: takeNumber(), ...change });
    },
    markUndone(changeId) {
      pending.undone.push(changeId);
    },

    addRejection(row) {
      if (pending.rejections.some((known) => known.id === row.id)) return;
      pending.rejections.push({ n: takeNumber(), ...row });
    },
    overrule({ id, factId }, runId) {
      pending.overruled.push({ id, fact_id: factId, run_id: runId });
    },
    dropRejectionsOf(factId) {
      pending.droppedRejectionsOf.push(factId);
    },

    review(id) {
      const changed = pending.reviews.get(id);
      if (changed) return changed.value;
      if (!loaded.reviews.has(id)) throw notLoaded("review");
      return loaded.reviews.get(id)?.value ?? null;
    },
    writeReview(review) {
      const known = pending.reviews.get(review.id) ?? loaded.reviews.get(review.id);
      pending.reviews.set(review.id, { n: known?.n ?? takeNumber(), value: review });
    },

    putTrace(trace) {
      pending.traces.push(trace);
    },

    community(id) {
      const known = pending.communities.get(id);
      if (known === undefined) throw notLoaded("community");
      return known.now;
    },
    writeCommunity(value) {
      const known = pending.communities.get(value.id);
      if (known === undefined) throw notLoaded("community");
      known.now = normalCommunity(value);
    },
    removeCommunity(id) {
      const known = pending.communities.get(id);
      if (known !== undefined) known.now = null;
    },
  };
  return { graph, pending };
}

function toPending(loaded: Loaded): Pending {
  return {
    entities: slots(loaded.entities),
    facts: slots(loaded.facts),
    episodes: new Map(
      [...loaded.episodes].flatMap(([id, stored]) =>
        stored === null ? [] : [[id, { stored, now: stored }] as const],
      ),
    ),
    mentions: new Map(),
    changes: [],
    undone: [],
    rejections: [],
    overruled: [],
    droppedRejectionsOf: [],
    reviews: new Map(),
    summaries: { made: [], gone: [] },
    communities: new Map([...loaded.communities].map(([id, stored]) => [id, { stored, now: stored }])),
    traces: [],
    once: null,
  };
}

function slots<T>(loaded: Map<string, Stored<T> | null>): Map<string, Slot<T>> {
  return new Map([...loaded].map(([id, stored]) => [id, { stored, now: stored, made: false }]));
}

function slotOf<T>(map: Map<string, Slot<T>>, kind: Kind, id: string): Slot<T> {
  const slot = map.get(id);
  if (slot === undefined) throw notLoaded(kind);
  return slot;
}

function notLoaded(what: string): EngramError {
  return new EngramError("internal", `A step asked for one ${what} that was not read beforehand`);
}

/** Facts about an entity in the store. An entity created by a step has none there. */
function aboutOf(loaded: Loaded, entities: Pending["entities"], id: string): string[] {
  const about = loaded.about.get(id);
  if (about !== undefined) return about;
  if (entities.get(id)?.stored == null) return [];
  throw notLoaded("entity with its facts");
}

function mentionKey({ episodeId, entityId, start, end }: Mention): string {
  return JSON.stringify([episodeId, entityId, start, end]);
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
