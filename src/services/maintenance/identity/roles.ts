import type { Entity } from "../../../domain/model/entity.ts";
import { kinPredicate } from "../../../domain/belief/kinship.ts";
import { predicateFamily } from "../../../domain/belief/predicate.ts";
import { CURRENT_STATUSES } from "../../../domain/model/status.ts";
import { bareName } from "../../../language/text.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { DuplicatePair } from "./blocking.ts";

/** Facts of the user's own that are looked through. */
const RELATIONS_MAX = 5000;

/** Who is known as "my sister" alone, beside the one sister who has a name. */
export async function roleCandidates(user: UserStore): Promise<DuplicatePair[]> {
  const self = await user.self();
  const facts = await user.facts({
    entityIds: [self.id],
    role: "subject",
    statuses: CURRENT_STATUSES,
    limit: RELATIONS_MAX,
  });
  const relations = facts.filter((fact) => fact.polarity === "positive" && fact.objectId !== null);
  const others = await user.entitiesById(relations.flatMap((fact) => fact.objectId ?? []));
  const nameless = others.filter((entity) => roleOf(entity) !== null);
  return nameless.flatMap((entity) => {
    const same = relations.filter((fact) => predicateFamily(fact.predicate) === roleOf(entity));
    const named = others.filter(
      (one) => roleOf(one) === null && same.some((fact) => fact.objectId === one.id),
    );
    const [only, ...more] = named;
    return only && more.length === 0 ? [{ a: entity.id, b: only.id, reason: "role" as const }] : [];
  });
}

/** The relation that an entity's own name tells ("sister"); null for proper names. */
function roleOf(entity: Entity): string | null {
  const predicate = kinPredicate(bareName(entity.name));
  return predicate === null ? null : predicateFamily(predicate);
}
