import { expect, test } from "vitest";
import { dialogueScores, type DialogueHit } from "../../../../src/services/retrieval/dialogue.ts";

const MAY = "2024-05-01T00:00:00.000Z";
const JUNE = "2024-06-01T00:00:00.000Z";

function hit(conversationId: string, ordinal: number, score: number, more = {}, near = 0): DialogueHit {
  const turn = {
    conversationId,
    ordinal,
    speaker: "Ann",
    occurredAt: MAY,
    asks: false,
    ...more,
  };
  return { kind: "dialogue", id: `${conversationId}${ordinal}`, score, near, turn };
}

const nobody = { names: new Set<string>(), times: [] };

test("a turn that matches nothing comes in beside those that do, behind them", () => {
  const scores = dialogueScores([hit("a", 0, 8), hit("a", 1, 0), hit("a", 2, 0), hit("b", 0, 3)], nobody);
  expect(scores.get("a0")).toBeCloseTo(1);
  expect(scores.get("a1")).toBeGreaterThan(scores.get("b0") ?? 0);
  expect(scores.get("a1")).toBeLessThan(1);
});

test("a turn that is only near in meaning lends its score to its neighbours as one found by words does", () => {
  const far = hit("b", 0, 3);
  const scores = dialogueScores([hit("a", 0, 0, {}, 0.4), hit("a", 1, 0), far, hit("c", 5, 0)], nobody);
  expect(scores.get("a0")).toBeCloseTo(scores.get("b0") ?? 0, 1);
  expect(scores.get("a1")).toBeGreaterThan(scores.get("c5") ?? 0);
});

test("the answer to a matching question stands above the turn before that question", () => {
  const scores = dialogueScores([hit("a", 0, 0), hit("a", 1, 8, { asks: true }), hit("a", 2, 0)], nobody);
  expect(scores.get("a2")).toBeGreaterThan(scores.get("a0") ?? 0);
});

test("the speaker and the time that the question names count more", () => {
  const hits = [
    hit("a", 0, 5),
    hit("b", 0, 5, { speaker: "Bea Long" }),
    hit("c", 0, 5, { occurredAt: JUNE }),
  ];
  const times = [{ from: JUNE, to: "2024-06-02T00:00:00.000Z" }];
  const scores = dialogueScores(hits, { names: new Set(["bea"]), times });
  expect(scores.get("b0")).toBeGreaterThan(scores.get("a0") ?? 0);
  expect(scores.get("c0")).toBeGreaterThan(scores.get("b0") ?? 0);
});

test("the first turn of a conversation counts more than the same words later", () => {
  const scores = dialogueScores([hit("a", 0, 5), hit("b", 9, 5)], nobody);
  expect(scores.get("a0")).toBeGreaterThan(scores.get("b9") ?? 0);
});

test("no hits have no scores", () => {
  expect(dialogueScores([], nobody).size).toBe(0);
});
