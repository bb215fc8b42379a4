import type { UndirectedGraph } from "graphology";
import type { LayoutTask } from "./layout.worker.ts";

/** Computes the layout in a worker, so that the page stays responsive. Returns a function that stops it. */
export function layOut(graph: UndirectedGraph): () => void {
  const numbers = new Map(graph.nodes().map((node, at) => [node, at]));
  const task: LayoutTask = {
    positions: new Float32Array(graph.order * 2),
    sizes: new Float32Array(graph.order),
    joined: new Uint32Array(graph.size * 2),
  };
  graph.forEachNode((node, { x, y, size }) => {
    const at = numbers.get(node) ?? 0;
    task.positions.set([Number(x), Number(y)], at * 2);
    task.sizes[at] = Number(size);
  });
  let at = 0;
  graph.forEachEdge((_edge, _attributes, source, target) => {
    task.joined.set([numbers.get(source) ?? 0, numbers.get(target) ?? 0], at);
    at += 2;
  });
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Float32Array>) => {
    graph.updateEachNodeAttributes(
      (node, attributes) => {
        const number = (numbers.get(node) ?? 0) * 2;
        return { ...attributes, x: data[number], y: data[number + 1] };
      },
      { attributes: ["x", "y"] },
    );
  });
  worker.postMessage(task, [task.positions.buffer]);
  return () => worker.terminate();
}
