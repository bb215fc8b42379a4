import { expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { heldAt, validDuring } from "../../../../src/domain/belief/validity.ts";

const MAY = "2025-05-01T00:00:00.000Z";
const JUNE = "2025-06-01T00:00:00.000Z";
const JULY = "2025-07-01T00:00:00.000Z";

const told = (more: Partial<Fact>): Fact =>
  ({
    status: "verified",
    validAt: null,
    invalidAt: null,
    expiredAt: null,
    createdAt: MAY,
    evidence: [],
    ...more,
  }) as unknown as Fact;

test("what was superseded without a word on until when held until it was replaced", () => {
  const fact = told({ status: "superseded", expiredAt: JUNE });
  expect(validDuring(fact, { from: JULY, to: "2025-07-02T00:00:00.000Z" })).toBe(false);
  expect(validDuring(fact, { from: MAY, to: JUNE })).toBe(true);
});

test("what nobody closed holds on, from when it was told", () => {
  expect(validDuring(told({}), { from: JULY, to: "2025-07-02T00:00:00.000Z" })).toBe(true);
  expect(validDuring(told({}), { from: "2025-01-01T00:00:00.000Z", to: MAY })).toBe(false);
});

test("as of a day: undated from when it was said, superseded until it was closed", () => {
  const said = told({ createdAt: JULY, evidence: [{ occurredAt: JUNE }] as Fact["evidence"] });
  expect([MAY, JUNE, JULY].map((asOf) => heldAt(said, { asOf }))).toEqual([false, true, true]);
  const over = told({ status: "superseded", expiredAt: JULY });
  expect([MAY, JUNE, JULY].map((asOf) => heldAt(over, { asOf }))).toEqual([true, true, false]);
});

test("what was believed did not know the end that came with its expiry", () => {
  const end = { at: JUNE, precision: "month" } as const;
  const over = told({ status: "superseded", invalidAt: end, expiredAt: JULY });
  expect(heldAt(over, { asOf: JUNE })).toBe(false);
  expect(heldAt(over, { asOf: JUNE, knownAt: JUNE })).toBe(true);
  expect(heldAt(over, { knownAt: JULY })).toBe(false);
});
