import type { Graph } from "#client";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { GraphEdge, GraphNode } from "../types.ts";

/** Nodes that may be asked for. */
export const SIZES = [100, 500, 2000, 5000];

/** Each node once, each fact once. */
export interface GraphData {
  nodes: Map<string, GraphNode>;
  edges: Map<string, GraphEdge>;
  /** Known facts at each node. */
  degrees: Map<string, number>;
  /** Total entities, including those not drawn. */
  total: number;
}

/** The graph that one conversation makes, as it grows; null until it is known. */
export function useConversationGraph(conversationId: string): Graph | null {
  const [graph, setGraph] = useState<Graph | null>(null);
  useEffect(() => {
    setGraph(null);
    // The browser reopens a broken stream, which begins with a snapshot.
    const source = new EventSource(
      api.address("GET /conversations/{id}/graph/events", { path: { id: conversationId } }),
    );
    const on = <Data>(name: string, take: (data: Data, was: Graph | null) => Graph | null): void =>
      source.addEventListener(name, ({ data }: MessageEvent<string>) =>
        setGraph((was) => take(JSON.parse(data) as Data, was)),
      );
    on<Graph>("graph_snapshot", (snapshot) => snapshot);
    on<GraphNode>("node_added", (node, was) => was && { ...was, nodes: [...was.nodes, node] });
    on<GraphEdge>("edge_added", (edge, was) => was && { ...was, edges: [...was.edges, edge] });
    return () => source.close();
  }, [conversationId]);
  return graph;
}

/** The initial graph, plus what was loaded around some of its nodes. */
export function dataOf(first: Graph, ...more: Graph[]): GraphData {
  const graphs = [...more, first];
  const nodes = new Map(graphs.flatMap((graph) => graph.nodes.map((node) => [node.id, node])));
  const edges = new Map<string, GraphEdge>();
  const drawn = new Map<string, number>();
  for (const edge of graphs.flatMap((graph) => graph.edges)) {
    const { factId, source, target } = edge;
    if (edges.has(factId) || target === null || !nodes.has(source) || !nodes.has(target)) continue;
    edges.set(factId, edge);
    for (const end of new Set([source, target])) drawn.set(end, (drawn.get(end) ?? 0) + 1);
  }
  const degrees = new Map(
    [...nodes.values()].map(({ id, degree }) => [id, Math.max(degree, drawn.get(id) ?? 0)]),
  );
  return { nodes, edges, degrees, total: Math.max(first.total, nodes.size) };
}

/** Drops the least connected nodes; the selected one stays. */
export function cutOff(data: GraphData, least: number, kept: string): GraphData {
  if (least === 0) return data;
  const nodes = new Map(
    [...data.nodes].filter(([id]) => id === kept || (data.degrees.get(id) ?? 0) >= least),
  );
  const edges = new Map(
    [...data.edges].filter(([, { source, target }]) => nodes.has(source) && nodes.has(target ?? "")),
  );
  return { ...data, nodes, edges };
}
