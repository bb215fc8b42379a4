import type { Neighbour, Pause, WeightedGraph } from "./projection.ts";

/** The group of each node, by index: any number below the number of nodes. */
export type Grouping = Int32Array;

type Near = WeightedGraph["near"];

/** Maximum number of rounds over the nodes of one level; each round but the last raises the modularity. */
const ROUNDS_MAX = 50;
const LEVELS_MAX = 10;
/** A move must gain more than rounding errors. */
const GAIN_MIN = 1e-9;
/** Nodes processed between two pauses: some 5 ms. */
const NODES_PER_STEP = 1_000;

export function singletonGroups(count: number): Grouping {
  return Int32Array.from({ length: count }, (_, node) => node);
}

/**
 * Louvain (Blondel et al. 2008, "Fast unfolding of communities in large networks"): nodes move to the neighbouring group that
 * raises the modularity most, then groups become nodes, until nothing moves. Nodes are visited in the order of their ids, ties go
 * to the lower group, every move gains and rounds are capped: it terminates, and the same graph yields the same groups (F33).
 */
export async function louvain(graph: Near, pause: Pause): Promise<Grouping> {
  let level = graph;
  let grouping = singletonGroups(graph.length);
  for (let depth = 0; depth < LEVELS_MAX; depth++) {
    const { groups, count } = renumbered(await moveNodes(level, singletonGroups(level.length), pause));
    if (count === level.length) break;
    grouping = grouping.map((group) => groups[group] ?? 0);
    level = await aggregated(level, { groups, count }, pause);
  }
  return grouping;
}

/** One level of Louvain from an existing grouping: each node moves while that gains. */
export async function moveNodes(graph: Near, start: Grouping, pause: Pause): Promise<Grouping> {
  const groups = start.slice();
  const degrees = graph.map(weightOf);
  const total = degrees.reduce((sum, degree) => sum + degree, 0);
  const weights = new Float64Array(graph.length);
  for (const [node, group] of groups.entries()) weights[group] = (weights[group] ?? 0) + (degrees[node] ?? 0);
  const links = new Float64Array(graph.length);
  for (let round = 0; round < ROUNDS_MAX && total > 0; round++) {
    let moves = 0;
    for (const [node, near] of graph.entries()) {
      if (node % NODES_PER_STEP === 0) await pause();
      const own = groups[node] ?? node;
      const degree = degrees[node] ?? 0;
      weights[own] = (weights[own] ?? 0) - degree;
      const touched = linksByGroup(near, { node, groups, links });
      const best = bestGroup(
        touched,
        own,
        (group) => (links[group] ?? 0) - ((weights[group] ?? 0) * degree) / total,
      );
      for (const group of touched) links[group] = 0;
      weights[best] = (weights[best] ?? 0) + degree;
      if (best === own) continue;
      groups[node] = best;
      moves += 1;
    }
    if (moves === 0) break;
  }
  return groups;
}

/** Sums in `links` the weights between a node and each group; returns those groups, the lowest first. */
function linksByGroup(
  near: Neighbour[],
  { node, groups, links }: { node: number; groups: Grouping; links: Float64Array },
): number[] {
  const touched = new Set<number>();
  for (const { to, weight } of near) {
    if (to === node) continue;
    const group = groups[to] ?? to;
    links[group] = (links[group] ?? 0) + weight;
    touched.add(group);
  }
  return [...touched].sort((a, b) => a - b);
}

/** The group with the largest gain over chance; the node's own unless another gains more. */
function bestGroup(candidates: number[], own: number, gainOf: (group: number) => number): number {
  let best = own;
  let gain = gainOf(own);
  for (const group of candidates) {
    const other = gainOf(group);
    if (other <= gain + GAIN_MIN) continue;
    best = group;
    gain = other;
  }
  return best;
}

/** Renumbers groups from 0, in the order of their first nodes. */
function renumbered(groups: Grouping): { groups: Grouping; count: number } {
  const numbers = new Map<number, number>();
  for (const group of groups) if (!numbers.has(group)) numbers.set(group, numbers.size);
  return { groups: groups.map((group) => numbers.get(group) ?? 0), count: numbers.size };
}

/** Groups as nodes, with the weights between them; links within a group become loops. */
async function aggregated(
  graph: Near,
  { groups, count }: { groups: Grouping; count: number },
  pause: Pause,
): Promise<Near> {
  const sums = Array.from({ length: count }, () => new Map<number, number>());
  for (const [node, near] of graph.entries()) {
    if (node % NODES_PER_STEP === 0) await pause();
    const sum = sums[groups[node] ?? 0];
    for (const { to, weight } of near) {
      const group = groups[to] ?? 0;
      sum?.set(group, (sum.get(group) ?? 0) + weight);
    }
  }
  return sums.map((sum) => [...sum].map(([to, weight]) => ({ to, weight })).sort((a, b) => a.to - b.to));
}

function weightOf(near: Neighbour[]): number {
  return near.reduce((sum, { weight }) => sum + weight, 0);
}
