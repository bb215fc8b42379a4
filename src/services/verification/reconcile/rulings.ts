import type { Fact } from "../../../domain/model/fact.ts";
import type { RuledPair } from "../../../domain/belief/reconciliation.ts";
import { pairKey, type Ruling, type Trace } from "../../../domain/model/trace.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { groupedBy } from "../../collections.ts";

/** Passes that rule on pairs of statements, in order. */
export const RULING_PURPOSES = ["adjudicate", "confirm"] as const;

/** All rulings, by `pairKey`. */
function rulingsIn(traces: readonly Trace[]): Map<string, Ruling[]> {
  const ruled = RULING_PURPOSES.flatMap((purpose) =>
    Object.entries(traces.find((trace) => trace.purpose === purpose)?.rulings ?? {}),
  );
  return groupedBy(
    ruled,
    ([key]) => key,
    ([, ruling]) => ruling,
  );
}

/**
 * Rulings about these new statements, by statement id, with the current state of the known ones. `before`: statements of earlier
 * turns about to be believed. Null if there are no rulings: no model could decide, so the rules of code do.
 */
export async function ruledPairs(
  user: UserStore,
  traces: readonly Trace[],
  facts: readonly Fact[],
  before: readonly Fact[] = [],
): Promise<Map<string, RuledPair[]> | null> {
  const rulings = rulingsIn(traces);
  if (rulings.size === 0) return null;
  const known = await knownIn(user, rulings, [...before, ...facts]);
  return new Map(facts.map((fact) => [fact.id, pairsOf(fact, known, rulings)]));
}

function pairsOf(fact: Fact, known: readonly Fact[], rulings: ReadonlyMap<string, Ruling[]>): RuledPair[] {
  return known.flatMap((one): RuledPair[] => {
    const ruled = rulings.get(pairKey(fact.id, one.id));
    return ruled === undefined ? [] : [{ known: one, rulings: ruled }];
  });
}

/** Believed statements and those about to be. */
async function knownIn(
  user: UserStore,
  rulings: ReadonlyMap<string, Ruling[]>,
  awaited: readonly Fact[],
): Promise<Fact[]> {
  const ids = new Set([...rulings.keys()].map((key) => key.slice(key.indexOf(":") + 1)));
  const expected = new Set(awaited.map(({ id }) => id));
  const found = await user.factsById([...ids]);
  return found.filter(({ id, status }) => status === "verified" || status === "disputed" || expected.has(id));
}
