import { describe, expect, test } from "vitest";
import { relate, valueKey } from "../../../../src/domain/belief/consistency.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";

let counter = 0;
function fact(over: Partial<Fact> & { said?: string; turn?: string } = {}): Fact {
  const { said = "2026-03-01T10:00:00.000Z", turn = `e${counter}`, ...rest } = over;
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
      { episodeId: turn, part: "user", start: 0, end: 1, quote: "x", assertedBy: "user", occurredAt: said },
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

test.each([
  ["A+", "A-"],
  ["-2.5", "+2.5"],
  ["$3", "€3"],
  ["50", "50%"],
  ["<100", ">100"],
  ["C", "C++"],
  ["C", "C#"],
  ["★★★", "★★★★★"],
  ["🍕", "🎸"],
  ["jo.doe@example.com", "jo_doe@example.com"],
])("%s is another value than %s", (value, other) => {
  expect(relate(fact({ predicate: "HAS", value }), [fact({ predicate: "HAS", value: other })])).toEqual({
    kind: "new",
  });
});

test("the same value is one however it is written", () => {
  expect(valueKey("45 €")).toBe(valueKey("€45"));
  expect(valueKey("A−")).toBe(valueKey("a-"));
  expect(valueKey("well-known")).toBe(valueKey("well known."));
  expect(valueKey("Pizza 🍕")).toBe(valueKey("pizza"));
  expect(valueKey(" … ")).not.toBe("");
  expect(valueKey(" ")).toBe("");
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
  expect(relate(fact({ change: "retraction", polarity: "negative" }), [old])).toEqual({
    kind: "retraction",
    closes: [old],
  });
});

test("many values live together, and so do those of an invented predicate", () => {
  const cat = fact({ predicate: "HAS_PET", value: "cat" });
  expect(relate(fact({ predicate: "HAS_PET", value: "dog" }), [cat])).toEqual({ kind: "new" });
  const mug = fact({ predicate: "MUG_COLOUR", value: "blue" });
  expect(relate(fact({ predicate: "MUG_COLOUR", value: "red" }), [mug])).toEqual({ kind: "new" });
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

test("two values told in one turn end neither: 'I work at Aldi and at Lidl'", () => {
  const aldi = fact({ predicate: "WORKS_AT", value: "Aldi", turn: "same" });
  expect(relate(fact({ predicate: "WORKS_AT", value: "Lidl", turn: "same" }), [aldi])).toEqual({
    kind: "new",
  });
});

test("what the catalogue does not know ends nothing, however it is worded", () => {
  const gym = fact({ predicate: "JOINED", value: "Oak Street gym", change: "update", said: later });
  expect(relate(gym, [fact({ predicate: "WORKS_AT", value: "Acme" })])).toEqual({ kind: "new" });
  const diet = fact({ predicate: "IS_A", value: "vegetarian", change: "update", said: later });
  expect(relate(diet, [fact({ predicate: "WORKS_AS", value: "nurse" })])).toEqual({ kind: "new" });
  const van = fact({ predicate: "DRIVES", value: "white van", change: "update", said: later });
  expect(relate(van, [fact({ predicate: "DRIVES", value: "red Volvo" })])).toEqual({ kind: "new" });
  const price = fact({ predicate: "LESSON_PRICE", value: "30", change: "update", said: later });
  expect(relate(price, [fact({ predicate: "LESSON_PRICE", value: "20" })])).toEqual({ kind: "new" });
});

test("a relation read from the other side is the same statement", () => {
  const son = fact({ subjectId: "declan", predicate: "HAS_SON", objectId: "liam", value: null });
  const father = { subjectId: "liam", predicate: "HAS_FATHER", objectId: "declan", value: null };
  expect(relate(fact(father), [son])).toEqual({ kind: "duplicate", of: son });
  expect(relate(fact({ ...father, polarity: "negative" }), [son])).toEqual({ kind: "new" });
  expect(relate(fact({ ...father, objectId: "con" }), [son])).toEqual({ kind: "new" });
});

test("a retraction of what is not believed closes nothing", () => {
  expect(relate(fact({ change: "retraction", polarity: "negative" }), [])).toEqual({
    kind: "retraction",
    closes: [],
  });
});

describe("one value at a time, in world time", () => {
  const march = "2026-03-10T10:00:00.000Z";
  const april = "2026-04-20T10:00:00.000Z";
  const kiel = fact({ value: "Kiel", said: march });
  const closed = (old: Fact, at: string): Fact => ({ ...old, status: "superseded", invalidAt: day(at) });

  test("a newer dated statement ends an undated older one", () => {
    const jena = fact({ value: "Jena", said: april, validAt: day("2026-02-01") });
    expect(relate(jena, [kiel])).toEqual({ kind: "update", closes: [kiel], at: day("2026-02-01") });
    expect(relate(kiel, [jena])).toMatchObject({ kind: "late", closedBy: jena, at: day("2026-02-01") });
  });

  test("of two dates that may be one the statement said later is the later one", () => {
    const month = { at: "2026-02-01T00:00:00.000Z", precision: "month" as const };
    const year = { at: "2026-01-01T00:00:00.000Z", precision: "year" as const };
    const bonn = fact({ value: "Bonn", said: march, validAt: month });
    const jena = fact({ value: "Jena", said: april, validAt: year });
    expect(relate(jena, [bonn])).toMatchObject({ kind: "update", closes: [bonn] });
    expect(relate(bonn, [jena])).toMatchObject({ kind: "late", closedBy: jena });
    const before = { at: "2025-01-01T00:00:00.000Z", precision: "year" as const };
    expect(relate({ ...jena, validAt: before }, [bonn])).toMatchObject({ kind: "late", closedBy: bonn });
  });

  test("what is announced leaves the present alone until then", () => {
    const jena = fact({ value: "Jena", said: march, validAt: day("2026-12-01") });
    const bonn = fact({ value: "Bonn", said: april });
    expect(relate(bonn, [jena])).toMatchObject({ kind: "late", closedBy: jena, at: day("2026-12-01") });
  });

  test("what was over when it was told ends nothing, and is not ended again", () => {
    const berlin = fact({
      value: "Berlin",
      said: april,
      validAt: day("2015-01-01"),
      invalidAt: day("2020-01-01"),
    });
    expect(relate(berlin, [kiel])).toMatchObject({ kind: "late", closedBy: kiel });
    expect(relate(fact({ value: "Ulm", said: later }), [berlin])).toEqual({ kind: "new" });
  });

  test("a value told late lands between its neighbours", () => {
    const dresden = fact({ value: "Dresden", validAt: day("2024-01-01") });
    const hamburg = closed(fact({ value: "Hamburg", validAt: day("2019-01-01") }), "2024-01-01");
    const rostock = fact({ value: "Rostock", said: later, validAt: day("2015-01-01") });
    expect(relate(rostock, [dresden, hamburg])).toEqual({
      kind: "late",
      closedBy: hamburg,
      at: day("2019-01-01"),
      closes: [],
    });
    const wismar = fact({ value: "Wismar", said: later, validAt: day("2021-01-01") });
    expect(relate(wismar, [dresden, hamburg])).toEqual({
      kind: "late",
      closedBy: dresden,
      at: day("2024-01-01"),
      closes: [hamburg],
    });
  });

  test("an end that was told stays where it was told", () => {
    const dresden = fact({ value: "Dresden", validAt: day("2024-01-01") });
    const hamburg = closed(fact({ value: "Hamburg", validAt: day("2019-01-01") }), "2022-06-01");
    const wismar = fact({ value: "Wismar", said: later, validAt: day("2021-01-01") });
    expect(relate(wismar, [dresden, hamburg])).toMatchObject({ kind: "late", closes: [] });
  });
});
