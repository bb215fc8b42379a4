import { describe, expect, test } from "vitest";
import { areaUnderCurve } from "./auc.ts";
import { interval } from "./bootstrap.ts";
import { share } from "./measure.ts";
import { seededRandom, shuffled } from "./random.ts";

describe("area under the curve", () => {
  const scored = (positives: number[], negatives: number[]) => [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false })),
  ];

  test("pairs in the right order, ties counting half", () => {
    expect(areaUnderCurve(scored([3, 4], [1, 2]))).toBe(1);
    expect(areaUnderCurve(scored([1], [2]))).toBe(0);
    expect(areaUnderCurve(scored([2, 3], [1, 2]))).toBe(0.875);
  });

  test("is no number without both", () => expect(areaUnderCurve(scored([1], []))).toBeNaN());
});

test("a share counts only the items that count", () => {
  const half = share<number>("half", "more", (item) => (item < 0 ? null : [item, 2]));
  expect(half.of([1, 2, -1])).toEqual({ value: 0.75, hits: 3, of: 4 });
});

describe("bootstrap", () => {
  const mean = (sample: readonly number[]): number => sample.reduce((a, b) => a + b, 0) / sample.length;
  const coins = Array.from({ length: 100 }, (_, n) => n % 2);

  test("is the same at every run and near the normal interval", () => {
    const [low, high] = interval(coins, mean) ?? [0, 0];
    expect(interval(coins, mean)).toEqual([low, high]);
    // 0.5 -+ 1.96 * sqrt(0.25 / 100)
    expect(low).toBeCloseTo(0.402, 1);
    expect(high).toBeCloseTo(0.598, 1);
  });

  test("tells nothing of four items", () => expect(interval([1, 2, 3, 4], mean)).toBeNull());
});

test("a shuffle keeps all items and depends on the seed alone", () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  const once = shuffled(items, seededRandom(7));
  expect(once).not.toEqual(items);
  expect(once.toSorted((a, b) => a - b)).toEqual(items);
  expect(shuffled(items, seededRandom(7))).toEqual(once);
});
