import { expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { NOBODY } from "../../../../src/services/retrieval/asked-about.ts";
import { toldBy } from "../../../../src/services/retrieval/answerability.ts";
import { askedStatements, outdatedTurns } from "../../../../src/services/retrieval/outdated.ts";

const NOW = "2026-05-01T00:00:00.000Z";

const fact = (id: string, text: string, status: Fact["status"]): Fact =>
  ({
    id,
    text,
    predicate: "STATES",
    status,
    invalidAt: null,
    supersedes: null,
    evidence: [{ episodeId: "turn" }],
  }) as unknown as Fact;

const MEETING = fact("f1", "The meeting is on Thursdays at ten.", "superseded");
const FUNDING = fact("f2", "The funding runs until 2028.", "verified");

const standing = (question: string, facts: Fact[]): number => {
  const told = toldBy(question, NOBODY) ?? (() => 0);
  const asked = askedStatements({ turnIds: ["turn"], facts }, told)("turn");
  return Math.min(1, ...asked.facts.map(({ status }) => (status === "verified" ? 1 : 0.4)));
};

test("a turn that told several things counts as the one that is asked for", () => {
  expect(standing("When is the meeting?", [MEETING, FUNDING])).toBe(0.4);
  expect(standing("How long does the funding run?", [MEETING, FUNDING])).toBe(1);
});

test("of statements that tell as much of what is asked, one that is over is enough", () => {
  const opinion = fact("f3", "The user finds the meeting too early.", "verified");
  expect(standing("When is the meeting?", [opinion, MEETING])).toBe(0.4);
});

test("a turn that told nothing counts in full", () => {
  expect(standing("When is the meeting?", [])).toBe(1);
});

test("a turn is outdated once none of its statements holds", () => {
  const of = (facts: Fact[]): string[] => [
    ...outdatedTurns({ turnIds: ["turn"], facts }, [], new Map(), NOW).keys(),
  ];
  expect(of([MEETING, FUNDING])).toEqual([]);
  expect(of([MEETING])).toEqual(["turn"]);
});

test("how much of what is asked a turn tells is known as well", () => {
  const told = (question: string): number | undefined => {
    const by = toldBy(question, NOBODY);
    return by === null
      ? undefined
      : askedStatements({ turnIds: ["turn"], facts: [FUNDING] }, by)("turn").told;
  };
  expect(told("Until when does the funding run?")).toBeGreaterThan(0);
  expect(told("Where was the meeting?")).toBe(0);
  expect(told("What was it?")).toBe(undefined);
});
