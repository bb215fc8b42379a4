import { connectedComponents } from "graphology-components";
import { betweenness, cutsOf } from "./bridges.ts";
import { factBetween, networkOf } from "./network.ts";
import { pageRank } from "./page-rank.ts";
import { distancesTo, simplePaths } from "./paths.ts";
import { patternsOf } from "./patterns.ts";
import type { GraphColumns } from "./projection.ts";

/** Nodes, or facts, by index; highest score first. */
export type Ranked = { at: number; score: number }[];

/** Entries of each list, and members by which a group is recognised. */
const TOP = 10;
const MEMBERS = 5;

/** The worker's tasks; their results are indexes of the columns. */
export const GRAPH_TASKS = {
  /** All but importance is of the graph without the user, on whom everything would hang. */
  shape(columns: GraphColumns, _: object) {
    const network = networkOf(columns, columns.self);
    const groups = connectedComponents(network.graph)
      .filter(({ length }) => length > 1)
      .map((nodes) => nodes.map(Number))
      .sort((a, b) => b.length - a.length);
    const { points, links } = cutsOf(network, groups);
    return {
      important: rankedFrom(columns, columns.self),
      bridges: highest(betweenness(network)),
      /** Score: number of others that are no longer linked to the rest without it. */
      cutPoints: highest(points),
      cutLinks: links
        .slice(0, TOP)
        .map(({ a, b, cutOff }) => ({ at: factBetween(network, a, b), score: cutOff })),
      /** Number of groups of linked nodes that nothing links, and the largest with its most linked members. */
      groups: groups.length,
      largest: groups.slice(0, TOP).map((nodes) => {
        const degrees = new Float64Array(columns.nodes);
        for (const node of nodes) degrees[node] = network.graph.degree(String(node));
        return { size: nodes.length, nodes: highest(degrees, MEMBERS) };
      }),
      patterns: patternsOf(columns, network, TOP),
    };
  },

  around: (columns: GraphColumns, { seed }: { seed: number }) => rankedFrom(columns, seed),

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

/** Without the seed and the user. */
function rankedFrom(columns: GraphColumns, seed: number): Ranked {
  const ranks = pageRank(networkOf(columns), seed);
  ranks[seed] = ranks[columns.self] = 0;
  return highest(ranks);
}

function highest(scores: ArrayLike<number>, limit = TOP): Ranked {
  return Array.from(scores, (score, at) => ({ at, score }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, limit);
}

type Tasks = typeof GRAPH_TASKS;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskResult<Name extends TaskName> = ReturnType<Tasks[Name]>;
