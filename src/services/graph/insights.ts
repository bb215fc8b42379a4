import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { MemoryEvents } from "../events.ts";
import { patternText } from "./patterns.ts";
import { readProjection, type GraphProjection } from "./projection.ts";
import type { Ranked, TaskResult } from "./tasks.ts";
import { createGraphThread } from "./thread.ts";
import { byId } from "../collections.ts";

/** Graphs kept, those used last: each has at most 50,000 facts, of about 200 bytes with their things. */
const KEPT_MAX = 10;

/** A graph in one state of the memory, dropped at the first forgetting. */
interface Kept {
  state: string;
  projection: Promise<GraphProjection>;
  shape?: Promise<TaskResult<"shape">>;
  release: () => void;
}

export type GraphIntelligence = ReturnType<typeof createGraphIntelligence>;

/**
 * Answers about the shape of a user's graph. It is read and analysed when it is first asked about, and again when the memory
 * has changed since. Only ids, types, predicates and numbers are kept; names and sentences are read for each answer, so that
 * none is shown that was hidden since.
 */
export function createGraphIntelligence(events: MemoryEvents) {
  const thread = createGraphThread();
  /** The one used last is the last. */
  const kept = new Map<string, Kept>();

  const drop = (userId: string): void => {
    kept.get(userId)?.release();
    kept.delete(userId);
  };

  const keptOf = async (user: UserStore): Promise<Kept> => {
    const { userId } = user;
    const state = await stateOf(user);
    const known = kept.get(userId);
    if (known?.state === state) {
      kept.delete(userId);
      kept.set(userId, known);
      return known;
    }
    drop(userId);
    const release = events.subscribe(userId, ({ type }) => type === "forgotten" && drop(userId));
    const fresh: Kept = { state, projection: readProjection(user), release };
    kept.set(userId, fresh);
    for (const other of [...kept.keys()].slice(0, -KEPT_MAX)) drop(other);
    fresh.projection.catch(() => kept.get(userId) === fresh && drop(userId));
    return fresh;
  };

  return {
    /** Its most important things, bridges, cut points and links, groups and patterns; see `GRAPH_TASKS.shape`. */
    async insights(user: UserStore) {
      const graph = await keptOf(user);
      const projection = await graph.projection;
      graph.shape ??= thread.run("shape", projection.columns, {});
      try {
        return await insightsOf(user, projection, await graph.shape);
      } catch (error) {
        delete graph.shape;
        throw error;
      }
    },

    /** The things closest to this one by PageRank. */
    async around(user: UserStore, entityId: string) {
      const projection = await (await keptOf(user)).projection;
      const seed = projection.entityIds.indexOf(entityId);
      if (seed < 0) return [];
      const ranked = await thread.run("around", projection.columns, { seed });
      return (await readShown(user, projection, { nodes: ranked })).scored(ranked);
    },

    /** Paths as facts, shortest first, and the links of the shortest way; null: nothing connects the two. */
    async paths(user: UserStore, ends: { from: string; to: string }, limit: number) {
      const projection = await (await keptOf(user)).projection;
      const from = projection.entityIds.indexOf(ends.from);
      const to = projection.entityIds.indexOf(ends.to);
      if (from < 0 || to < 0) return { distance: null, paths: [] };
      const { distance, paths } = await thread.run("paths", projection.columns, { from, to, limit });
      const { all } = await readShown(user, projection, { facts: paths.flat() });
      return { distance, paths: paths.flatMap(all) };
    },

    close: () => thread.close(),
  };
}

/**
 * Differs after anything that changes the graph: nearly all of it is logged; a replaced turn and a loaded memory change
 * the counts.
 */
async function stateOf(user: UserStore): Promise<string> {
  const [{ items }, forgettings, { entities, facts }] = await Promise.all([
    user.changePage({ limit: 1 }),
    user.forgettings(),
    user.stats(),
  ]);
  return JSON.stringify([items[0]?.id, forgettings, entities, facts]);
}

async function insightsOf(user: UserStore, projection: GraphProjection, shape: TaskResult<"shape">) {
  const { important, bridges, cutPoints, cutLinks, groups, largest, patterns } = shape;
  const { scored, entities, facts, all } = await readShown(user, projection, {
    nodes: [important, bridges, cutPoints, ...largest.map(({ nodes }) => nodes)].flat(),
    facts: [...cutLinks.map(({ at }) => at), ...patterns.flatMap((pattern) => pattern.facts)],
  });
  return {
    things: projection.entityIds.length - 1,
    facts: projection.factIds.length,
    important: scored(important),
    bridges: scored(bridges),
    cutPoints: scored(cutPoints),
    cutLinks: cutLinks.flatMap(({ at, score }) => facts([at]).map((fact) => ({ fact, score }))),
    groups,
    largest: largest.map(({ size, nodes }) => ({ size, members: entities(nodes) })),
    patterns: patterns.flatMap((found) => {
      const { shape, count } = found;
      const pattern = patternText(projection, found);
      return all(found.facts).map((example) => ({ pattern, shape, count, example }));
    }),
  };
}

/** The entities and facts at these indexes as they are now, without those that are hidden or gone. */
async function readShown(
  user: UserStore,
  { entityIds, factIds }: GraphProjection,
  asked: { nodes?: Ranked; facts?: number[] },
) {
  const wantedEntities = new Set(asked.nodes?.flatMap(({ at }) => entityIds[at] ?? []));
  const wantedFacts = new Set(asked.facts?.flatMap((at) => factIds[at] ?? []));
  const entityOf = byId(await user.entitiesById([...wantedEntities]));
  const factOf = byId(await user.factsById([...wantedFacts]));
  const scored = (ranked: Ranked): { entity: Entity; score: number }[] =>
    ranked.flatMap(({ at, score }) => {
      const entity = entityOf.get(entityIds[at] ?? "");
      return entity === undefined || entity.status === "archived" ? [] : [{ entity, score }];
    });
  const facts = (indexes: number[]): Fact[] =>
    indexes
      .flatMap((at) => factOf.get(factIds[at] ?? "") ?? [])
      .filter(({ status }) => CURRENT_STATUSES.includes(status));
  return {
    scored,
    facts,
    entities: (ranked: Ranked): Entity[] => scored(ranked).map(({ entity }) => entity),
    /** These facts as one list; none if any of them is missing. */
    all: (indexes: number[]): Fact[][] => [facts(indexes)].filter(({ length }) => length === indexes.length),
  };
}
