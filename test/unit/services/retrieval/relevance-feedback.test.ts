import { expect, test } from "vitest";
import { feedbackScores } from "../../../../src/services/retrieval/relevance-feedback.ts";

const matched = (texts: string[]) => texts.map((text, i) => ({ text, score: 1 - i / 10 }));

test("a text that shares the words of the best ones stands above one that shares none", () => {
  const [, , alike = 0, other = 0] = feedbackScores(
    matched([
      "The kiln was fired at night and the glaze cracked",
      "A kiln needs a slow firing, else the glaze runs",
      "New glaze for the kiln arrived",
      "The train to Graz was late",
    ]),
  );
  expect(alike).toBeGreaterThan(0);
  expect(other).toBe(0);
});

test("words that stand in one text alone say nothing, and the best feedback is 1", () => {
  expect(feedbackScores(matched(["kiln glaze", "boat harbour"]))).toEqual([0, 0]);
  expect(Math.max(...feedbackScores(matched(["kiln glaze", "kiln", "boat"])))).toBe(1);
  expect(feedbackScores([])).toEqual([]);
});
