import type { Network } from "./network.ts";

/** Chance to follow a link instead of starting over at the seed. */
const DAMPING = 0.85;
const ROUNDS_MAX = 100;
/** It ends when a round changes all ranks together by less. */
const CHANGE_MIN = 1e-6;

/**
 * Personalised PageRank (Page, Brin, Motwani and Winograd 1999; Haveliwala 2002): where someone is found who starts at the
 * seed and follows links by their weight. Ours, since that of graphology-metrics starts everywhere alike. Sums to 1.
 */
export function pageRank({ index }: Network, seed: number): Float64Array {
  const { starts, neighborhood, weights, outDegrees, nodes } = index;
  let ranks = new Float64Array(nodes.length);
  ranks[seed] = 1;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = new Float64Array(nodes.length);
    let followed = 0;
    for (let node = 0; node < nodes.length; node++) {
      const rank = ranks[node] ?? 0;
      const degree = outDegrees[node] ?? 0;
      if (rank === 0 || degree === 0) continue;
      const perWeight = (DAMPING * rank) / degree;
      followed += DAMPING * rank;
      for (let at = starts[node] ?? 0, end = starts[node + 1] ?? 0; at < end; at++) {
        const to = neighborhood[at] ?? 0;
        next[to] = (next[to] ?? 0) + perWeight * (weights[at] ?? 0);
      }
    }
    next[seed] = (next[seed] ?? 0) + 1 - followed;
    const change = next.reduce((sum, rank, node) => sum + Math.abs(rank - (ranks[node] ?? 0)), 0);
    ranks = next;
    if (change < CHANGE_MIN) break;
  }
  return ranks;
}
