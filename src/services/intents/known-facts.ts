import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { stemSetOf, type StemSet } from "./stem-set.ts";

/** A fact of any status, prepared for being found by its words. */
export interface KnownFact {
  fact: Fact;
  /** The subject, then the object where it is an entity. */
  entities: Entity[];
  /** Words of the statement itself, and with those it rests on. */
  stated: StemSet;
  told: StemSet;
}

/** Facts looked through. An intent is rare and may take as long as reading them does. */
const FACTS_MAX = 5000;

export async function knownFacts(user: UserStore): Promise<KnownFact[]> {
  const facts = await user.facts({ statuses: STATUSES, limit: FACTS_MAX });
  const ids = new Set(facts.flatMap(({ subjectId, objectId }) => [subjectId, objectId ?? subjectId]));
  const entities = new Map((await user.entitiesById([...ids])).map((entity) => [entity.id, entity]));
  return facts.map((fact) => knownFact(fact, entities));
}

function knownFact(fact: Fact, known: Map<string, Entity>): KnownFact {
  const entities = [known.get(fact.subjectId), known.get(fact.objectId ?? "")].filter(
    (one) => one !== undefined,
  );
  const names = entities
    .filter(({ isSelf }) => !isSelf)
    .flatMap(({ name, aliases }) => [name, ...aliases.map(({ alias }) => alias)]);
  const stated = stemSetOf(fact.text, fact.predicate.replaceAll("_", " "), fact.value, ...names);
  const quoted = stemSetOf(...fact.evidence.map(({ quote }) => quote));
  return { fact, entities, stated, told: new Set([...stated, ...quoted]) };
}
