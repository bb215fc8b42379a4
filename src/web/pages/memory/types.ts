import type {
  Entity,
  Fact,
  Found as SearchAnswer,
  Graph,
  Page,
  Routes,
  SearchResult as Found,
} from "#client";

export type EntityDetail = Entity & { facts: Fact[] };
type ItemOf<List> = List extends Page<infer Item> ? Item : never;
export type Moment = ItemOf<Routes["GET /memory/timeline"]["response"]>;
export type FactTrace = Routes["GET /memory/facts/{id}/trace"]["response"];
export type GraphNode = Graph["nodes"][number];
export type GraphEdge = Graph["edges"][number];
export type { Found, SearchAnswer };
