import { expect, test } from "vitest";
import type { Life } from "../lives/format.ts";
import type { HeldFact } from "../lives/observed.ts";
import { recordedMeasures } from "./figures.ts";
import { scoreRecorded, type RecordedScore } from "./score.ts";
import { recordedTruth, type RecordedTruth, type StatementTruth } from "./truth.ts";

/** Two sessions of one turn each; what is asked in between knows the first one only. */
const LIFE: Life = {
  user: { name: "Ana", timezone: "Europe/Vienna", language: "en" },
  entities: [],
  sessions: [
    { id: "s1", at: "2025-01-10T20:00:00+01:00", turns: [turn("s1t1")] },
    { id: "s2", at: "2025-02-10T20:00:00+01:00", turns: [turn("s2t1")] },
  ],
  questions: [],
};
const BETWEEN = "2025-02-01T00:00:00+01:00";
const AFTER = "2025-03-01T00:00:00+01:00";

/** Said in the first turn: the home and the code end with the second turn; the blind reading says the home again. */
const TRUTH = truth(
  { A: { s1t1: ["Ana lives in Graz.", "Ana has a cat.", "The code is 4711.", "Ana is a pirate."] } },
  { B: { s1t1: ["Ana's home is in Graz!"] } },
  [
    statement("A:s1t1:0", { until: "s2t1", how: "update", weight: "core" }),
    statement("A:s1t1:1", { weight: "core" }),
    statement("A:s1t1:2", { until: "s2t1", how: "forget" }),
    statement("A:s1t1:3", { right: "no", weight: "trivial" }),
    statement("B:s1t1:0", { until: "s2t1", how: "update", dup: "A:s1t1:0" }),
  ],
);

function turn(id: string): Life["sessions"][0]["turns"][0] {
  return { id, user: "", assistant: "", facts: [] };
}

function statement(id: string, over: Partial<StatementTruth>): StatementTruth {
  return { id, right: "yes", until: null, how: null, dup: null, weight: "minor", ...over };
}

type Texts = Record<string, string[]>;

function truth(live: { A: Texts }, blind: { B: Texts }, judged: StatementTruth[]): RecordedTruth {
  const reading = (texts: Texts): ReadonlyMap<string, { facts: { text: string }[] }> =>
    new Map(Object.entries(texts).map(([id, facts]) => [id, { facts: facts.map((text) => ({ text })) }]));
  return recordedTruth(judged, { readings: { A: reading(live.A), B: reading(blind.B) } });
}

function held(text: string, turns = ["s1t1"]): HeldFact {
  return {
    subject: "user",
    predicate: "X",
    object: "",
    polarity: "positive",
    status: "verified",
    validAt: null,
    invalidAt: null,
    text,
    turns,
  };
}

interface Held {
  believed?: string[];
  staged?: string[];
  closed?: string[];
}

function scoreAll(...asked: [at: string, held: Held][]): RecordedScore[] {
  const facts = (texts: string[] = []): HeldFact[] => texts.map((text) => held(text));
  return scoreRecorded(
    LIFE,
    TRUTH,
    asked.map(([at, { believed, staged, closed }]) => ({
      at,
      believed: facts(believed),
      staged: facts(staged),
      closed: facts(closed),
    })),
  );
}

function score(at: string, held: Held): RecordedScore {
  return scoreAll([at, held])[0] as RecordedScore;
}

test("a fact is a recorded statement by its words and one of its turns", () => {
  expect(TRUTH.idOf(held("ana lives in GRAZ", ["s9t9", "s1t1"]))).toBe("A:s1t1:0");
  expect(TRUTH.idOf(held("Ana lives in Graz.", ["s2t1"]))).toBeUndefined();
  expect(score(AFTER, { believed: ["Ana has a cat.", "Ana has a dog."] })).toMatchObject({
    facts: 2,
    mapped: 1,
  });
});

test("what is over is stale from the session on in which it ends", () => {
  const home = { believed: ["Ana lives in Graz.", "Ana has a cat."] };
  expect(score(BETWEEN, home).believed).toMatchObject({ right: 2, stale: [] });
  expect(score(AFTER, home).believed).toMatchObject({ right: 1, stale: [{ id: "A:s1t1:0", how: "update" }] });
});

test("wrong, duplicate and trivial statements are counted", () => {
  const believed = ["Ana is a pirate.", "Ana lives in Graz.", "Ana's home is in Graz"];
  expect(score(BETWEEN, { believed })).toMatchObject({
    believed: { right: 2, wrong: ["A:s1t1:3"], duplicate: ["B:s1t1:0"], trivial: 1 },
    told: { bad: { of: 1, hit: ["A:s1t1:3"] } },
  });
});

test("core statements that hold are to be believed, in whatever words", () => {
  const believed = ["Ana's home is in Graz"];
  expect(score(BETWEEN, { believed }).told.core).toEqual({ of: 2, hit: ["A:s1t1:0"] });
  expect(score(AFTER, { believed }).told.core).toEqual({ of: 1, hit: [] });
});

test("what is over may not be believed, what was to be forgotten may not be held at all", () => {
  const { told } = score(AFTER, { believed: ["Ana's home is in Graz"], staged: ["The code is 4711."] });
  expect(told.over).toEqual({ of: 1, hit: ["A:s1t1:0"] });
  expect(told.forgotten).toEqual({ of: 1, hit: ["A:s1t1:2"] });
  expect(score(AFTER, { closed: ["The code is 4711."] }).told.forgotten).toEqual({ of: 1, hit: [] });
});

test("what still holds is closed wrongly when nothing of the same is believed or staged", () => {
  const closed = ["Ana lives in Graz.", "Ana has a cat.", "Ana is a pirate."];
  expect(score(BETWEEN, { closed }).told.open).toEqual({ of: 2, hit: ["A:s1t1:0", "A:s1t1:1"] });
  expect(score(BETWEEN, { closed, staged: ["Ana's home is in Graz"] }).told.open.hit).toEqual(["A:s1t1:1"]);
  expect(score(AFTER, { closed }).told.open).toEqual({ of: 1, hit: ["A:s1t1:1"] });
});

test("what was held at an earlier question still counts when it is gone", () => {
  const scores = scoreAll([BETWEEN, { staged: ["Ana has a cat."] }], [AFTER, {}]);
  expect(scores[1]?.told.open).toEqual({ of: 1, hit: [] });
});

test("figures are shares over all questions; where beliefs are other statements there are none", () => {
  const items = scoreAll(
    [BETWEEN, { believed: ["Ana lives in Graz."] }],
    [AFTER, { believed: ["Ana lives in Graz.", "Ana has a cat.", "Ana is a pirate."] }],
  ).map((recorded) => ({ recorded }));
  const figures = Object.fromEntries(recordedMeasures(items).map((one) => [one.name, one.of(items).value]));
  expect(figures).toMatchObject({
    right: 0.5,
    stale: 0.25,
    wrong: 0.25,
    core_recall: 2 / 3,
    over_still_believed: 1,
  });
  const unmapped = [{ recorded: score(AFTER, { believed: ["Ana has a dog."] }) }];
  expect(recordedMeasures(unmapped)).toEqual([]);
});
