import type { Entity } from "../domain/model/entity.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { Moment } from "../domain/model/time.ts";
import type { UserStore } from "../ports/memory-store.ts";

/** Entities and their links, for drawing: both ends of every edge are among the nodes. */
export interface GraphView {
  /** `degree`: number of statements that link it to another entity. */
  nodes: (Entity & { degree: number })[];
  edges: Fact[];
  /** Number of entities to draw, including those beyond the limit. */
  total: number;
}

/** Without a moment: facts that are or may be believed now. */
export interface GraphRequest extends Moment {
  /** The entity to draw with its neighbours; absent: all. */
  entityId?: string | undefined;
  limit: number;
  /** Entities with a lower degree are left out, except for the requested one and the user. */
  degreeMin: number;
}

/** Maximum statements drawn. */
const EDGES_MAX = 20_000;

/** The entities with the highest degree, around one or overall. */
export async function graphOf(user: UserStore, request: GraphRequest): Promise<GraphView> {
  const { entityId, limit, degreeMin, asOf, knownAt } = request;
  const moment = { asOf, knownAt };
  const center = entityId ?? (await user.self()).id;
  const { degrees, total } = await user.degrees({ ...moment, entityId, first: center, degreeMin, limit });
  const degreeOf = new Map(degrees.map(({ id, degree }) => [id, degree]));
  const drawn = await user.entitiesById([...new Set([center, ...degreeOf.keys()])]);
  const nodes = drawn.filter(({ id, status }) => id === center || status !== "archived");
  const entityIds = nodes.map(({ id }) => id);
  return {
    nodes: nodes.map((node) => ({ ...node, degree: degreeOf.get(node.id) ?? 0 })),
    edges: await user.facts({ ...moment, entityIds, role: "both", joining: true, limit: EDGES_MAX }),
    total: degreeOf.has(center) ? total : total + 1,
  };
}
