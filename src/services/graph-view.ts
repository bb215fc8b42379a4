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

/** Maximum statements read per drawing. */
const EDGES_MAX = 20_000;

/** The entities with the highest degree, around one or overall. */
export async function graphOf(user: UserStore, request: GraphRequest): Promise<GraphView> {
  const { entityId, limit, degreeMin } = request;
  const joins = await joinsOf(user, request, entityId === undefined ? undefined : [entityId]);
  const degrees = degreesOf(joins);
  const center = entityId ?? (await user.self()).id;
  const others = [...degrees]
    .filter(([id, degree]) => id !== center && degree >= degreeMin)
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id);
  const drawn = await user.entitiesById([center, ...others.slice(0, limit - 1)]);
  const nodes = drawn.filter(({ id, status }) => id === center || status !== "archived");
  const known = new Set(nodes.map(({ id }) => id));
  const between = entityId === undefined ? joins : await joinsOf(user, request, [...known]);
  return {
    nodes: nodes.map((node) => ({ ...node, degree: degrees.get(node.id) ?? 0 })),
    edges: between.filter(({ subjectId, objectId }) => known.has(subjectId) && known.has(objectId ?? "")),
    total: others.length + 1,
  };
}

function joinsOf(user: UserStore, { asOf, knownAt }: GraphRequest, entityIds?: string[]): Promise<Fact[]> {
  return user.facts({ asOf, knownAt, entityIds, joining: true, limit: EDGES_MAX });
}

/** Number of links of each entity. */
export function degreesOf(facts: readonly Fact[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const id of facts.flatMap(endsOf)) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

/** The entities in a statement, without duplicates. */
export function endsOf({ subjectId, objectId }: Fact): string[] {
  return objectId === null || objectId === subjectId ? [subjectId] : [subjectId, objectId];
}
