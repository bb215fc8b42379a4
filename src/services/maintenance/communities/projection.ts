import type { EntityLink } from "../../../domain/community.ts";

/** A weighted graph without directions: neighbours of each node with their weight. Nodes and neighbours are sorted. */
export type WeightedGraph = Map<string, Map<string, number>>;

/** A statement joins two things more than a turn that happens to name both. */
const FACT_WEIGHT = 1;
const TURN_WEIGHT = 0.25;
/** Turns beyond these add nothing: two people of one household are named together every day. */
const TURNS_MAX = 8;

/** A thing linked to more than this share of all things tells nothing about what belongs together. */
const HUB_SHARE = 0.5;
/** In a small memory somebody may well know everybody else. */
const HUB_LINKS_MIN = 24;

/**
 * Links as a weighted graph (COM-3). What half of everything is linked to is left out; a link to something popular
 * counts less, by the logarithm of how many other things it is linked to.
 */
export function weightedGraph(links: EntityLink[]): WeightedGraph {
  const degrees = new Map<string, number>();
  for (const { a, b } of links) for (const id of [a, b]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const hubFrom = Math.max(HUB_LINKS_MIN, HUB_SHARE * degrees.size);
  const isHub = (id: string): boolean => (degrees.get(id) ?? 0) >= hubFrom;
  const graph: WeightedGraph = new Map();
  const sorted = [...links].sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b));
  for (const link of sorted) {
    if (isHub(link.a) || isHub(link.b)) continue;
    const popular = Math.max(degrees.get(link.a) ?? 0, degrees.get(link.b) ?? 0);
    const weight = strength(link) / Math.log2(2 + popular);
    join(graph, link.a, link.b, weight);
    join(graph, link.b, link.a, weight);
  }
  return new Map([...graph].sort(([x], [y]) => compare(x, y)));
}

function strength({ facts, turns }: EntityLink): number {
  return FACT_WEIGHT * facts + TURN_WEIGHT * Math.min(turns, TURNS_MAX);
}

function join(graph: WeightedGraph, from: string, to: string, weight: number): void {
  const known = graph.get(from) ?? new Map<string, number>();
  known.set(to, (known.get(to) ?? 0) + weight);
  graph.set(from, known);
}

/** By code unit, so that every machine sorts alike. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
