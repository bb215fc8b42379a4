import { familyNames, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Status } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** The subject and relation of a fact: facts that share it are values of the same thing. */
export function relationOf({ subjectId, predicate }: Fact): string {
  return `${subjectId} ${predicateFamily(predicate)}`;
}

/** Facts with the subjects and relations of these. */
export function factsLike(
  user: UserStore,
  facts: readonly Fact[],
  statuses: readonly Status[],
  limit: number,
): Promise<Fact[]> {
  return user.facts({
    entityIds: facts.map(({ subjectId }) => subjectId),
    role: "subject",
    predicates: facts.flatMap(({ predicate }) => familyNames(predicateFamily(predicate))),
    statuses,
    limit,
  });
}
