import { expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { reconcile } from "../../../../src/domain/belief/reconciliation.ts";
import type { Ruling } from "../../../../src/domain/model/trace.ts";

let counter = 0;
/** "The user lives in Lyon", told on a day of 2026, each in a turn of its own. */
function fact(over: Partial<Fact> & { said?: string; by?: string; turn?: string } = {}): Fact {
  counter += 1;
  const { said = "2026-01-10", by = "user", turn = `turn${counter}`, ...rest } = over;
  const at = `${said}T10:00:00.000Z`;
  return {
    id: `f${counter}`,
    subjectId: "self",
    predicate: "LIVES_IN",
    objectId: null,
    value: "Lyon",
    polarity: "positive",
    text: "The user lives in Lyon.",
    confidence: 0.9,
    validAt: null,
    invalidAt: null,
    createdAt: at,
    expiredAt: null,
    status: "verified",
    supersedes: null,
    change: "none",
    origin: null,
    evidence: [
      { episodeId: turn, part: "user", start: 0, end: 1, quote: "x", assertedBy: by, occurredAt: at },
    ],
    ...rest,
  };
}

const day = (at: string) => ({ at: `${at}T00:00:00.000Z`, precision: "day" as const });
const ruled = (known: Fact, ...rulings: Ruling[]) => [{ known, rulings }];
const nothing = { duplicateOf: null, absorbed: [], closed: [], lateSince: null, disputed: [], doubted: [] };

test("one ruling closes nothing, two that agree close, whatever the predicates", () => {
  const job = fact({ predicate: "WORKS_AT", value: "Acme" });
  const news = fact({ predicate: "RETIRED_ON", value: "1 May", said: "2026-05-02" });
  expect(reconcile(news, ruled(job, "ending"))).toEqual(nothing);
  expect(reconcile(news, ruled(job, "ending", "both"))).toEqual(nothing);
  expect(reconcile(news, ruled(job, "ending", "update")).closed).toEqual([
    { fact: job, status: "superseded", at: { at: "2026-05-02T10:00:00.000Z", precision: "day" } },
  ]);
});

test("what ends, ends when the new statement begins to hold", () => {
  const home = fact();
  const news = fact({ value: "Lille", validAt: day("2026-06-01"), said: "2026-05-02" });
  expect(reconcile(news, ruled(home, "update", "update")).closed).toMatchObject([{ at: day("2026-06-01") }]);
});

test("a statement that it ended ends it, though readers find that both hold until then", () => {
  const job = fact({ predicate: "WORKS_AT", value: "Acme", said: "2025-02-09" });
  const last = {
    predicate: "WORKS_AT",
    value: "Acme",
    change: "ending",
    validAt: day("2025-09-05"),
  } as const;
  const news = fact({ ...last, said: "2025-08-25" });
  const ends = (one: Fact, known = job) => reconcile(one, ruled(known, "both", "both")).closed;
  expect(ends(news)).toEqual([{ fact: job, status: "superseded", at: day("2025-09-05") }]);
  expect(ends(fact({ ...last, said: "2025-08-25", value: "Lidl" }))).toEqual([]);
  expect(ends(fact({ ...last, said: "2025-08-25", by: "assistant" }))).toEqual([]);
  expect(ends(fact({ ...last, said: "2025-01-25" }))).toEqual([]);
  expect(ends(news, { ...job, polarity: "negative" })).toEqual([]);
});

test("a period that had begun before ends it by its own end", () => {
  const known = fact({ said: "2025-03-04" });
  const news = fact({ said: "2025-10-14", validAt: day("2013-01-01"), invalidAt: day("2025-10-31") });
  const { closed } = reconcile(news, ruled(known, "ending", "ending"));
  expect(closed).toEqual([{ fact: known, status: "superseded", at: day("2025-10-31") }]);
});

test("what held when it was said ended later in the year that news name", () => {
  const known = fact({ said: "2025-02-09" });
  const news = fact({ said: "2025-12-16", validAt: { at: "2025-01-01T00:00:00.000Z", precision: "year" } });
  const { closed } = reconcile(news, ruled(known, "ending", "ending"));
  expect(closed).toMatchObject([{ at: { at: "2025-12-16T10:00:00.000Z", precision: "day" } }]);
});

test("an appointment that is moved is off at once, also on the day on which it would have been", () => {
  const visit = (on: string, said: string) =>
    fact({ predicate: "HAS_APPOINTMENT", value: `dentist on ${on}`, validAt: day(on), said });
  const old = visit("2026-02-12", "2026-01-10");
  for (const said of ["2026-02-01", "2026-02-13"]) {
    const at = { at: `${said}T10:00:00.000Z`, precision: "day" };
    expect(reconcile(visit("2026-03-03", said), ruled(old, "update", "update")).closed).toMatchObject([
      { at },
    ]);
  }
});

test("a home that was announced and has begun stays until the day that is announced for the next", () => {
  const home = fact({ validAt: day("2026-02-01") });
  const next = (said: string) => fact({ value: "Lille", validAt: day("2026-06-01"), said });
  const endOf = (said: string) => reconcile(next(said), ruled(home, "update", "update")).closed[0]?.at;
  expect(endOf("2026-05-02")).toEqual(day("2026-06-01"));
  expect(endOf("2026-01-20")).toEqual({ at: "2026-01-20T10:00:00.000Z", precision: "day" });
});

test("a correction says that it never was", () => {
  const home = fact();
  expect(reconcile(fact({ said: "2026-05-02" }), ruled(home, "correction", "correction")).closed).toEqual([
    { fact: home, status: "corrected", at: null },
  ]);
});

test("what is told late of an earlier time closes nothing, and is stored closed itself", () => {
  const home = fact({ validAt: day("2025-01-01") });
  const metz = fact({ value: "Metz", validAt: day("2015-01-01"), said: "2026-05-02" });
  expect(reconcile(metz, ruled(home, "update", "update"))).toEqual({
    ...nothing,
    lateSince: day("2025-01-01"),
  });
});

test("what came of a plan ends it, though its day was still to come", () => {
  const plan = fact({ predicate: "DUE_ON", validAt: day("2026-02-20") });
  const done = fact({ predicate: "DELIVERED_ON", validAt: day("2026-02-19"), said: "2026-02-21" });
  expect(reconcile(done, ruled(plan, "ending", "update")).closed).toMatchObject([{ fact: { id: plan.id } }]);
});

test("nothing of one turn ends another statement of it; the same said twice is one", () => {
  const aldi = fact({ predicate: "WORKS_AT", value: "Aldi", turn: "t" });
  const lidl = fact({ predicate: "WORKS_AT", value: "Lidl", turn: "t" });
  expect(reconcile(lidl, ruled(aldi, "update", "update"))).toEqual(nothing);
  expect(reconcile(lidl, ruled(aldi, "duplicate")).duplicateOf).toBe(aldi);
});

test("the same statement under two predicates is one; another yes or no or other figures are not", () => {
  const tea = fact({ predicate: "DRINKS", value: "tea", text: "The user drinks tea at 4." });
  const habit = fact({ predicate: "HAS_HABIT", value: "tea at 4", text: "Tea at 4 is the user's habit." });
  expect(reconcile(habit, ruled(tea, "duplicate")).duplicateOf).toBe(tea);
  expect(reconcile({ ...habit, polarity: "negative" }, ruled(tea, "duplicate"))).toEqual(nothing);
  const at5 = { ...habit, text: "Tea at 5 is the user's habit." };
  expect(reconcile(at5, ruled(tea, "duplicate"))).toEqual(nothing);
});

test("what says the same and more takes the place of what says less", () => {
  const child = fact({ predicate: "HAS_CHILD", value: "a daughter" });
  expect(reconcile(fact({ said: "2026-05-02" }), ruled(child, "precise"))).toEqual({
    ...nothing,
    absorbed: [child],
  });
});

test("only whoever said it, or the user, ends it", () => {
  const home = fact();
  const told = fact({ value: "Paris", by: "assistant", said: "2026-05-02" });
  expect(reconcile(told, ruled(home, "update", "update"))).toEqual(nothing);
  const document = fact({ value: "Paris", by: "document", said: "2026-05-02" });
  expect(reconcile(document, ruled(home, "update", "update"))).toEqual(nothing);
  const bobs = fact({ subjectId: "bob", by: "Bob" });
  const again = fact({ subjectId: "bob", by: "Bob", value: "Oslo", said: "2026-05-02" });
  expect(reconcile(again, ruled(bobs, "update", "update")).closed).toHaveLength(1);
});

test("what stays unclear waits for the owner, where it is two sides of one question", () => {
  const brown = fact({ predicate: "EYE_COLOUR", value: "brown" });
  const blue = fact({ predicate: "EYE_COLOUR", value: "blue", said: "2026-05-02" });
  expect(reconcile(blue, ruled(brown, "unclear")).disputed).toEqual([brown]);
  expect(reconcile(blue, ruled(brown, "update", "both")).disputed).toEqual([brown]);
  const contacts = { ...blue, change: "update" as const };
  expect(reconcile(contacts, ruled(brown, "unclear")), "news of a change are plain").toMatchObject({
    disputed: [],
    doubted: [brown],
  });
  const dog = fact({ predicate: "HAS_PET", value: "a dog" });
  expect(reconcile(blue, ruled(dog, "unclear")), "another matter").toMatchObject({
    disputed: [],
    doubted: [dog],
  });
  expect(reconcile(blue, ruled(dog, "update", "both"))).toEqual(nothing);
});

test("a job that was announced does not end by having begun", () => {
  const job = fact({ predicate: "WORKS_AT", value: "Acme", validAt: day("2026-02-01") });
  const closedBy = (over: Parameters<typeof fact>[0]) =>
    reconcile(fact({ said: "2026-03-10", value: "x", ...over }), ruled(job, "ending", "ending")).closed
      .length;
  expect(closedBy({ predicate: "LIKES_NEW_JOB" })).toBe(0);
  expect(closedBy({ predicate: "BOSS", change: "update" })).toBe(0);
  expect(closedBy({ predicate: "LIKES_NEW_JOB", said: "2026-01-20" })).toBe(1);
  expect(closedBy({ predicate: "WORKS_AT" })).toBe(1);
  expect(closedBy({ predicate: "RESIGNED_FROM", change: "ending" })).toBe(1);
  expect(closedBy({ predicate: "LIVES_IN", change: "update" })).toBe(1);
});

test("a plan that was announced ends when it has happened", () => {
  const plan = fact({ predicate: "PLANS", value: "a trip", validAt: day("2026-02-01") });
  const news = fact({ predicate: "VISITED", value: "Rome", said: "2026-03-10" });
  expect(reconcile(news, ruled(plan, "ending", "ending")).closed).toHaveLength(1);
});

test("of two statements of one turn the one that says more takes the place of its own kind alone", () => {
  const turn = "shared";
  const home = fact({ turn });
  const street = fact({ turn, value: "Rue Haute in Lyon", text: "The user lives in Rue Haute in Lyon." });
  const flat = fact({ turn, predicate: "RENTS", value: "a flat", text: "The user rents a flat in Lyon." });
  expect(reconcile(street, ruled(home, "precise"))).toEqual({ ...nothing, absorbed: [home] });
  expect(reconcile(flat, ruled(home, "precise"))).toEqual(nothing);
  expect(reconcile(flat, ruled(home, "duplicate")).duplicateOf).toEqual(home);
});
