import { seededRandom } from "./random.ts";

/** Enough for two stable digits of a 95 % interval. */
const ROUNDS = 1000;
const SEED = 20_250_101;
/** Of fewer, the same few are drawn again and again: no interval can be told. */
const ITEMS_MIN = 5;

/**
 * 95 % percentile bootstrap of a statistic over items (Efron 1979), the same at every run. Null for few items, and
 * when the statistic is not a number for most samples.
 */
export function interval<T>(
  items: readonly T[],
  statistic: (sample: readonly T[]) => number,
): [number, number] | null {
  if (items.length < ITEMS_MIN) return null;
  const random = seededRandom(SEED);
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sample = items.map(() => items[Math.floor(random() * items.length)] as T);
    const value = statistic(sample);
    if (Number.isFinite(value)) values.push(value);
  }
  if (values.length < ROUNDS / 2) return null;
  values.sort((a, b) => a - b);
  const at = (share: number): number => values[Math.floor(share * (values.length - 1))] as number;
  return [at(0.025), at(0.975)];
}
