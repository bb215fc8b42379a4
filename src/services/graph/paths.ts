import { neighboursOf, type Network } from "./network.ts";

/** Links of the longest path. */
const LENGTH_MAX = 6;
/** Nodes visited per search, so that a dense graph cannot keep it busy. */
const VISITS_MAX = 200_000;

/** Number of links on the shortest way from each node to this one; -1 if there is none. */
export function distancesTo(network: Network, target: number): Int32Array {
  const distances = new Int32Array(network.graph.order).fill(-1);
  const queue = [target];
  distances[target] = 0;
  for (const node of queue)
    for (const near of neighboursOf(network, node))
      if (distances[near] === -1) {
        distances[near] = (distances[node] ?? 0) + 1;
        queue.push(near);
      }
  return distances;
}

/**
 * Paths between two nodes that visit no node twice, shortest first: at most `limit`, and at most six links long. By
 * depth-first search with growing length (Korf 1985) that never goes farther than the target is away.
 */
export function simplePaths(network: Network, ends: { from: number; to: number }, limit: number): number[][] {
  const distances = distancesTo(network, ends.to);
  const found: number[][] = [];
  const path = [ends.from];
  let visits = 0;
  const extend = (left: number): void => {
    const node = path.at(-1) ?? ends.from;
    if (left === 0) return void (node === ends.to && found.push([...path]));
    if (node === ends.to) return;
    for (const near of neighboursOf(network, node)) {
      const distance = distances[near] ?? -1;
      if (distance < 0 || distance >= left || path.includes(near)) continue;
      if (found.length >= limit || ++visits > VISITS_MAX) return;
      path.push(near);
      extend(left - 1);
      path.pop();
    }
  };
  const shortest = distances[ends.from] ?? -1;
  if (shortest < 1) return [];
  for (let length = shortest; length <= LENGTH_MAX; length++) extend(length);
  return found;
}
