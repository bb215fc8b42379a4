import { UndirectedGraph } from "graphology";
import { WeightedNeighborhoodIndex } from "graphology-indices/neighborhood.js";
import type { GraphColumns } from "./projection.ts";

/** Two nodes that are joined: by how much, and by which fact most surely. */
interface Link {
  weight: number;
  fact: number;
}

/** Each pair of joined nodes once. Node n is n as a string in `graph`, and n in `index`. */
export interface Network {
  graph: UndirectedGraph<object, Link>;
  /** Neighbours of each node, side by side. */
  index: WeightedNeighborhoodIndex<object, Link>;
}

/** The columns as a network; with `without`, that node is joined to nothing. */
export function networkOf({ nodes, subject, object, confidence }: GraphColumns, without = -1): Network {
  const pairs = new Map<number, Link>();
  for (const [fact, a] of subject.entries()) {
    const b = object[fact] ?? a;
    if (a === without || b === without) continue;
    const sureness = confidence[fact] ?? 0;
    const pair = Math.min(a, b) * nodes + Math.max(a, b);
    const known = pairs.get(pair) ?? { weight: 0, fact };
    pairs.set(pair, {
      weight: known.weight + sureness,
      fact: sureness > (confidence[known.fact] ?? 0) ? fact : known.fact,
    });
  }
  const graph = new UndirectedGraph<object, Link>();
  for (let node = 0; node < nodes; node++) graph.addNode(String(node));
  for (const [pair, link] of pairs)
    graph.addEdge(String(Math.floor(pair / nodes)), String(pair % nodes), link);
  return { graph, index: new WeightedNeighborhoodIndex(graph, "weight") };
}

export function neighboursOf(
  { index }: Network,
  node: number,
): ReturnType<typeof index.neighborhood.subarray> {
  return index.neighborhood.subarray(index.starts[node] ?? 0, index.starts[node + 1] ?? 0);
}

/** The surest fact that joins two neighbours. */
export function factBetween({ graph }: Network, a: number, b: number): number {
  return graph.getEdgeAttribute(String(a), String(b), "fact");
}
