import { interval } from "./bootstrap.ts";
import type { Figure, Measure } from "./measure.ts";

export interface Measured extends Figure {
  name: string;
  better: "more" | "less";
  /** 95 %, over items or clusters of them; null when too few count. */
  interval: [number, number] | null;
}

/** Every measure over the items; measures that nothing counts for are left out. */
export function measureAll<I>(
  items: readonly I[],
  measures: readonly Measure<I>[],
  clusterOf?: (item: I) => string,
): Measured[] {
  const clusters = clusterOf === undefined ? items.map((item) => [item]) : grouped(items, clusterOf);
  return measures.flatMap((measure) => {
    const figure = measure.of(items);
    if (!Number.isFinite(figure.value)) return [];
    const range = interval(clusters, (sample) => measure.of(sample.flat()).value);
    return [{ ...figure, name: measure.name, better: measure.better, interval: range }];
  });
}

function grouped<I>(items: readonly I[], clusterOf: (item: I) => string): I[][] {
  const clusters = new Map<string, I[]>();
  for (const item of items) {
    const cluster = clusters.get(clusterOf(item));
    if (cluster) cluster.push(item);
    else clusters.set(clusterOf(item), [item]);
  }
  return [...clusters.values()];
}
