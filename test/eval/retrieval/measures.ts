import { auc, share, type Measure, type Tally } from "../stats/measure.ts";
import type { Breakdown } from "../suite.ts";
import type { RetrievalItem } from "./ask.ts";

/** Gold found, averaged over questions that have some; and whether the best score tells that nothing is there. */
export const MEASURES: Measure<RetrievalItem>[] = [
  share("recall_at_5", "more", ({ shares }) => mean(shares?.at5)),
  share("recall_at_10", "more", ({ shares }) => mean(shares?.at10)),
  share("recall_at_20", "more", ({ shares }) => mean(shares?.at20)),
  share("recall_at_1400_tokens", "more", ({ shares }) => mean(shares?.at1400Tokens)),
  auc("weak_when_absent", ({ results, answerable }) => ({
    score: results[0]?.score ?? 0,
    positive: answerable,
  })),
];

function mean(value: number | undefined): Tally {
  return value === undefined ? null : [value, 1];
}

export function perCategory(items: RetrievalItem[]): Breakdown {
  const withGold = items.filter(({ shares }) => shares !== null);
  const categories = [...new Set(withGold.map(({ category }) => category))].sort();
  const rows = categories.map((category) => {
    const some = withGold.filter((item) => item.category === category);
    const value = (measure: Measure<RetrievalItem> | undefined): string =>
      measure?.of(some).value.toFixed(3) ?? "";
    const [at5, at10, at20, packed] = MEASURES;
    return {
      category,
      n: some.length,
      at_5: value(at5),
      at_10: value(at10),
      at_20: value(at20),
      at_1400_tokens: value(packed),
    };
  });
  return { title: "per category", rows };
}
