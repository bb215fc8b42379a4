import { auc, share, type Measure } from "../stats/measure.ts";
import { resultOf, type Breakdown, type SuiteResult } from "../suite.ts";
import type { JudgedSentence } from "./judge-sentence.ts";

/** A claim with its label and what the grounding makes of it. */
export interface LabelledItem extends JudgedSentence {
  id: string;
  fact: string;
  isTrue: boolean;
  /** How a false one was made of a true one; null where it was not made. */
  corruption: string | null;
}

/** Accepts what is supported; what is unclear is left to a vote and counts as not accepted. */
export function labelledResult(items: LabelledItem[]): SuiteResult {
  const kinds = [...new Set(items.flatMap(({ corruption }) => corruption ?? []))].sort();
  const rejects = (name: string, counts: (item: LabelledItem) => boolean): Measure<LabelledItem> =>
    share(name, "more", (item) => (counts(item) ? [Number(item.verdict !== "supported"), 1] : null));
  const measures: Measure<LabelledItem>[] = [
    share("accept_true", "more", ({ isTrue, verdict }) =>
      isTrue ? [Number(verdict === "supported"), 1] : null,
    ),
    ...kinds.map((kind) => rejects(`reject_${kind}`, ({ corruption }) => corruption === kind)),
    rejects("reject_false", ({ isTrue }) => !isTrue),
    auc("auc", ({ isTrue, support, verdict }) => ({ positive: isTrue, score: support + RANK[verdict] })),
  ];
  return resultOf(items, measures, { breakdowns: [verdicts(items)] });
}

/** The verdict first, then how much of the words it carries. */
const RANK = { supported: 2, unclear: 1, unsupported: 0 };

function verdicts(items: LabelledItem[]): Breakdown {
  const rows = new Map<string, { true: number; false: number }>();
  for (const { isTrue, verdict, reason } of items) {
    const label = reason === null ? verdict : `${verdict}: ${reason}`;
    const row = rows.get(label) ?? { true: 0, false: 0 };
    row[isTrue ? "true" : "false"] += 1;
    rows.set(label, row);
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return { title: "verdicts", rows: sorted.map(([verdict, counts]) => ({ verdict, ...counts })) };
}
