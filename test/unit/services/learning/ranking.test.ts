import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judged } from "../../../../src/services/learning/learn.ts";
import {
  FACTOR_MAX,
  FEATURES,
  learnedFactor,
  reciprocalRank,
  train,
  type Lesson,
} from "../../../../src/services/learning/ranking.ts";

const PROFILE = { recency: 0.05, importance: 0.05, confidence: 0.05 };

/** A question whose wanted result is the one with the highest value of a feature, at a place given by chance. */
function lessonFor(feature: (typeof FEATURES)[number], random: () => number): Lesson {
  const at = FEATURES.indexOf(feature);
  const candidates = Array.from({ length: 8 }, () => ({
    score: 0.6 + 0.3 * random(),
    x: FEATURES.map(() => random()),
    wanted: false,
  })).sort((a, b) => b.score - a.score);
  const best = candidates.reduce((one, other) => ((other.x[at] ?? 0) > (one.x[at] ?? 0) ? other : one));
  best.wanted = true;
  return { candidates };
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("a user who always wants", () => {
  test.each(["recency", "stability", "graph"] as const)("what has the most %s", (feature) => {
    const random = randomFrom(7);
    const [taught, asked] = [200, 100].map((count) =>
      Array.from({ length: count }, () => lessonFor(feature, random)),
    ) as [Lesson[], Lesson[]];
    const weights = train(taught);
    const strongest = Object.entries(weights).toSorted(([, a = 0], [, b = 0]) => b - a)[0];
    expect(strongest?.[0]).toBe(feature);
    expect(reciprocalRank(asked, weights)).toBeGreaterThan(1.2 * reciprocalRank(asked, {}));
    expect(judged(taught)?.weights).toBeDefined();
  });
});

test("what the shipped ranking does best already is left as it is", () => {
  const random = randomFrom(3);
  const lessons = Array.from({ length: 60 }, () => {
    const { candidates } = lessonFor("recency", random);
    return { candidates: candidates.map((one, n) => ({ ...one, wanted: n === 0 })) };
  });
  expect(judged(lessons)).toBeNull();
});

describe("the guard", () => {
  const AT = FEATURES.indexOf("vector");
  const candidate = (score: number, wanted: boolean, value: number) => ({
    score,
    wanted,
    x: FEATURES.map((_, i) => (i === AT ? value : 0)),
  });
  /** The wanted one is first whatever was learned. */
  const settled: Lesson = { candidates: [candidate(0.9, true, 0), candidate(0.1, false, 0)] };
  /** The wanted one is second, and first once the feature counts a little. */
  const helped: Lesson = { candidates: [candidate(0.9, false, 0), candidate(0.899, true, 1)] };
  /** Most of what is wanted has the feature, but its best has not, and falls behind. */
  const harmed: Lesson = {
    candidates: [
      candidate(0.9, true, 0),
      candidate(0.899, false, 1),
      ...Array.from({ length: 8 }, () => candidate(0.5, true, 1)),
      ...Array.from({ length: 8 }, () => candidate(0.5, false, 0)),
    ],
  };
  /** A hundred lessons; every fifth, from the first on, is kept from training. */
  const lessons = (heldOut: Lesson[], trained: Lesson[]): Lesson[] => {
    const [kept, taught] = [[...heldOut], [...trained]];
    return Array.from({ length: 100 }, (_, n) => (n % 5 === 0 ? kept : taught).shift() ?? settled);
  };

  test("what does not rank the questions kept from training better is dropped", () => {
    const taught = Array.from({ length: 80 }, () => helped);
    expect(judged(lessons([], taught))).toBeNull();
    expect(judged(lessons([helped], taught))?.learned).toBe(1);
  });

  test("and what ranks all of them more than 1 % worse", () => {
    const times = (n: number) => Array.from({ length: n }, () => harmed);
    const slightly = judged(lessons([helped], times(2)));
    expect(slightly?.weights.vector).toBeGreaterThan(0);
    expect(slightly?.learned).toBeCloseTo(0.99);
    expect(slightly?.shipped).toBeCloseTo(0.995);
    expect(judged(lessons([helped], times(4)))).toBeNull();
  });
});

test("no lessons teach nothing", () => {
  expect(Object.values(train([])).every((weight) => weight === 0)).toBe(true);
});

test("no weights change a score by more than the factor", () => {
  const between = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...FEATURES), between(3)),
      fc.dictionary(fc.constantFrom("recency", "stability", "lane.text"), between(1)),
      (weights, components) => {
        const factor = learnedFactor(weights, "fact", components, PROFILE);
        expect(factor).toBeLessThanOrEqual(FACTOR_MAX + 1e-9);
        expect(factor).toBeGreaterThanOrEqual(1 / FACTOR_MAX - 1e-9);
      },
    ),
  );
});

test("without weights nothing changes", () => {
  expect(learnedFactor(undefined, "fact", { recency: 0.05 }, PROFILE)).toBe(1);
  expect(learnedFactor({}, "fact", { recency: 0.05 }, PROFILE)).toBe(1);
});
