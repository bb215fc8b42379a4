import { namesOf, type Entity } from "../domain/model/entity.ts";
import { familyNames } from "../domain/belief/predicate.ts";
import type { UserStore } from "../ports/memory-store.ts";

/** Maximum names of the user that are read. */
const OWN_NAMES_MAX = 50;
const OWN_NAME_PREDICATES = [...familyNames("NAME"), ...familyNames("KNOWN_AS")];

/** The user's names, from the self entity and from statements; includes "I" and similar words. */
export async function ownNames(user: UserStore, self: Entity): Promise<string[]> {
  const told = await user.facts({
    entityIds: [self.id],
    role: "subject",
    predicates: OWN_NAME_PREDICATES,
    statuses: ["staged", "verified", "disputed"],
    limit: OWN_NAMES_MAX,
  });
  const ids = told.flatMap(({ objectId }) => objectId ?? []);
  const named = ids.length === 0 ? [] : await user.entitiesById(ids);
  return [...[self, ...named].flatMap(namesOf), ...told.flatMap(({ value }) => value ?? [])];
}
