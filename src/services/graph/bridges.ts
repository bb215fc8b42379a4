import { createUnweightedIndexedBrandes } from "graphology-shortest-path/indexed-brandes.js";
import { neighboursOf, type Network } from "./network.ts";

/** Sources from which shortest ways are counted; with more, 10,000 nodes take seconds. */
const SOURCES_MAX = 64;

/**
 * The share of shortest ways between two other nodes that lead through each node: betweenness (Brandes 2001). Exact with
 * up to 64 joined nodes; beyond, estimated from that many sources, evenly spaced (Brandes and Pich 2007).
 */
export function betweenness(network: Network): Float64Array {
  const { graph } = network;
  const joined = graph.mapNodes(Number).filter((node) => neighboursOf(network, node).length > 0);
  const sources = Math.min(SOURCES_MAX, joined.length);
  const through = new Float64Array(graph.order);
  const brandes = createUnweightedIndexedBrandes(graph);
  for (let n = 0; n < sources; n++) {
    const source = joined[Math.floor((n * joined.length) / sources)] ?? 0;
    const [stack, before, ways] = brandes(source);
    const share = new Float64Array(graph.order);
    while (stack.size > 0) {
      const node = stack.pop() ?? source;
      for (const via of before[node] ?? [])
        share[via] = (share[via] ?? 0) + ((ways[via] ?? 0) / (ways[node] || 1)) * (1 + (share[node] ?? 0));
      if (node !== source) through[node] = (through[node] ?? 0) + (share[node] ?? 0);
    }
  }
  const pairs = Math.max(1, sources * (joined.length - 2));
  return through.map((sum) => sum / pairs);
}

export interface Cuts {
  /** For each node: how many others its absence separates from the largest rest. */
  points: Uint32Array;
  /** Links that alone hold two parts together, with the size of the smaller one. */
  links: { a: number; b: number; cutOff: number }[];
}

/** Cut points and cut links (Hopcroft and Tarjan 1973), without recursion. */
export function cutsOf(network: Network, components: number[][]): Cuts {
  const { order } = network.graph;
  const found = new Int32Array(order).fill(-1);
  const low = new Int32Array(order);
  const size = new Uint32Array(order).fill(1);
  const cuts: Cuts = { points: new Uint32Array(order), links: [] };
  let clock = 0;
  for (const component of components) {
    /** Sizes of the parts that hang on a node. */
    const parts = new Map<number, number[]>();
    const [root = 0] = component;
    const stack = [{ node: root, parent: -1, next: 0 }];
    found[root] = low[root] = clock++;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { node, parent } = top;
      const to = neighboursOf(network, node)[top.next++];
      if (to === undefined) {
        stack.pop();
        if (parent < 0) continue;
        const [lowest, own] = [low[node] ?? 0, size[node] ?? 0];
        low[parent] = Math.min(low[parent] ?? 0, lowest);
        size[parent] = (size[parent] ?? 0) + own;
        if (lowest >= (found[parent] ?? 0)) parts.set(parent, [...(parts.get(parent) ?? []), own]);
        if (lowest > (found[parent] ?? 0))
          cuts.links.push({ a: parent, b: node, cutOff: Math.min(own, component.length - own) });
      } else if ((found[to] ?? 0) < 0) {
        found[to] = low[to] = clock++;
        stack.push({ node: to, parent: node, next: 0 });
      } else if (to !== parent) low[node] = Math.min(low[node] ?? 0, found[to] ?? 0);
    }
    for (const [node, sizes] of parts) {
      const others = component.length - 1;
      const rest = others - sizes.reduce((sum, one) => sum + one, 0);
      cuts.points[node] = others - Math.max(rest, ...sizes);
    }
  }
  cuts.links.sort((x, y) => y.cutOff - x.cutOff);
  return cuts;
}
