import { createHash } from "node:crypto";
import type { Entity } from "../../domain/model/entity.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import { PREDICATES, catalogued } from "../../domain/belief/predicate.ts";
import { foldName } from "../../language/text.ts";
import * as rows from "../store-core/rows.ts";

/** Properties of the graph's nodes and relationships; `user_id` and `user_key` are added by the statements. */

/** An indexed value may have 8 KB at most; longer names are never looked up by spelling. */
const INDEXED_BYTES_MAX = 4_096;

/** A folded name as it is indexed. */
export function indexedFold(name: string): string {
  const fold = foldName(name);
  if (Buffer.byteLength(fold) <= INDEXED_BYTES_MAX) return fold;
  return `#${createHash("sha256").update(fold).digest("hex")}`;
}

export function entityProperties(entity: Entity, n: number) {
  return { n, ...rows.entities.toRow(entity), name_fold: indexedFold(entity.name) };
}

export function aliasRows(entity: Entity) {
  return entity.aliases.map(({ alias, kind }, position) => ({
    entity_id: entity.id,
    fold: indexedFold(alias),
    alias,
    kind,
    position,
  }));
}

export function factProperties(fact: Fact, n: number) {
  return { n, ...rows.facts.toRow(fact) };
}

export function evidenceRows(evidence: Evidence[]) {
  return evidence.map((e, position) => {
    const { episode_id, ...quoted } = rows.evidence.toRow(e);
    return { episode_id, set: { position, ...quoted } };
  });
}

/** Countable fields of a proposal; stored separately, since the database cannot look into it. */
export function countedIn(proposal: string): { predicate: string | null; origin: string | null } {
  const known = JSON.parse(proposal) as { predicate?: unknown; origin?: unknown } | null;
  const plain = (value: unknown): string | null =>
    typeof value === "string" || typeof value === "number" ? String(value) : null;
  return { predicate: plain(known?.predicate)?.toUpperCase() ?? null, origin: plain(known?.origin) };
}

/** A relation that holds, as people read it in the graph: `(:Entity)-[:LIVES_IN]->(:Entity)`. */
type Edge = Record<"fact_id" | "from" | "to" | "type" | "predicate", string>;

const TYPES = new Set(PREDICATES.map((entry) => entry.name));

/**
 * The typed relationship next to a fact; null if it has no object, has ended, is denied or is not believed. Type
 * names stay in the database forever, so only those of the built-in catalogue are used.
 */
export function edgeOf(fact: Fact): Edge | null {
  const holds = fact.status === "verified" || fact.status === "staged";
  if (!holds || fact.objectId === null || fact.polarity === "negative") return null;
  if (fact.invalidAt !== null || fact.expiredAt !== null) return null;
  const name = catalogued(fact.predicate)?.name ?? "";
  return {
    fact_id: fact.id,
    from: fact.subjectId,
    to: fact.objectId,
    type: TYPES.has(name) ? name : "RELATED",
    predicate: fact.predicate,
  };
}
