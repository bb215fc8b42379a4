import { UndirectedGraph } from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

/** `positions`: x, y of each node; `joined`: from, to of each edge, by number. */
export interface LayoutTask {
  positions: Float32Array;
  sizes: Float32Array;
  joined: Uint32Array;
}

/** Some steps at a time, so that the page can show how it gets on. */
const STEPS = 8;
const STEPS_MAX = 400;
const MS_MAX = 12_000;
const SHOWN_EVERY_MS = 120;
const LARGE = 400;

addEventListener("message", ({ data }: MessageEvent<LayoutTask>) => {
  const { positions, sizes, joined } = data;
  const graph = new UndirectedGraph();
  sizes.forEach((size, at) => {
    graph.addNode(String(at), { x: positions[at * 2], y: positions[at * 2 + 1], size });
  });
  for (let at = 0; at < joined.length; at += 2) graph.mergeEdge(String(joined[at]), String(joined[at + 1]));
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: graph.order > LARGE };
  const began = performance.now();
  let told = began;
  for (let steps = 0; steps < STEPS_MAX && performance.now() - began < MS_MAX; steps += STEPS) {
    forceAtlas2.assign(graph, { iterations: STEPS, settings });
    if (performance.now() - told < SHOWN_EVERY_MS) continue;
    told = performance.now();
    tell(positionsOf(graph));
  }
  tell(positionsOf(graph));
  close();
});

function tell(positions: Float32Array): void {
  postMessage(positions, { transfer: [positions.buffer] });
}

function positionsOf(graph: UndirectedGraph): Float32Array {
  const positions = new Float32Array(graph.order * 2);
  let at = 0;
  graph.forEachNode((_, { x, y }) => {
    positions[at++] = Number(x);
    positions[at++] = Number(y);
  });
  return positions;
}
