import type { Cast } from "./entities.ts";
import { says } from "./match.ts";
import type { Observed } from "./observed.ts";
import { isTrue, verified, type Missing } from "./score-beliefs.ts";
import type { ToldChange, ToldFact, Truth } from "./truth.ts";

interface LeftWrong {
  id: string;
  why: "old believed" | "new closed";
}

export interface ChangeScore {
  changes: number;
  /** Ids of the changed facts that are left wrong, with what is wrong. */
  left: LeftWrong[];
}

/**
 * Updates and corrections in force, and those that were not understood: an old value is still believed, or the new
 * one, being true, was closed. An old value that is true again on other grounds is no mistake.
 */
export function scoreChanges(
  cast: Cast,
  truth: Truth,
  observed: Observed,
  whereMissing: ReadonlyMap<string, Missing>,
): ChangeScore {
  const stale = verified(observed).filter((held) => !isTrue(cast, truth, held));
  const oldBelieved = (change: ToldChange): boolean =>
    change.before.some((old) => stale.some((held) => says(cast, held, old)));
  const newClosed = ({ now }: ToldChange): boolean => whereMissing.get(idOf(now)) === "closed";
  const left = truth.changes.flatMap((change): LeftWrong[] => {
    if (oldBelieved(change)) return [{ id: idOf(change.now), why: "old believed" }];
    return newClosed(change) ? [{ id: idOf(change.now), why: "new closed" }] : [];
  });
  return { changes: truth.changes.length, left };
}

function idOf(told: ToldFact): string {
  return told.tellings[0]?.id ?? "";
}
