import { isOwnersWord } from "../../../domain/belief/confidence.ts";
import { validFrom, sameObject } from "../../../domain/belief/consistency.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { cardinality, predicateFamily } from "../../../domain/belief/predicate.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** The reason of changes that ask the owner about a conflict. */
export const CONFLICT_REASON = "conflict_found";
/** Changes of one fact searched for an earlier question. */
const CHANGES_MAX = 200;

/** A value that may be in conflict with others of its slot: one subject, relation and day. */
type Claim = Pick<Fact, "id" | "objectId" | "value"> & { slot: string };

/** The believed facts that can be in conflict: current ones of single-valued predicates that their owner did not confirm. */
export function claimsOf(facts: readonly Fact[]): Claim[] {
  return facts.flatMap((fact) => {
    const { id, subjectId, predicate, objectId, value } = fact;
    const isCurrent = fact.polarity === "positive" && fact.invalidAt === null;
    if (!isCurrent || isOwnersWord(fact) || cardinality(predicate) !== "one") return [];
    const day = validFrom(fact).at.slice(0, "2026-03-01".length);
    return [{ id, objectId, value, slot: `${subjectId} ${predicateFamily(predicate)} ${day}` }];
  });
}

/** Groups of fact ids whose values are not all the same. */
export function conflictsAmong(claims: readonly Claim[]): string[][] {
  return [...Map.groupBy(claims, ({ slot }) => slot).values()]
    .filter(([first, ...more]) => first !== undefined && more.some((one) => !sameObject(first, one)))
    .map((group) => group.map(({ id }) => id));
}

/** Whether the owner was asked about them before: that decision, or its undoing, is final. */
export async function alreadyAsked(user: UserStore, facts: Fact[]): Promise<boolean> {
  for (const { id } of facts) {
    const { items } = await user.changePage({ targetId: id, limit: CHANGES_MAX });
    if (items.some(({ reason }) => reason === CONFLICT_REASON)) return true;
  }
  return false;
}
