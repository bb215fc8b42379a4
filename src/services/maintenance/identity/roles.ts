import type { Entity } from "../../../domain/model/entity.ts";
import { kinPredicate } from "../../../domain/belief/kinship.ts";
import { predicateFamily } from "../../../domain/belief/predicate.ts";
import { CURRENT_STATUSES } from "../../../domain/model/status.ts";
import { contentWords } from "../../../language/stems.ts";
import { bareName } from "../../../language/text.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { DuplicatePair } from "./blocking.ts";
import type { NamedEntity } from "./names.ts";
import { factsOfSubjects } from "../../facts-of.ts";

/** The user's own facts that are scanned. */
const RELATIONS_MAX = 5000;
/** Newest described entities whose statements are read, and the maximum number of statements. */
const DESCRIBED_MAX = 50;
const DESCRIBING_MAX = 500;

/** Entities known only as "my sister" or "my old lady", paired with the one sister or mother who has a name. */
export async function roleCandidates(
  user: UserStore,
  entities: readonly NamedEntity[],
  selfId: string,
): Promise<DuplicatePair[]> {
  const facts = await factsOfSubjects(user, [selfId], CURRENT_STATUSES, RELATIONS_MAX);
  const relations = facts.filter((fact) => fact.polarity === "positive" && fact.objectId !== null);
  const others = await user.entitiesById(relations.flatMap((fact) => fact.objectId ?? []));
  const told = await rolesTold(user, entities);
  const roles = new Map([
    ...told,
    ...others.flatMap((entity): [string, string][] => {
      const role = roleOf(entity);
      return role === null ? [] : [[entity.id, role]];
    }),
  ]);
  return [...roles].flatMap(([id, role]) => {
    const same = relations.filter((fact) => predicateFamily(fact.predicate) === role);
    const named = others.filter((one) => !roles.has(one.id) && same.some((fact) => fact.objectId === one.id));
    const [only, ...more] = named;
    return only && more.length === 0 ? [{ a: id, b: only.id, reason: "role" as const }] : [];
  });
}

/** "Mum" and "mother" may be one person. */
export function sameRoleCandidates(unnamed: readonly Entity[]): DuplicatePair[] {
  const byRole = Map.groupBy(unnamed, roleOf);
  byRole.delete(null);
  return [...byRole.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map(({ id }) => ({ a: first.id, b: id, reason: "role" as const })),
  );
}

/** The relation expressed by an entity's own name ("sister"); null for proper names. */
function roleOf(entity: Entity): string | null {
  return relationOf(bareName(entity.name));
}

/** The single role that all statements about a described entity give it: "The user's mother misses the cat". */
async function rolesTold(
  user: UserStore,
  entities: readonly NamedEntity[],
): Promise<[id: string, role: string][]> {
  const ids = entities
    .filter(({ isDescribed }) => isDescribed)
    .slice(-DESCRIBED_MAX)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const facts = await factsOfSubjects(user, ids, CURRENT_STATUSES, DESCRIBING_MAX);
  return ids.flatMap((id) => {
    const told = facts.filter(({ subjectId }) => subjectId === id).map(({ text }) => rolesIn(text));
    const [only, ...more] = told.reduce((all, roles) => all.intersection(roles), told[0] ?? new Set());
    return only !== undefined && more.length === 0 ? [[id, only]] : [];
  });
}

function rolesIn(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).flatMap((word) => relationOf(word) ?? []));
}

function relationOf(word: string): string | null {
  const predicate = kinPredicate(word);
  return predicate === null ? null : predicateFamily(predicate);
}
