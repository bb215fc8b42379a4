import { expect, test } from "vitest";
import { DAY_MS, plusMs } from "../../../../src/domain/model/time.ts";
import { retrievability } from "../../../../src/services/learning/stability.ts";

const START = "2026-01-01T08:00:00.000Z";
const day = (n: number): string => plusMs(START, n * DAY_MS);

test("a memory fades with time, and never below 0", () => {
  const then = [0, 1, 30, 365, 3650].map((n) => retrievability([START], day(n)));
  expect(then[0]).toBe(1);
  expect(then).toEqual(then.toSorted((a, b) => b - a));
  expect(then.at(-1)).toBeGreaterThan(0);
});

test("mentions spread over time keep it for longer than as many at once", () => {
  const spread = retrievability([0, 30, 90].map(day), day(300));
  const crammed = retrievability([0, 0.1, 0.2].map(day), day(300));
  expect(spread).toBeGreaterThan(crammed + 0.1);
});

test("mentions of the future do not count, in any order; without any it is unknown", () => {
  expect(retrievability([day(90), day(0), day(30)], day(60))).toBe(retrievability([0, 30].map(day), day(60)));
  expect(retrievability([], START)).toBe(0);
});
