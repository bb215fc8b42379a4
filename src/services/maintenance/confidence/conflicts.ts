import { statedConfidence } from "../../../domain/belief/confidence.ts";
import { validFrom, sameObject } from "../../../domain/belief/consistency.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { cardinality, predicateFamily } from "../../../domain/belief/predicate.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** The reason of changes that ask the owner about a conflict. */
export const CONFLICT_REASON = "conflict_found";
/** Changes of one fact searched for an earlier question. */
const CHANGES_MAX = 200;
/** Statements confirmed by the owner are not questioned. */
const CONFIRMED = 0.995;

type Kept = Pick<Fact, "id" | "objectId" | "value">;

/** Finds contradictory statements while facts are streamed page by page. */
export class Conflicts {
  private readonly bySlot = new Map<string, Kept[]>();

  /** Adds a believed fact. Only current facts of single-valued predicates can be in conflict. */
  add(fact: Fact): void {
    if (fact.polarity === "negative" || fact.invalidAt !== null || statedConfidence(fact) >= CONFIRMED)
      return;
    if (cardinality(fact.predicate) !== "one") return;
    const day = validFrom(fact).at.slice(0, "2026-03-01".length);
    const slot = `${fact.subjectId} ${predicateFamily(fact.predicate)} ${day}`;
    const { id, objectId, value } = fact;
    this.bySlot.set(slot, [...(this.bySlot.get(slot) ?? []), { id, objectId, value }]);
  }

  /** Groups of fact ids whose values are not all the same. */
  found(): string[][] {
    return [...this.bySlot.values()]
      .filter(([first, ...more]) => first !== undefined && more.some((one) => !sameObject(first, one)))
      .map((facts) => facts.map(({ id }) => id));
  }
}

/** Whether the owner was asked about them before: that decision, or its undoing, is final. */
export async function alreadyAsked(user: UserStore, facts: Fact[]): Promise<boolean> {
  for (const { id } of facts) {
    const { items } = await user.changePage({ targetId: id, limit: CHANGES_MAX });
    if (items.some(({ reason }) => reason === CONFLICT_REASON)) return true;
  }
  return false;
}
