import { expect, test } from "vitest";
import { relate } from "../../src/domain/consistency.ts";
import type { Fact } from "../../src/domain/fact.ts";

let counter = 0;
function fact(over: Partial<Fact> & { said?: string } = {}): Fact {
  const { said = "2026-03-01T10:00:00.000Z", ...rest } = over;
  counter += 1;
  return {
    id: `f${counter}`,
    subjectId: "self",
    predicate: "LIVES_IN",
    objectId: null,
    value: "Lyon",
    polarity: "positive",
    text: "",
    confidence: 0.9,
    validAt: null,
    invalidAt: null,
    createdAt: said,
    expiredAt: null,
    status: "verified",
    supersedes: null,
    change: "none",
    origin: null,
    evidence: [
      { episodeId: "e", part: "user", start: 0, end: 1, quote: "x", assertedBy: "user", occurredAt: said },
    ],
    ...rest,
  };
}
const later = "2026-05-01T10:00:00.000Z";
const day = (at: string) => ({ at: `${at}T00:00:00.000Z`, precision: "day" as const });

test("the same statement again is a duplicate, under any name of its predicate", () => {
  const old = fact();
  expect(relate(fact({ value: "lyon", said: later }), [old])).toEqual({ kind: "duplicate", of: old });
  expect(relate(fact({ predicate: "MOVED_TO", said: later }), [old])).toEqual({ kind: "duplicate", of: old });
});

test("one value at a time: a newer one updates, an older one told late is stored closed", () => {
  const old = fact({ validAt: day("2025-01-01") });
  expect(relate(fact({ value: "Lille", said: later }), [old])).toMatchObject({
    kind: "update",
    closes: [old],
  });
  expect(relate(fact({ value: "Metz", said: later, validAt: day("2019-01-01") }), [old])).toMatchObject({
    kind: "late",
    closedBy: old,
    at: day("2025-01-01"),
  });
});

test("a correction corrects, a retraction retracts", () => {
  const old = fact();
  expect(relate(fact({ value: "Lille", change: "correction" }), [old])).toEqual({
    kind: "correction",
    closes: [old],
  });
  expect(relate(fact({ change: "retraction" }), [old])).toEqual({ kind: "retraction", closes: [old] });
});

test("many values live together; unknown predicates close only by the user's own wording", () => {
  const cat = fact({ predicate: "HAS_PET", value: "cat" });
  expect(relate(fact({ predicate: "HAS_PET", value: "dog" }), [cat])).toEqual({ kind: "new" });
  const mug = fact({ predicate: "MUG_COLOUR", value: "blue" });
  expect(relate(fact({ predicate: "MUG_COLOUR", value: "red" }), [mug])).toEqual({ kind: "new" });
  expect(
    relate(fact({ predicate: "MUG_COLOUR", value: "red", change: "update", said: later }), [mug]),
  ).toMatchObject({ kind: "update" });
});

test("what cannot change is contradicted, not updated", () => {
  const birthday = fact({ predicate: "BIRTHDAY", value: "3 May" });
  expect(relate(fact({ predicate: "BORN_ON", value: "5 May", said: later }), [birthday])).toEqual({
    kind: "contradiction",
    with: [birthday],
  });
});

test("a denial ends what it denies, and only that", () => {
  const peanuts = fact({ predicate: "ALLERGIC_TO", value: "peanuts" });
  const nuts = fact({ predicate: "ALLERGIC_TO", value: "tree nuts" });
  const denial = fact({ predicate: "ALLERGIC_TO", value: "tree nuts", polarity: "negative", said: later });
  expect(relate(denial, [peanuts, nuts])).toMatchObject({ kind: "update", closes: [nuts] });
  expect(relate({ ...denial, change: "correction" }, [peanuts, nuts])).toEqual({
    kind: "correction",
    closes: [nuts],
  });
});

test("nothing of another subject or family is ever touched", () => {
  const hers = fact({ subjectId: "annelie" });
  const job = fact({ predicate: "WORKS_AT", value: "Lyon" });
  expect(relate(fact({ value: "Lille", change: "correction" }), [hers, job])).toEqual({ kind: "new" });
});

test("an invented predicate that ends in an attribute has one value at a time", () => {
  const price = fact({ predicate: "LESSON_PRICE", value: "twenty" });
  expect(relate(fact({ predicate: "LESSON_PRICE", value: "thirty", said: later }), [price])).toMatchObject({
    kind: "update",
    closes: [price],
  });
});

test("two readings of one dose are one quantity, with or without 'every morning'", () => {
  const dose = fact({ predicate: "TAKES", value: "ramipril 5 mg every morning" });
  const other = fact({ predicate: "TAKES", value: "ramipril 10 mg", change: "update", said: later });
  expect(relate(other, [dose])).toMatchObject({ kind: "update", closes: [dose] });
});

test("a plan ends with what became of it, not with another one or what was told before", () => {
  const plan = fact({ predicate: "PLANS", value: "half marathon on 24 May" });
  const ran = { predicate: "COMPLETED", value: "half marathon in 1:52", text: "She ran the half marathon." };
  expect(relate(fact({ ...ran, said: later }), [plan])).toMatchObject({ kind: "update", closes: [plan] });
  expect(relate(fact(ran), [plan])).toEqual({ kind: "new" });
  const sail = { predicate: "PLANS", value: "sailing", text: "She plans to sail.", said: later };
  expect(relate(fact(sail), [plan])).toEqual({ kind: "new" });
});

test("of several values the one is closed that the user named beside the new one", () => {
  const left = fact({ predicate: "SORE_SPOT", value: "left heel" });
  const knee = fact({ predicate: "SORE_SPOT", value: "knee" });
  const right = { predicate: "SORE_SPOT", value: "right heel", supersedes: left.id, said: later };
  expect(relate(fact({ ...right, change: "correction" }), [left, knee])).toEqual({
    kind: "correction",
    closes: [left],
  });
});

test("a retraction of what is not believed closes nothing, and is not believed itself", () => {
  expect(relate(fact({ change: "retraction" }), [])).toEqual({ kind: "retraction", closes: [] });
});
