import { connectedComponents } from "graphology-components";
import { betweenness, cutsOf } from "./bridges.ts";
import { factBetween, highest, networkOf, type Network } from "./network.ts";
import { pageRank } from "./page-rank.ts";
import { distancesTo, simplePaths } from "./paths.ts";
import { patternsOf } from "./patterns.ts";
import type { GraphColumns } from "./projection.ts";

/** Entries of each list of the shape. */
const TOP = 10;

/** The worker's tasks; their results are indexes of the columns. */
export const GRAPH_TASKS = {
  /** All but importance is of the graph without the user, on whom everything would hang. */
  shape(columns: GraphColumns, _: object) {
    const network = networkOf(columns, columns.self);
    const groups = connectedComponents(network.graph)
      .filter(({ length }) => length > 1)
      .map((nodes) => nodes.map(Number))
      .sort((a, b) => b.length - a.length);
    const cuts = cutsOf(network, groups);
    return {
      important: rankedFrom(columns, [columns.self]),
      bridges: highest(betweenness(network), TOP),
      cutPoints: highest(cuts.points, TOP),
      cutLinks: cuts.links
        .slice(0, TOP)
        .map(({ a, b, cutOff }) => ({ at: factBetween(network, a, b), value: cutOff })),
      groups: groups.length,
      largest: groups
        .slice(0, TOP)
        .map((nodes) => ({ size: nodes.length, nodes: mostLinked(network, nodes) })),
      patterns: patternsOf(columns, network, TOP),
    };
  },

  /** Nodes closest to these by PageRank. */
  around: (columns: GraphColumns, { seeds }: { seeds: number[] }) => rankedFrom(columns, seeds),

  /**
   * Paths between two nodes, as facts, and the number of links of the shortest, whatever its length; null: they are not
   * connected. Paths through the user, who is linked to almost everything, count only if there is no other.
   */
  paths(columns: GraphColumns, { from, to, limit }: { from: number; to: number; limit: number }) {
    const { self } = columns;
    const withoutUser = from === self || to === self ? -1 : self;
    for (const network of [networkOf(columns, withoutUser), networkOf(columns)]) {
      const distance = distancesTo(network, to)[from] ?? -1;
      if (distance < 0) continue;
      const paths = simplePaths(network, { from, to }, limit).map((nodes) =>
        nodes.slice(1).map((node, at) => factBetween(network, nodes[at] ?? node, node)),
      );
      return { distance, paths };
    }
    return { distance: null, paths: [] };
  },
};

/** Most important first; the seeds and the user are not listed. */
function rankedFrom(columns: GraphColumns, seeds: number[]) {
  const ranks = pageRank(networkOf(columns), seeds);
  for (const seed of [...seeds, columns.self]) ranks[seed] = 0;
  return highest(ranks, TOP);
}

/** Members by which a group is recognised. */
const MEMBERS = 5;

function mostLinked({ graph }: Network, nodes: number[]): number[] {
  const degrees = nodes.map((node) => graph.degree(String(node)));
  return highest(degrees, MEMBERS).map(({ at }) => nodes[at] ?? 0);
}

type Tasks = typeof GRAPH_TASKS;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskResult<Name extends TaskName> = ReturnType<Tasks[Name]>;
