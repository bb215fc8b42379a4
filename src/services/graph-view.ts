import type { Entity } from "../domain/entity.ts";
import type { Fact } from "../domain/fact.ts";
import { CURRENT_STATUSES } from "../domain/status.ts";
import type { UserStore } from "../ports/memory-store.ts";

/** Things and what joins them, for drawing: every edge has both its ends among the nodes. */
export interface GraphView {
  nodes: Entity[];
  edges: Fact[];
}

/** Facts read around one thing, and between all that are drawn. */
const FACTS_MAX = 1000;

/** The thing itself and what it is joined to by facts that are or may be believed; at most `limit` things. */
export async function graphAround(user: UserStore, entityId: string, limit: number): Promise<GraphView> {
  const facts = await factsOf(user, [entityId]);
  const near = facts.flatMap(({ subjectId, objectId }) => [subjectId, objectId ?? subjectId]);
  return drawn(user, [...new Set([entityId, ...near])].slice(0, limit));
}

/** The things that are joined most strongly, and the user among them; at most `limit`. */
export async function graphOfAll(user: UserStore, limit: number): Promise<GraphView> {
  const self = await user.self();
  const links = await user.links(limit);
  const joined = links.flatMap(({ a, b }) => [a, b]);
  const own = (await factsOf(user, [self.id])).flatMap(({ subjectId, objectId }) =>
    objectId === null ? [] : [subjectId, objectId],
  );
  return drawn(user, [...new Set([self.id, ...joined, ...own])].slice(0, limit));
}

async function drawn(user: UserStore, ids: string[]): Promise<GraphView> {
  const nodes = await user.entitiesById(ids);
  const known = new Set(nodes.map(({ id }) => id));
  const facts = await factsOf(user, [...known]);
  const edges = facts.filter(
    ({ subjectId, objectId }) => objectId !== null && known.has(subjectId) && known.has(objectId),
  );
  return { nodes, edges };
}

function factsOf(user: UserStore, entityIds: string[]): Promise<Fact[]> {
  return user.facts({ entityIds, role: "either", statuses: CURRENT_STATUSES, limit: FACTS_MAX });
}
