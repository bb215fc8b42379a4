import { areaUnderCurve, type Scored } from "./auc.ts";

/** A value with what it was counted from: `hits` of `of`; `hits` is null where it is no share. */
export interface Figure {
  value: number;
  hits: number | null;
  of: number;
}

/** One figure over the items of a suite. */
export interface Measure<I> {
  name: string;
  /** Whether a higher value is the better one. */
  better: "more" | "less";
  of(items: readonly I[]): Figure;
}

/** What one item adds to a share: `[hits, of]`; null where the item does not count. */
export type Tally = readonly [hits: number, of: number] | null;

/** All hits over all that counts (micro average). With tallies of one it is the mean over items. */
export function share<I>(name: string, better: "more" | "less", tally: (item: I) => Tally): Measure<I> {
  return {
    name,
    better,
    of(items) {
      let hits = 0;
      let of = 0;
      for (const item of items) {
        const counted = tally(item);
        hits += counted?.[0] ?? 0;
        of += counted?.[1] ?? 0;
      }
      return { value: hits / of, hits, of };
    },
  };
}

export function auc<I>(name: string, scoreOf: (item: I) => Scored | null): Measure<I> {
  return {
    name,
    better: "more",
    of(items) {
      const scored = items.map(scoreOf).filter((one) => one !== null);
      return { value: areaUnderCurve(scored), hits: null, of: scored.length };
    },
  };
}
