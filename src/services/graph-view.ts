import type { Entity } from "../domain/model/entity.ts";
import type { Fact } from "../domain/model/fact.ts";
import type { Moment } from "../domain/model/time.ts";
import type { UserStore } from "../ports/memory-store.ts";

/** Things and what joins them, for drawing: every edge has both its ends among the nodes. */
export interface GraphView {
  /** `degree`: how many statements join it to something. */
  nodes: (Entity & { degree: number })[];
  edges: Fact[];
  /** Things there are to draw, those beyond the limit as well. */
  total: number;
}

/** Without a moment: what is or may be believed now. */
export interface GraphRequest extends Moment {
  /** The one that is drawn with its neighbours; without: all. */
  entityId?: string | undefined;
  limit: number;
  /** Things that are joined by fewer statements are left out; never the one asked for, nor the user. */
  degreeMin: number;
}

/** Statements read for one picture. */
const EDGES_MAX = 20_000;

/** The things that most statements join, around one or of all. */
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

/** How many statements join each thing to something. */
export function degreesOf(facts: readonly Fact[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const id of facts.flatMap(endsOf)) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

/** What a statement is about, each once. */
export function endsOf({ subjectId, objectId }: Fact): string[] {
  return objectId === null || objectId === subjectId ? [subjectId] : [subjectId, objectId];
}
