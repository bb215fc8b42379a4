import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adjustedConfidence,
  entityConfidence,
  isWorthWriting,
} from "../../../../src/domain/belief/confidence.ts";
import type { Evidence, Fact } from "../../../../src/domain/model/fact.ts";
import { DAY_MS, plusMs } from "../../../../src/domain/model/time.ts";
import { floorFor } from "../../../../src/services/verification/confidence.ts";
import { START, entity, fact } from "../../../contracts/memory-store-story.ts";

const FLOOR = 0.61;

function told(turns: number, more: Partial<Evidence> = {}): Evidence[] {
  return Array.from({ length: turns }, (_, n) => ({
    episodeId: `e${n}`,
    part: "user" as const,
    start: 0,
    end: 3,
    quote: "tea",
    assertedBy: "user",
    occurredAt: START,
    ...more,
  }));
}

function likes(turns: number, more: Partial<Fact> = {}): Fact {
  const evidence = told(turns);
  return fact("f", "a", "LIKES", { status: "verified", confidence: 0.8, origin: "p", evidence, ...more });
}

const inDays = (days: number): string => plusMs(START, days * DAY_MS);

describe("confidence from evidence", () => {
  test("what is told once and lately stays as verification gave it", () => {
    expect(adjustedConfidence(likes(1), inDays(59), FLOOR)).toBe(0.8);
    expect(adjustedConfidence(likes(4), START, FLOOR)).toBe(0.8);
  });

  test("five turns raise it, ten raise it more, a second speaker as well; the assistant's words do not", () => {
    const five = adjustedConfidence(likes(5), START, FLOOR);
    expect(five).toBeGreaterThan(0.8);
    expect(adjustedConfidence(likes(10), START, FLOOR)).toBeGreaterThan(five);
    const both = [...told(1), ...told(1, { episodeId: "other", assertedBy: "Lia" })];
    expect(adjustedConfidence(likes(1, { evidence: both }), START, FLOOR)).toBeGreaterThan(0.8);
    const taught = told(9, { assertedBy: "assistant" });
    expect(adjustedConfidence(likes(1, { evidence: taught }), START, FLOOR)).toBe(0.8);
  });

  test("sixty days of silence lower it, each further sixty more, down to what keeps it believed", () => {
    const falling = [60, 120, 600].map((days) => adjustedConfidence(likes(1), inDays(days), FLOOR));
    expect(falling[0]).toBeLessThan(0.8);
    expect(falling[1]).toBeLessThan(falling[0] as number);
    expect(falling[2]).toBe(FLOOR);
    expect(adjustedConfidence(likes(1), inDays(61), FLOOR), "the same step").toBe(falling[0]);
  });

  test("who somebody's sister is lasts for life; a plan passes quickly", () => {
    const at = inDays(200);
    const of = (predicate: string): number => adjustedConfidence(likes(1, { predicate }), at, 0);
    expect(of("HAS_SISTER")).toBe(0.8);
    expect(of("LIVES_IN")).toBeLessThan(0.8);
    expect(of("LIKES")).toBeLessThan(of("LIVES_IN"));
    expect(of("PLANS")).toBeLessThan(of("LIKES"));
  });

  test("what waits falls without a floor, and repetition alone never takes it over one", () => {
    const staged = (turns: number, more: Partial<Fact> = {}): Fact =>
      likes(turns, { status: "staged", confidence: 0.5, ...more });
    expect(adjustedConfidence(staged(1), inDays(900), FLOOR)).toBeLessThan(0.3);
    expect(adjustedConfidence(staged(30), START, FLOOR)).toBe(FLOOR);
  });

  test("the owner's own word stays; a dispute and lost evidence lower", () => {
    expect(adjustedConfidence(likes(1, { confidence: 1 }), inDays(900), FLOOR)).toBe(1);
    expect(adjustedConfidence(likes(0, { origin: null }), inDays(900), FLOOR)).toBe(0.8);
    expect(adjustedConfidence(likes(1, { status: "disputed" }), START, FLOOR)).toBeLessThan(0.8);
    expect(adjustedConfidence(likes(1), START, FLOOR, 2)).toBeLessThan(0.8);
    expect(adjustedConfidence(likes(1), START, FLOOR, 99), "a little only").toBeGreaterThan(0.65);
    expect(adjustedConfidence(likes(0), START, FLOOR), "below any floor").toBeLessThan(FLOOR);
  });

  test("asked for again it gives the same, whatever it gave before", () => {
    const arbitrary = fc.record({
      turns: fc.integer({ min: 0, max: 12 }),
      stated: fc.double({ min: 0, max: 1, noNaN: true }),
      days: fc.integer({ min: 0, max: 2000 }),
      status: fc.constantFrom("verified" as const, "staged" as const, "disputed" as const),
    });
    fc.assert(
      fc.property(arbitrary, ({ turns, stated, days, status }) => {
        const before = likes(turns, { confidence: stated, status });
        const once = adjustedConfidence(before, inDays(days), FLOOR);
        const after = { ...before, confidence: once, base: stated };
        expect(adjustedConfidence(after, inDays(days), FLOOR)).toBe(once);
        expect(once).toBeGreaterThanOrEqual(0);
        expect(once).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("an entity is as sure as the surest that is believed of it", () => {
    const known = entity("a", "Ada", { status: "verified", mentionCount: 1 });
    expect(entityConfidence(known, 0.9, START)).toBe(0.9);
    expect(entityConfidence(known, null, START)).toBe(0.5);
    expect(entityConfidence({ ...known, mentionCount: 6 }, 0.9, START)).toBeGreaterThan(0.9);
    expect(entityConfidence(known, 0.9, inDays(400))).toBeLessThan(0.9);
  });

  test("a hundredth more or less is not written", () => {
    expect(isWorthWriting(0.8, 0.81)).toBe(false);
    expect(isWorthWriting(0.8, 0.82)).toBe(true);
  });
});

test.each([
  ["what is said of somebody else", "LIVES_IN", { type: "person" }, 0.7],
  ["a preference, whoever has it", "LIKES", { type: "person" }, 0.5],
  ["what is said of the user", "LIVES_IN", { type: "person", isSelf: true }, 0.6],
  ["what is said of a thing", "IS_IN", { type: "place" }, 0.6],
])("%s has a floor of its own (VAL-4)", (_, predicate, about, floor) => {
  const subject = entity("ann", "Ann", about);
  expect(floorFor(fact("f", "ann", predicate, { value: "x" }), subject)).toBe(floor);
});
