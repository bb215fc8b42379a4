import type { Graph } from "#client";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { GraphEdge, GraphNode } from "../types.ts";

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
