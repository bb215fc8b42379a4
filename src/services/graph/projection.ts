import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { pagesOf } from "../pages.ts";

/** The graph as columns of numbers: row i of the last four is one fact that joins two nodes. */
export interface GraphColumns {
  /** Number of nodes. */
  nodes: number;
  /** The user's own node. */
  self: number;
  /** Of each node, an index in `types`. */
  type: Uint32Array;
  subject: Uint32Array;
  object: Uint32Array;
  /** An index in `predicates`. */
  predicate: Uint32Array;
  confidence: Float32Array;
}

/** One user's graph. It holds no sentence and no name of a thing. */
export interface GraphProjection {
  entityIds: string[];
  factIds: string[];
  types: string[];
  predicates: string[];
  columns: GraphColumns;
}

/** Newest facts read; older ones are left out. */
const FACTS_MAX = 50_000;
/** Small pages: receiving one occupies the event loop for a few milliseconds. */
const PER_PAGE = 200;

/** The entities that are not archived, and the statements that are or may be believed and join two of them. */
export async function readProjection(user: UserStore): Promise<GraphProjection> {
  const { id: selfId } = await user.self();
  const read = await joiningFacts(user);
  const ids = new Set([selfId, ...read.flatMap(({ subjectId, objectId }) => [subjectId, objectId])]);
  const typeOf = await typesOf(user, [...ids]);
  const facts = read.filter(({ subjectId, objectId }) => typeOf.has(subjectId) && typeOf.has(objectId));
  const nodes = indexed([...typeOf.keys()]);
  const subjects = facts.map(({ subjectId }) => subjectId);
  const objects = facts.map(({ objectId }) => objectId);
  const types = indexed([...typeOf.values()]);
  const predicates = indexed(facts.map(({ predicate }) => predicate));
  return {
    entityIds: nodes.distinct,
    factIds: facts.map(({ id }) => id),
    types: types.distinct,
    predicates: predicates.distinct,
    columns: {
      nodes: nodes.distinct.length,
      self: nodes.distinct.indexOf(selfId),
      type: types.column,
      subject: Uint32Array.from(subjects, nodes.at),
      object: Uint32Array.from(objects, nodes.at),
      predicate: predicates.column,
      confidence: Float32Array.from(facts, ({ confidence }) => confidence),
    },
  };
}

type Join = Pick<Fact, "id" | "subjectId" | "predicate" | "confidence"> & { objectId: string };

/** Denied statements join nothing. */
async function joiningFacts(user: UserStore): Promise<Join[]> {
  const found: Join[] = [];
  const query = { limit: PER_PAGE, statuses: CURRENT_STATUSES, joining: true };
  for await (const page of pagesOf((cursor) => user.factPage({ ...query, cursor }))) {
    for (const { id, subjectId, objectId, predicate, confidence, polarity } of page)
      if (objectId !== null && objectId !== subjectId && polarity === "positive")
        found.push({ id, subjectId, objectId, predicate, confidence });
    if (found.length >= FACTS_MAX) break;
  }
  return found;
}

async function typesOf(user: UserStore, ids: string[]): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (let at = 0; at < ids.length; at += PER_PAGE)
    for (const { id, type, status } of await user.entitiesById(ids.slice(at, at + PER_PAGE)))
      if (status !== "archived") types.set(id, type);
  return types;
}

/** Distinct values in order of appearance, and each value as its index among them. */
function indexed(values: string[]) {
  const distinct = [...new Set(values)];
  const indexes = new Map(distinct.map((value, index) => [value, index]));
  const at = (value: string): number => indexes.get(value) ?? 0;
  return { distinct, at, column: Uint32Array.from(values, at) };
}
