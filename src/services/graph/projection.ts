import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { pagesOf } from "../pages.ts";

/**
 * The graph as columns of numbers: row i of the last four columns is one fact that joins two nodes. They lie in shared
 * memory, so that a worker reads them without a copy.
 */
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

/** One user's graph: ids and names by index, and the columns. It holds no sentence and no name of a thing. */
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
  const facts = await joiningFacts(user);
  const ids = new Set([selfId, ...facts.flatMap(({ subjectId, objectId }) => [subjectId, objectId])]);
  const typeOf = await typesOf(user, [...ids]);
  typeOf.set(selfId, "you");
  const nodes = indexed(typeOf.keys());
  const kept = facts.filter(({ subjectId, objectId }) => nodes.at(subjectId) >= 0 && nodes.at(objectId) >= 0);
  const types = indexed(typeOf.values());
  const predicates = indexed(kept.map(({ predicate }) => predicate));
  return {
    entityIds: nodes.values,
    factIds: kept.map(({ id }) => id),
    types: types.values,
    predicates: predicates.values,
    columns: {
      nodes: nodes.values.length,
      self: nodes.at(selfId),
      type: integers([...typeOf.values()].map(types.at)),
      subject: integers(kept.map(({ subjectId }) => nodes.at(subjectId))),
      object: integers(kept.map(({ objectId }) => nodes.at(objectId))),
      predicate: integers(kept.map(({ predicate }) => predicates.at(predicate))),
      confidence: shared(
        Float32Array,
        kept.map(({ confidence }) => confidence),
      ),
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
  return found.slice(0, FACTS_MAX);
}

async function typesOf(user: UserStore, ids: string[]): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (let at = 0; at < ids.length; at += PER_PAGE)
    for (const { id, type, status } of await user.entitiesById(ids.slice(at, at + PER_PAGE)))
      if (status !== "archived") types.set(id, type);
  return types;
}

/** Distinct values in order of appearance; `at` is -1 for an unknown one. */
function indexed(all: Iterable<string>): { values: string[]; at: (value: string) => number } {
  const values = [...new Set(all)];
  const indexes = new Map(values.map((value, index) => [value, index]));
  return { values, at: (value) => indexes.get(value) ?? -1 };
}

const integers = (values: number[]): Uint32Array => shared(Uint32Array, values);

function shared<T extends Uint32Array | Float32Array>(
  Column: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
  values: number[],
): T {
  const column = new Column(new SharedArrayBuffer(values.length * Column.BYTES_PER_ELEMENT));
  column.set(values);
  return column;
}

/** An id, with what its string costs besides. */
const ID_BYTES = 80;
/** Of a fact in the columns, and of a node. */
const FACT_BYTES = 16;
const NODE_BYTES = 4;

/** Memory that it occupies, roughly. */
export function bytesOf({ entityIds, factIds }: GraphProjection): number {
  return entityIds.length * (ID_BYTES + NODE_BYTES) + factIds.length * (ID_BYTES + FACT_BYTES);
}
