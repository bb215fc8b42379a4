import { guessLanguage } from "../../../src/language/index.ts";
import { dataFiles, readLines } from "../files.ts";
import { auc, share, type Measure } from "../stats/measure.ts";
import { resultOf, type Breakdown, type Suite } from "../suite.ts";
import type { ProposedTurn } from "./format.ts";
import { judgeAll, type Judged, type Outcome } from "./judge.ts";

/** One proposal with what the service made of it. */
export interface ProposalItem {
  id: string;
  turn: string;
  language: string;
  text: string;
  good: boolean;
  error: string | null;
  outcome: Outcome;
  reason: string | null;
  confidence: number;
}

/** Labelled proposals, judged by the deterministic stages. */
export const proposals: Suite = {
  about: "labelled proposals for one turn: what the deterministic stages accept, and how sure they are",
  extracts: false,
  async run({ data, progress }) {
    const turns = dataFiles(data, /^proposals.*\.jsonl$/).flatMap((file) => readLines<ProposedTurn>(file));
    progress(`${turns.length} turns`);
    const judged = await judgeAll(turns);
    const items = turns.flatMap((turn) => itemsOf(turn, judged.get(turn) ?? []));
    return resultOf(items, MEASURES, { breakdowns: breakdowns(items), clusterOf: (item) => item.turn });
  },
};

function itemsOf(turn: ProposedTurn, judged: Judged[]): ProposalItem[] {
  return judged.map(({ proposal, outcome, reason, confidence }, n) => ({
    id: `${turn.id}/${n + 1}`,
    turn: turn.id,
    language: guessLanguage(turn.turn.user),
    text: proposal.text,
    good: proposal.label === "good",
    error: proposal.error,
    outcome,
    reason,
    confidence,
  }));
}

const MEASURES: Measure<ProposalItem>[] = [
  auc("auc", ({ confidence, good }) => ({ score: confidence, positive: good })),
  share("good_accepted", "more", ({ good, outcome }) => (good ? [Number(outcome === "accepted"), 1] : null)),
  share("bad_rejected", "more", ({ good, outcome }) => (good ? null : [Number(outcome !== "accepted"), 1])),
  share("brier", "less", ({ good, confidence }) => [(Number(good) - confidence) ** 2, 1]),
];

function breakdowns(items: ProposalItem[]): Breakdown[] {
  return [
    { title: "outcomes", rows: outcomes(items, ({ error }) => error ?? "good") },
    {
      title: "why good ones are rejected",
      rows: counted(items.filter(({ good, outcome }) => good && outcome === "rejected")),
    },
    { title: "reliability of the confidence", rows: reliability(items) },
  ];
}

function outcomes(items: ProposalItem[], labelOf: (item: ProposalItem) => string): Breakdown["rows"] {
  const labels = [...new Set(items.map(labelOf))].sort(
    (a, b) => Number(b === "good") - Number(a === "good") || (a < b ? -1 : 1),
  );
  return labels.map((label) => {
    const some = items.filter((item) => labelOf(item) === label);
    const count = (outcome: Outcome): number => some.filter((item) => item.outcome === outcome).length;
    return {
      label,
      n: some.length,
      accepted: count("accepted"),
      deferred: count("deferred"),
      rejected: count("rejected"),
      merged: count("merged"),
    };
  });
}

function counted(items: ProposalItem[]): Breakdown["rows"] {
  const counts = new Map<string, number>();
  for (const { reason } of items) counts.set(reason ?? "", (counts.get(reason ?? "") ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => ({ reason, count }));
}

const BINS = 10;

/** What share of the proposals of a confidence is good: equal to the confidence when it is calibrated. */
function reliability(items: ProposalItem[]): Breakdown["rows"] {
  return Array.from({ length: BINS }, (_, bin) => {
    const some = items.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin);
    const mean = (of: (item: ProposalItem) => number): string =>
      (some.reduce((sum, item) => sum + of(item), 0) / some.length).toFixed(2);
    return {
      n: some.length,
      confidence: mean((item) => item.confidence),
      good: mean((item) => Number(item.good)),
    };
  }).filter(({ n }) => n > 0);
}
