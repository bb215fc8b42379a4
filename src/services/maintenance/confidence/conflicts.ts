import { statedConfidence } from "../../../domain/belief/confidence.ts";
import { validFrom, sameObject } from "../../../domain/belief/consistency.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { cardinality, predicateFamily } from "../../../domain/belief/predicate.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** Of changes that put a conflict before the owner. */
export const CONFLICT_REASON = "conflict_found";
/** Changes of one fact among which an earlier question is looked for. */
const CHANGES_MAX = 200;
/** The owner's own word is not put in doubt. */
const CONFIRMED = 0.995;

type Kept = Pick<Fact, "id" | "objectId" | "value">;

/** Finds statements that cannot hold together, while facts pass by one page at a time. */
export class Conflicts {
  private readonly bySlot = new Map<string, Kept[]>();

  /** A believed fact. Only what has one value at a time, and holds now, can be in conflict. */
  add(fact: Fact): void {
    if (fact.polarity === "negative" || fact.invalidAt !== null || statedConfidence(fact) >= CONFIRMED)
      return;
    if (cardinality(fact.predicate) !== "one") return;
    const day = validFrom(fact).at.slice(0, "2026-03-01".length);
    const slot = `${fact.subjectId} ${predicateFamily(fact.predicate)} ${day}`;
    const { id, objectId, value } = fact;
    this.bySlot.set(slot, [...(this.bySlot.get(slot) ?? []), { id, objectId, value }]);
  }

  /** Ids of facts of which no two say the same. */
  found(): string[][] {
    return [...this.bySlot.values()]
      .filter(([first, ...more]) => first !== undefined && more.some((one) => !sameObject(first, one)))
      .map((facts) => facts.map(({ id }) => id));
  }
}

/** Whether they were put before the owner once: what was decided then, or undone, stands. */
export async function alreadyAsked(user: UserStore, facts: Fact[]): Promise<boolean> {
  for (const { id } of facts) {
    const { items } = await user.changePage({ targetId: id, limit: CHANGES_MAX });
    if (items.some(({ reason }) => reason === CONFLICT_REASON)) return true;
  }
  return false;
}
