import { expect, test } from "vitest";
import { superseding } from "../../../../src/domain/belief/superseding.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";

const NOW = "2026-09-01T00:00:00.000Z";
const month = (name: string) => ({ at: `2026-${name}-01T00:00:00.000Z`, precision: "month" as const });
const told = (more: Partial<Fact>): Fact =>
  ({ status: "verified", validAt: null, invalidAt: null, expiredAt: null, ...more }) as unknown as Fact;

test("what ends is superseded, with its end where that lies behind its beginning", () => {
  const fact = told({ validAt: month("03") });
  const over = { status: "superseded", expiredAt: NOW };
  expect(superseding(fact, month("05"), NOW)).toEqual({ ...over, invalidAt: month("05") });
  expect(superseding(fact, month("02"), NOW)).toEqual(over);
  expect(superseding(told({}), month("02"), NOW)).toEqual({ ...over, invalidAt: month("02") });
});

test("what was superseded before only ends earlier: when it was given up stays", () => {
  const past = told({ status: "superseded", validAt: month("03"), invalidAt: month("08"), expiredAt: NOW });
  expect(superseding(past, month("05"), "2026-10-01T00:00:00.000Z")).toEqual({ invalidAt: month("05") });
});

test("what is told late ends with the next one, or with its own end before that", () => {
  expect(superseding(told({}), month("05"), NOW)).toMatchObject({ invalidAt: month("05") });
  const own = told({ validAt: month("02"), invalidAt: month("03") });
  expect(superseding(own, month("05"), NOW)).toMatchObject({ invalidAt: month("03") });
  expect(superseding(told({ validAt: month("06") }), month("05"), NOW)).not.toHaveProperty("invalidAt");
});
