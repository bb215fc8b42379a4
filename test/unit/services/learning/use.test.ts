import { expect, test } from "vitest";
import type { Feedback } from "../../../../src/domain/model/feedback.ts";
import { DAY_MS, plusMs } from "../../../../src/domain/model/time.ts";
import { usefulness } from "../../../../src/services/learning/use.ts";

const START = "2026-01-01T08:00:00.000Z";
const event = (more: Partial<Feedback> = {}): Feedback => ({
  targetId: "f",
  helpful: true,
  at: START,
  basis: "rated",
  ...more,
});

test("after 180 days a sign of use counts half, after 360 a quarter", () => {
  const after = (days: number): number => Math.atanh(usefulness([event()], plusMs(START, days * DAY_MS)));
  expect(after(0)).toBeCloseTo(1);
  expect(after(180)).toBeCloseTo(0.5);
  expect(after(360)).toBeCloseTo(0.25);
  expect(after(-1)).toBeCloseTo(1);
});

test("a rating counts more than a credit, and a credit more than a use; a bad sign takes a good one back", () => {
  const [rated, credited, used] = (["rated", "credited", "used"] as const).map((basis) =>
    Math.atanh(usefulness([event({ basis })], START)),
  );
  expect([rated, credited, used].map((one) => one?.toFixed(2))).toEqual(["1.00", "0.50", "0.25"]);
  expect(Math.atanh(usefulness([event({ basis: "credited", weight: 0.8 })], START))).toBeCloseTo(0.4);
  expect(usefulness([event(), event({ helpful: false })], START)).toBe(0);
});
