export interface Scored {
  score: number;
  positive: boolean;
}

/**
 * Area under the ROC curve: how often a positive scores above a negative, ties counting half (Mann-Whitney U by
 * ranks). NaN when one of the two is missing.
 */
export function areaUnderCurve(scored: readonly Scored[]): number {
  const sorted = [...scored].sort((a, b) => a.score - b.score);
  const positives = sorted.filter((one) => one.positive).length;
  const negatives = sorted.length - positives;
  let rankSum = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to++;
    const rank = (from + 1 + to) / 2;
    rankSum += rank * sorted.slice(from, to).filter((one) => one.positive).length;
    from = to;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
