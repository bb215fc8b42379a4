import { api, ApiError } from "../../../api/client.ts";
import type { Graph, GraphEdge, GraphNode } from "../types.ts";

/** Nodes that may be asked for; a service that gives fewer says so, and is asked for those. */
export const SIZES = [100, 500, 2000, 5000];
const LEAST_LIMIT = 200;

export interface GraphQuery {
  entity?: string | undefined;
  limit: number;
  asOf?: string | undefined;
}

/** Each node once, each fact once. */
export interface GraphData {
  nodes: Map<string, GraphNode>;
  edges: Map<string, GraphEdge>;
  /** Facts at each node. */
  degrees: Map<string, number>;
}

export async function loadGraph(query: GraphQuery, signal?: AbortSignal): Promise<Graph> {
  const call = (limit: number): Promise<Graph> =>
    api<Graph>("/memory/graph", { query: { ...query, limit }, ...(signal ? { signal } : {}) });
  try {
    return await call(query.limit);
  } catch (error) {
    const isTooMany = error instanceof ApiError && error.fields.some(({ field }) => field === "limit");
    if (!isTooMany || query.limit <= LEAST_LIMIT) throw error;
    return call(LEAST_LIMIT);
  }
}

export function dataOf(...graphs: Graph[]): GraphData {
  const nodes = new Map(graphs.flatMap((graph) => graph.nodes.map((node) => [node.id, node])));
  const joined = graphs.flatMap(({ edges }) => edges).filter(({ source, target }) => nodes.has(source) && nodes.has(target ?? ""));
  const edges = new Map(joined.map((edge) => [edge.factId, edge]));
  const degrees = new Map<string, number>();
  for (const { source, target } of edges.values()) {
    for (const end of new Set([source, target ?? source])) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  }
  return { nodes, edges, degrees };
}

/** Without what is joined less; the one that is looked at stays. */
export function cutOff(data: GraphData, least: number, keep: string): GraphData {
  if (least === 0) return data;
  const nodes = new Map(
    [...data.nodes].filter(([id]) => id === keep || (data.degrees.get(id) ?? 0) >= least),
  );
  const edges = new Map(
    [...data.edges].filter(([, { source, target }]) => nodes.has(source) && nodes.has(target ?? "")),
  );
  return { ...data, nodes, edges };
}
