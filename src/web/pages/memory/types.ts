import type { Graph, Routes } from "#client";
import type { ItemOf } from "../../ui/query.ts";

export type EntityDetail = Routes["GET /memory/entities/{id}"]["response"];
export type Moment = ItemOf<"GET /memory/timeline">;
export type FactTrace = Routes["GET /memory/facts/{id}/trace"]["response"];
export type GraphNode = Graph["nodes"][number];
export type GraphEdge = Graph["edges"][number];
