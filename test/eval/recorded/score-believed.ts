import type { StatementTruth } from "./truth.ts";
import type { TruthView } from "./view.ts";

/** Believed statements by how they stand; each is right, stale or wrong, and may be a duplicate or trivial besides. */
export interface BelievedScore {
  right: number;
  /** Ids of those that are over, with how they ended. */
  stale: { id: string; how: string }[];
  /** Ids of those that never were so. */
  wrong: string[];
  /** Ids of those beyond the first that say the same. */
  duplicate: string[];
  trivial: number;
}

export function scoreBelieved(view: TruthView, believed: StatementTruth[]): BelievedScore {
  const wrong = believed.filter(({ right }) => right === "no");
  const stale = believed.filter((one) => one.right !== "no" && view.isEnded(one));
  return {
    right: believed.length - wrong.length - stale.length,
    stale: stale.map(({ id, how }) => ({ id, how: how ?? "unknown" })),
    wrong: wrong.map(({ id }) => id),
    duplicate: duplicates(view, believed),
    trivial: believed.filter(({ weight }) => weight === "trivial").length,
  };
}

function duplicates({ rootOf }: TruthView, believed: StatementTruth[]): string[] {
  const seen = new Set<string>();
  return believed.flatMap((one) => {
    const root = rootOf(one);
    if (seen.has(root)) return [one.id];
    seen.add(root);
    return [];
  });
}
