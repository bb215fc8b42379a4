import type { EntityLink } from "../../../domain/model/community.ts";

/** A neighbour, by its index in `ids`, and the weight of the link. */
export interface Neighbour {
  to: number;
  weight: number;
}

/** A weighted undirected graph. `ids` and each list of neighbours are sorted: equal links make equal graphs. */
export interface WeightedGraph {
  ids: string[];
  near: Neighbour[][];
}

/** Yields to other work; long computations call it every few milliseconds. */
export type Pause = () => Promise<void>;

/** A statement links two entities more strongly than a turn that happens to mention both. */
const FACT_WEIGHT = 1;
const TURN_WEIGHT = 0.25;
/** Further turns add nothing: two people of one household are mentioned together every day. */
const TURNS_MAX = 8;

/** An entity linked to at least this share of all entities says nothing about communities. */
const HUB_SHARE = 0.5;
/** In a small memory one person may well know everyone else. */
const HUB_LINKS_MIN = 24;

/** Processed between two pauses: some 5 ms. */
const NODES_PER_STEP = 1_000;
const LINKS_PER_STEP = 5_000;

/**
 * Links as a weighted graph (COM-3), each pair once. Hubs linked to half of all entities are left out; links to popular entities
 * are damped by the logarithm of their number of links.
 */
export async function weightedGraph(links: EntityLink[], pause: Pause): Promise<WeightedGraph> {
  const degrees = new Map<string, number>();
  for (const [at, { a, b }] of links.entries()) {
    if (at % LINKS_PER_STEP === 0) await pause();
    for (const id of [a, b]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  }
  const hubFrom = Math.max(HUB_LINKS_MIN, HUB_SHARE * degrees.size);
  const ids = [...degrees].flatMap(([id, degree]) => (degree < hubFrom ? [id] : [])).sort(compare);
  const indexOf = new Map(ids.map((id, at) => [id, at]));
  const near: Neighbour[][] = ids.map(() => []);
  for (const [at, link] of links.entries()) {
    if (at % LINKS_PER_STEP === 0) await pause();
    const [a, b] = [indexOf.get(link.a), indexOf.get(link.b)];
    if (a === undefined || b === undefined) continue;
    const popular = Math.max(degrees.get(link.a) ?? 0, degrees.get(link.b) ?? 0);
    const weight = strength(link) / Math.log2(2 + popular);
    near[a]?.push({ to: b, weight });
    near[b]?.push({ to: a, weight });
  }
  for (const [at, neighbours] of near.entries()) {
    if (at % NODES_PER_STEP === 0) await pause();
    neighbours.sort((x, y) => x.to - y.to);
  }
  return { ids, near };
}

function strength({ facts, turns }: EntityLink): number {
  return FACT_WEIGHT * facts + TURN_WEIGHT * Math.min(turns, TURNS_MAX);
}

/** By code unit, so that the order is the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
