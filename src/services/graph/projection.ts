import { setImmediate } from "node:timers/promises";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { partsOf } from "../collections.ts";
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
  const ids = new Set([selfId]);
  for (const { subjectId, objectId } of read) ids.add(subjectId).add(objectId);
  const typeOf = await typesOf(user, [...ids]);
  const facts = read.filter(({ subjectId, objectId }) => typeOf.has(subjectId) && typeOf.has(objectId));
  // Tens of thousands of facts take longer than the event loop may be held: each column is a turn of its own.
  await setImmediate();
  const nodes = indexOf(typeOf.keys());
  const types = indexOf(typeOf.values());
  const predicates = indexOf(facts.map(({ predicate }) => predicate));
  await setImmediate();
  const subject = Uint32Array.from(facts, ({ subjectId }) => nodes.get(subjectId) ?? 0);
  await setImmediate();
  const object = Uint32Array.from(facts, ({ objectId }) => nodes.get(objectId) ?? 0);
  await setImmediate();
  return {
    entityIds: [...nodes.keys()],
    factIds: facts.map(({ id }) => id),
    types: [...types.keys()],
    predicates: [...predicates.keys()],
    columns: {
      nodes: nodes.size,
      self: nodes.get(selfId) ?? 0,
      type: Uint32Array.from(typeOf.values(), (type) => types.get(type) ?? 0),
      subject,
      object,
      predicate: Uint32Array.from(facts, ({ predicate }) => predicates.get(predicate) ?? 0),
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
  for (const some of partsOf(ids, PER_PAGE))
    for (const { id, type, status } of await user.entitiesById(some))
      if (status !== "archived") types.set(id, type);
  return types;
}

/** Distinct values, numbered in order of appearance. */
function indexOf(values: Iterable<string>): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const value of values) if (!indexes.has(value)) indexes.set(value, indexes.size);
  return indexes;
}
