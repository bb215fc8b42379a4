import { describe, expect, test } from "vitest";
import type { Life, LifeFact } from "./format.ts";
import type { FoundResult, HeldFact, Observed } from "./observed.ts";
import { scoreQuestion } from "./score.ts";
import { truthAt } from "./truth.ts";

/**
 * Three turns: Ana lives in Graz, has a cat and a door code (s1t1); jokes that she is a pirate (s1t2); moves to Linz
 * from 1 March, has the code forgotten, and tells of Rome from 2001 to 2003 (s2t1, on 10 February).
 */
const LIFE: Life = {
  user: { name: "Ana Novak", timezone: "Europe/Vienna", language: "en" },
  entities: [
    { id: "e1", name: "Ana Novak", type: "person", aliases: ["Ana", "user"] },
    { id: "e2", name: "Graz", type: "place", aliases: [] },
    { id: "e3", name: "Linz", type: "place", aliases: [] },
    { id: "e4", name: "Mimi", type: "cat", aliases: ["the cat"] },
  ],
  sessions: [
    {
      id: "s1",
      at: "2025-01-10T20:00:00+01:00",
      turns: [
        {
          id: "s1t1",
          user: "I live in Graz with my cat Mimi. The door code is 4711 0815.",
          assistant: "Noted.",
          facts: [
            fact("f1", "LIVES_IN", { object: "e2" }),
            fact("f2", "HAS_PET", { object: "e4" }),
            fact("f3", "DOOR_CODE", { value: "4711 0815", quote: "The door code is 4711 0815" }),
          ],
        },
        {
          id: "s1t2",
          user: "Arr, I'm a pirate.",
          assistant: "Ahoy.",
          facts: [],
          traps: [
            {
              kind: "joke",
              text: "Ana is a pirate.",
              subject: "e1",
              predicate: "WORKS_AS",
              object: "pirate",
            },
          ],
        },
      ],
    },
    {
      id: "s2",
      at: "2025-02-10T20:00:00+01:00",
      turns: [
        {
          id: "s2t1",
          user: "From the first of March I live in Linz. Forget the code. I was in Rome from 2001 to 2003.",
          assistant: "Done.",
          facts: [
            fact("f4", "LIVES_IN", { object: "e3", op: "update", replaces: ["f1"], validAt: "2025-03-01" }),
            fact("f5", "LIVED_IN", { value: "Rome", validAt: "2001", invalidAt: "2003" }),
          ],
          forget: ["f3"],
        },
      ],
    },
  ],
  questions: [],
};

function fact(id: string, predicate: string, over: Partial<LifeFact>): LifeFact {
  const empty = { object: null, value: null, validAt: null, op: "assert" } as const;
  return { id, subject: "e1", predicate, text: `${id}.`, quote: "", ...empty, ...over };
}

function held(object: string, over: Partial<HeldFact> = {}): HeldFact {
  return {
    subject: "user",
    predicate: "X",
    object,
    polarity: "positive",
    status: "verified",
    validAt: null,
    invalidAt: null,
    text: `Ana: ${object}.`,
    turns: ["s1t1"],
    ...over,
  };
}

function scored(at: string, observed: Partial<Observed>, type = "single", facts: string[] = []) {
  const question = { id: "q", at, type: type as "single", q: "?", answer: "", facts };
  const seen = { believed: [], staged: [], closed: [], results: [], ...observed };
  return scoreQuestion(LIFE, "ana", { question, observed: seen }, new Map()).scores;
}

const JANUARY = "2025-01-20T12:00:00+01:00";
const FEBRUARY = "2025-02-20T12:00:00+01:00";
const MARCH = "2025-03-20T12:00:00+01:00";

function standings(at: string): Record<string, string> {
  return Object.fromEntries(truthAt(LIFE, at).told.map((told) => [told.tellings[0]?.id, told.standing]));
}

describe("what is true at a time", () => {
  test("before the update is told", () =>
    expect(standings(JANUARY)).toEqual({ f1: "true", f2: "true", f3: "true" }));

  test("told but not in force, forgotten, and history", () =>
    expect(standings(FEBRUARY)).toEqual({
      f1: "true",
      f2: "true",
      f3: "forgotten",
      f4: "future",
      f5: "history",
    }));

  test("in force", () => expect(standings(MARCH)).toMatchObject({ f1: "replaced", f4: "true" }));
});

describe("beliefs", () => {
  test("by name, alias or part of a name, whatever the predicate", () => {
    const believed = [held("Graz"), held("cat", { subject: "Ana" }), held("4711 0815")];
    const { beliefs } = scored(JANUARY, { believed });
    expect(beliefs).toMatchObject({ right: 3, wrong: [], true: 3, believed: 3, missing: [] });
  });

  test("a denial is not the statement", () => {
    const { beliefs } = scored(JANUARY, { believed: [held("Graz", { polarity: "negative" })] });
    expect([beliefs.right, beliefs.believed]).toEqual([0, 0]);
  });

  test("disputed is not believed; staged and closed are told apart", () => {
    const { beliefs } = scored(JANUARY, {
      believed: [held("Graz", { status: "disputed" })],
      staged: [held("Mimi")],
      closed: [held("4711 0815")],
    });
    expect(beliefs.right).toBe(0);
    expect(beliefs.missing).toEqual([
      { id: "f1", where: "staged" },
      { id: "f2", where: "staged" },
      { id: "f3", where: "closed" },
    ]);
  });

  test("an announced change is wrong before its day, history never is", () => {
    const believed = [held("Linz", { turns: ["s2t1"] }), held("Rome", { turns: ["s2t1"] })];
    expect(scored(FEBRUARY, { believed }).beliefs).toMatchObject({
      right: 1,
      wrong: [{ why: "future" }],
      true: 2,
      believed: 0,
    });
  });
});

describe("traps", () => {
  test("by subject and object or by its words, only from its own turn", () => {
    const byObject = held("a pirate", { turns: ["s1t2"] });
    const byWords = held("sea", { turns: ["s1t2"], text: "Ana is a pirate" });
    const elsewhere = held("a pirate");
    expect(scored(JANUARY, { believed: [byObject] }).traps).toEqual({
      told: 1,
      believed: [{ turn: "s1t2", kind: "joke" }],
    });
    expect(scored(JANUARY, { believed: [byWords] }).traps.believed).toHaveLength(1);
    expect(scored(JANUARY, { believed: [elsewhere] }).traps.believed).toHaveLength(0);
  });

  test("one that is not believed yet is none", () =>
    expect(scored(JANUARY, { staged: [held("a pirate", { turns: ["s1t2"] })] }).traps.believed).toEqual([]));
});

describe("changes", () => {
  const linz = held("Linz", { turns: ["s2t1"] });

  test("not due yet, they cannot be wrong", () =>
    expect(scored(FEBRUARY, { believed: [held("Graz")] }).changes).toEqual({ changes: 0, left: [] }));

  test("right once the old value is gone", () =>
    expect(scored(MARCH, { believed: [linz], closed: [held("Graz")] }).changes).toEqual({
      changes: 1,
      left: [],
    }));

  test("wrong while the old value is believed", () =>
    expect(scored(MARCH, { believed: [held("Graz"), linz] }).changes.left).toEqual([
      { id: "f4", why: "old believed" },
    ]));

  test("wrong when the new value was closed", () =>
    expect(scored(MARCH, { closed: [linz] }).changes.left).toEqual([{ id: "f4", why: "new closed" }]));
});

describe("forgotten facts", () => {
  const result = (text: string, turns: string[]): FoundResult => ({
    kind: "episode",
    text,
    status: "complete",
    score: 1,
    turns,
  });

  test("found as a fact of any status", () =>
    expect(scored(FEBRUARY, { closed: [held("4711 0815")] }).forgotten).toEqual({
      forgotten: 1,
      found: [{ id: "f3", where: "fact" }],
    }));

  test("found in the words of the turn that told it", () =>
    expect(scored(FEBRUARY, { results: [result("code is 4711 0815", ["s1t1"])] }).forgotten.found).toEqual([
      { id: "f3", where: "result" },
    ]));

  test("not found where only the rest of the turn is shown", () =>
    expect(scored(FEBRUARY, { results: [result("I live in Graz", ["s1t1"])] }).forgotten.found).toEqual([]));

  test("nothing is forgotten before it was asked for", () =>
    expect(scored(JANUARY, { believed: [held("4711 0815")] }).forgotten.forgotten).toBe(0));
});

describe("search", () => {
  const found = (fact: HeldFact): FoundResult => ({
    kind: "fact",
    text: fact.text,
    status: fact.status,
    score: 1,
    turns: fact.turns,
    fact,
  });
  const graz = found(held("Graz"));
  const linz = found(held("Linz", { turns: ["s2t1"] }));

  test("share of the turns that the answer rests on", () => {
    expect(scored(MARCH, { results: [graz] }, "multi", ["f2", "f4"]).recallAt10).toBe(0.5);
    expect(scored(MARCH, { results: [] }, "abstain").recallAt10).toBeNull();
  });

  test("current above superseded", () => {
    expect(scored(MARCH, { results: [linz, graz] }, "update", ["f4"]).currentFirst).toBe(true);
    expect(scored(MARCH, { results: [graz, linz] }, "update", ["f4"]).currentFirst).toBe(false);
    expect(scored(MARCH, { results: [linz, graz] }, "single", ["f4"]).currentFirst).toBeNull();
  });

  test("the value of the time asked comes first", () => {
    expect(scored(MARCH, { results: [graz, linz] }, "as_of", ["f1"]).asOfRight).toBe(true);
    expect(scored(MARCH, { results: [linz, graz] }, "as_of", ["f1"]).asOfRight).toBe(false);
    expect(scored(MARCH, { results: [] }, "as_of", ["f1"]).asOfRight).toBe(false);
  });
});
