import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { MemoryEvents } from "../events.ts";
import { patternText, type Pattern } from "./patterns.ts";
import { bytesOf, readProjection, type GraphProjection } from "./projection.ts";
import type { TaskResult } from "./tasks.ts";
import { createGraphThread } from "./thread.ts";

/** Users whose graphs are kept, and their size together: those used last. */
const USERS_MAX = 32;
const BYTES_MAX = 128 * 1024 ** 2;

/** A thing and its score: a share, or the number of things it cuts off. */
type Scored = { entity: Entity; score: number }[];

interface GraphInsights {
  /** Things without the user, and facts that join two. */
  things: number;
  facts: number;
  /** By PageRank from the user. */
  important: Scored;
  /** By the share of shortest ways that lead through them. */
  bridges: Scored;
  /** Things, and facts, without which others are no longer linked to the rest: how many. */
  cutPoints: Scored;
  cutLinks: { fact: Fact; score: number }[];
  /** Number of groups with no link between them, and the largest with their most linked members. */
  groups: number;
  largest: { size: number; members: Entity[] }[];
  patterns: { pattern: string; shape: Pattern["shape"]; count: number; example: Fact[] }[];
}

interface GraphPaths {
  /** Links of the shortest way; null: nothing connects them. */
  distance: number | null;
  paths: Fact[][];
}

/** Answers about the shape of a user's graph. */
export interface GraphIntelligence {
  insights(user: UserStore): Promise<GraphInsights>;
  /** The things closest to this one by PageRank. */
  around(user: UserStore, entityId: string): Promise<Scored>;
  paths(user: UserStore, ends: { from: string; to: string }, limit: number): Promise<GraphPaths>;
  close(): Promise<void>;
}

/** A graph in one state of the memory, dropped at the first forgetting. */
interface Kept {
  state: string;
  projection: Promise<GraphProjection>;
  shape?: Promise<TaskResult<"shape">>;
  bytes: number;
  release: () => void;
}

/**
 * A graph is read and analysed when it is first asked about, and again when the memory has changed since. Only ids, types,
 * predicates and numbers are kept; names and sentences are read for each answer, so that none is shown that was hidden since.
 */
export function createGraphIntelligence(events: MemoryEvents): GraphIntelligence {
  const thread = createGraphThread();
  /** The one used last is the last. */
  const kept = new Map<string, Kept>();

  const drop = (userId: string): void => {
    kept.get(userId)?.release();
    kept.delete(userId);
  };

  const makeRoom = (): void => {
    for (const userId of [...kept.keys()].slice(0, -1)) {
      const bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
      if (kept.size <= USERS_MAX && bytes <= BYTES_MAX) return;
      drop(userId);
    }
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
    const fresh: Kept = { state, projection: readProjection(user), bytes: 0, release };
    kept.set(userId, fresh);
    try {
      fresh.bytes = bytesOf(await fresh.projection);
      makeRoom();
    } catch (error) {
      if (kept.get(userId) === fresh) drop(userId);
      throw error;
    }
    return fresh;
  };

  const shapeOf = async (one: Kept): Promise<TaskResult<"shape">> => {
    one.shape ??= thread.run("shape", (await one.projection).columns, {});
    try {
      return await one.shape;
    } catch (error) {
      delete one.shape;
      throw error;
    }
  };

  return {
    async insights(user) {
      const graph = await keptOf(user);
      return insightsOf(user, await graph.projection, await shapeOf(graph));
    },

    async around(user, entityId) {
      const projection = await (await keptOf(user)).projection;
      const seed = projection.entityIds.indexOf(entityId);
      if (seed < 0) return [];
      const ranked = await thread.run("around", projection.columns, { seeds: [seed] });
      return (await readShown(user, projection, { nodes: ranked.map(({ at }) => at) })).scored(ranked);
    },

    async paths(user, ends, limit) {
      const projection = await (await keptOf(user)).projection;
      const from = projection.entityIds.indexOf(ends.from);
      const to = projection.entityIds.indexOf(ends.to);
      if (from < 0 || to < 0) return { distance: null, paths: [] };
      const { distance, paths } = await thread.run("paths", projection.columns, { from, to, limit });
      const { all } = await readShown(user, projection, { facts: paths.flat() });
      return { distance, paths: paths.flatMap((path) => all(path)) };
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

async function insightsOf(
  user: UserStore,
  projection: GraphProjection,
  shape: TaskResult<"shape">,
): Promise<GraphInsights> {
  const { important, bridges, cutPoints, cutLinks, groups, largest, patterns } = shape;
  const { scored, entities, facts, all } = await readShown(user, projection, {
    nodes: [
      ...[...important, ...bridges, ...cutPoints].map(({ at }) => at),
      ...largest.flatMap(({ nodes }) => nodes),
    ],
    facts: [...cutLinks.map(({ at }) => at), ...patterns.flatMap((pattern) => pattern.facts)],
  });
  return {
    things: projection.columns.nodes - 1,
    facts: projection.factIds.length,
    important: scored(important),
    bridges: scored(bridges),
    cutPoints: scored(cutPoints),
    cutLinks: cutLinks.flatMap(({ at, value }) => facts([at]).map((fact) => ({ fact, score: value }))),
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
  { nodes = [], facts: asked = [] }: { nodes?: number[]; facts?: number[] },
) {
  const found = {
    entities: await user.entitiesById([...new Set(nodes.flatMap((at) => entityIds[at] ?? []))]),
    facts: await user.factsById([...new Set(asked.flatMap((at) => factIds[at] ?? []))]),
  };
  const visible = found.entities.filter(({ status }) => status !== "archived");
  const current = found.facts.filter(({ status }) => CURRENT_STATUSES.includes(status));
  const entityOf = new Map(visible.map((entity) => [entity.id, entity]));
  const factOf = new Map(current.map((fact) => [fact.id, fact]));
  const entities = (at: number[]): Entity[] =>
    at.flatMap((node) => entityOf.get(entityIds[node] ?? "") ?? []);
  const facts = (at: number[]): Fact[] => at.flatMap((fact) => factOf.get(factIds[fact] ?? "") ?? []);
  return {
    entities,
    facts,
    /** These facts as one list; none if any of them is missing. */
    all: (at: number[]): Fact[][] => [facts(at)].filter(({ length }) => length === at.length),
    scored: (ranked: { at: number; value: number }[]): Scored =>
      ranked.flatMap(({ at, value }) => entities([at]).map((entity) => ({ entity, score: value }))),
  };
}
