import { expect, test } from "vitest";
import type { Fact } from "../../src/domain/fact.ts";
import { meantBy, retractingSentence, takenBack } from "../../src/domain/retraction.ts";

const fact = (id: string, text: string): Fact => ({
  id,
  subjectId: "e1",
  predicate: "MEMBER_OF",
  objectId: null,
  value: "club",
  polarity: "positive",
  text,
  confidence: 0.9,
  validAt: null,
  invalidAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  expiredAt: null,
  status: "verified",
  supersedes: null,
  change: "none",
  origin: null,
  evidence: [],
});
const taken = {
  subject: "Marek",
  predicate: "MEMBER_OF",
  text: "That Marek was in the chess team is not true.",
};

test("a proposal without an object takes something back; one with an object does not", () => {
  expect(takenBack(taken)).toEqual(taken);
  expect(takenBack({ ...taken, object: "chess team" })).toBeNull();
  expect(takenBack("nonsense")).toBeNull();
});

test.each([
  "The plot is fine. And the chess team thing about Marek, bin it.",
  "Scratch what I said about Marek and chess.",
  "Das mit Marek und dem Schach hab ich verwechselt, nimm's raus.",
  "olvídate de lo que dije de Marek",
  "oublie ce que j'ai dit sur Marek",
])("it needs the user's word: %s", (text) => expect(retractingSentence(text, taken)).not.toBeNull());

test("without such a word nothing is taken back", () => {
  expect(retractingSentence("Marek plays chess well.", taken)).toBeNull();
});

test("of several facts the one that is named best is meant; of equals none", () => {
  const chess = fact("f1", "Marek was in the chess team.");
  const choir = fact("f2", "Marek sings in the choir.");
  expect(meantBy(taken, "MEMBER_OF", "bin the chess thing", [chess, choir])).toEqual([chess]);
  expect(meantBy(taken, "MEMBER_OF", "", [choir, { ...choir, id: "f3" }])).toEqual([]);
  expect(meantBy(taken, "LIVES_IN", "", [chess])).toEqual([]);
});
