import type { graphView } from "../../../http/views.ts";
import type { resultView } from "../../../http/routes/memory-search.ts";
import type { Change } from "../../../domain/model/change.ts";
import type { MemoryStats } from "../../../ports/store-types.ts";
import type { SearchDebug } from "../../../services/retrieval/types.ts";
import type { Provenance } from "../../../services/review/trace.ts";
import type { Community, Entity, Episode, Fact } from "../../api/types.ts";

/** What the service tells on the places of this page, in its own types. */
export type EntityDetail = Entity & { facts: Fact[] };
export type EpisodeDetail = Episode & { factIds: string[] };
export type Moment = Episode & { facts: Fact[] };
export type CommunityDetail = Community & { facts: Fact[] };
export type FactTrace = Provenance & { fact: Fact };
export type Graph = ReturnType<typeof graphView>;
export type GraphNode = Graph["nodes"][number];
export type GraphEdge = Graph["edges"][number];
export type Found = ReturnType<typeof resultView>;
export interface SearchAnswer {
  results: Found[];
  /** What was found hardly speaks of what is asked. */
  weak: boolean;
  /** Found and not shown: it does not speak of what is asked. */
  leftOut: number;
  debug?: SearchDebug;
}
export type { Change };

/** `GET /memory/schema` */
export interface SchemaWords {
  types: MemoryStats["types"];
  predicates: (MemoryStats["predicates"][number] & { family: string; values: "one" | "many" | "unknown" })[];
}
