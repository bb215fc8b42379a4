import { describe, expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import {
  retractedFacts,
  retractingSentence,
  readRetraction,
} from "../../../../src/domain/belief/retraction.ts";

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
  quote: null,
};

test("a proposal without an object takes something back; one with an object does not", () => {
  expect(readRetraction(taken)).toEqual(taken);
  expect(readRetraction({ ...taken, object: "chess team" })).toBeNull();
  expect(readRetraction("nonsense")).toBeNull();
});

describe("where something is taken back", () => {
  const text = "The plot is fine. And the chess team thing about Marek, bin it. Thanks.";
  const at = (quote: string | null, said = text): string | null => {
    const span = retractingSentence(said, { ...taken, quote });
    return span && said.slice(span.start, span.end);
  };
  test("the sentence of the quote", () => expect(at("Thanks")).toBe("Thanks."));
  test("without a quote, or with an invented one, the sentence that shares most words", () => {
    const marek = "And the chess team thing about Marek, bin it.";
    expect(at(null)).toBe(marek);
    expect(at("no such words")).toBe(marek);
  });
  test.each(["Das mit Marek und dem Schach war anders.", "oublie Marek", "olvida lo de Marek"])(
    "%s",
    (said) => expect(at(null, said)).toBe(said),
  );
  test("no sentence, when none shares a word", () => expect(at(null, "The plot is fine.")).toBeNull());
});

test("of several facts the one that is named best is meant; of equals none", () => {
  const chess = fact("f1", "Marek was in the chess team.");
  const choir = fact("f2", "Marek sings in the choir.");
  expect(retractedFacts(taken, "MEMBER_OF", "bin the chess thing", [chess, choir])).toEqual([chess]);
  expect(retractedFacts(taken, "MEMBER_OF", "", [choir, { ...choir, id: "f3" }])).toEqual([]);
  expect(retractedFacts(taken, "LIVES_IN", "", [chess])).toEqual([]);
});
