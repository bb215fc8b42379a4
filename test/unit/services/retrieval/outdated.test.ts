import { expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { askedAmong, shadowed } from "../../../../src/services/retrieval/outdated.ts";
import * as story from "../../../contracts/memory-store-story.ts";

const fact = (id: string, told: number): Fact & { told: number } =>
  ({ id, told }) as unknown as Fact & { told: number };
const idsOf = (facts: (Fact & { told: number })[]): string[] =>
  askedAmong(facts, (one) => (one as Fact & { told: number }).told).map(({ id }) => id);

test("a turn that told several things counts as those that tell most of what is asked", () => {
  expect(idsOf([fact("meeting", 1), fact("funding", 0)])).toEqual(["meeting"]);
  expect(idsOf([fact("opinion", 1), fact("meeting", 1)])).toEqual(["opinion", "meeting"]);
  expect(idsOf([])).toEqual([]);
});

/** First-hand, at the time of its creation. */
function said(id: string, predicate: string, value: string, more: Partial<Fact> = {}): Fact {
  const { createdAt: occurredAt = story.START } = more;
  const span = { episodeId: id, part: "user", start: 0, end: value.length, quote: value } as const;
  const evidence = [{ ...span, assertedBy: "user", occurredAt }];
  return story.fact(id, "self", predicate, { value, evidence, ...more });
}

test("what is newly said shadows an older value of one relation, not one of many; a denial the same value", () => {
  const later = { createdAt: "2026-04-01T09:00:00.000Z" };
  const denied = { ...later, polarity: "negative" } as const;
  const older = [said("oslo", "LIVES_IN", "Oslo"), said("tea", "LIKES", "tea"), said("jam", "LIKES", "jam")];
  const fresh = [
    said("rome", "LIVES_IN", "Rome", later),
    said("rye", "LIKES", "rye", later),
    said("no jam", "LIKES", "jam", denied),
    said("no pie", "LIKES", "pie", denied),
  ];
  const { older: gone, fresh: news } = shadowed(older, fresh);
  expect([...gone].toSorted()).toEqual(["jam", "oslo"]);
  expect([...news].toSorted()).toEqual(["no jam", "rome"]);
});

test("thousands of unchecked statements of one relation are compared at once", () => {
  const facts = Array.from({ length: 1_000 }, (_, n) =>
    said(`f${n}`, n % 2 === 0 ? "LIKES" : "FOLLOWS", `thing number ${n}`),
  );
  const started = performance.now();
  expect(shadowed([], facts).older.size).toBe(0);
  expect(performance.now() - started).toBeLessThan(1_000);
});
