import { compare, type WeightedGraph } from "./projection.ts";

/** The group of each node, named after one of its members. */
export type Grouping = Map<string, string>;

/** Rounds over all nodes of one level; each round but the last raises the modularity. */
const ROUNDS_MAX = 50;
const LEVELS_MAX = 10;
/** A move must gain more than rounding errors do. */
const GAIN_MIN = 1e-9;

/**
 * Louvain (Blondel et al. 2008, "Fast unfolding of communities in large networks"): nodes move to the neighbouring
 * group that raises the modularity most, then groups become nodes, until nothing moves. Nodes are taken in the order of
 * their ids, ties go to the smaller name, every move gains and rounds are capped: the same graph gives the same groups,
 * and it ends (F33).
 */
export function louvain(graph: WeightedGraph): Grouping {
  let level = graph;
  let grouping: Grouping = new Map([...graph.keys()].map((id) => [id, id]));
  for (let depth = 0; depth < LEVELS_MAX; depth++) {
    const moved = moveNodes(level, new Map([...level.keys()].map((id) => [id, id])));
    if (new Set(moved.values()).size === level.size) return grouping;
    grouping = new Map([...grouping].map(([id, group]) => [id, moved.get(group) ?? group]));
    level = aggregated(level, moved);
  }
  return grouping;
}

/** One level of it, from a grouping that is there: each node moves while that gains. Nodes without a group begin alone. */
export function moveNodes(graph: WeightedGraph, start: Grouping): Grouping {
  const groups: Grouping = new Map([...graph.keys()].map((id) => [id, start.get(id) ?? id]));
  const degree = new Map([...graph].map(([id, near]) => [id, sum(near.values())]));
  const total = sum(degree.values());
  if (total === 0) return groups;
  const weights = new Map<string, number>();
  const add = (group: string, weight: number): void =>
    void weights.set(group, (weights.get(group) ?? 0) + weight);
  for (const [id, group] of groups) add(group, degree.get(id) ?? 0);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    let moves = 0;
    for (const [id, near] of graph) {
      const own = groups.get(id) ?? id;
      const weight = degree.get(id) ?? 0;
      add(own, -weight);
      const best = bestGroup(
        linksByGroup(id, near, groups),
        own,
        (group) => ((weights.get(group) ?? 0) * weight) / total,
      );
      add(best, weight);
      if (best === own) continue;
      groups.set(id, best);
      moves += 1;
    }
    if (moves === 0) break;
  }
  return groups;
}

function linksByGroup(id: string, near: Map<string, number>, groups: Grouping): Map<string, number> {
  const links = new Map<string, number>();
  for (const [other, weight] of near) {
    if (other === id) continue;
    const group = groups.get(other) ?? other;
    links.set(group, (links.get(group) ?? 0) + weight);
  }
  return links;
}

/** The group whose links gain most over chance; its own unless another gains more. */
function bestGroup(links: Map<string, number>, own: string, byChance: (group: string) => number): string {
  let best = own;
  let gain = (links.get(own) ?? 0) - byChance(own);
  for (const [group, weight] of [...links].sort(([a], [b]) => compare(a, b))) {
    const other = weight - byChance(group);
    if (other <= gain + GAIN_MIN) continue;
    best = group;
    gain = other;
  }
  return best;
}

/** Groups as nodes, with the weights between them; what lies within a group becomes a loop. */
function aggregated(graph: WeightedGraph, groups: Grouping): WeightedGraph {
  const result: WeightedGraph = new Map();
  for (const [id, near] of graph) {
    const from = groups.get(id) ?? id;
    const known = result.get(from) ?? new Map<string, number>();
    for (const [other, weight] of near) {
      const to = groups.get(other) ?? other;
      known.set(to, (known.get(to) ?? 0) + weight);
    }
    result.set(from, known);
  }
  return new Map([...result].sort(([a], [b]) => compare(a, b)));
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
