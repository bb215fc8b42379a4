import { expect, test } from "vitest";
import type { Episode } from "../../../../src/domain/model/episode.ts";
import { breakLongRuns, estimateTokens } from "../../../../src/language/text.ts";
import { isReadInPieces, joinPieces, piecesOf } from "../../../../src/services/extraction/pieces.ts";
import { readExtraction, type ReadExtraction } from "../../../../src/services/extraction/schema.ts";

/** Turns that are too long to be read at once. */
const episode = (userMessage: string, attempts = 0): Episode =>
  ({ id: "e", userMessage, assistantReply: "Fine.", extraction: { attempts } }) as Episode;
const SENTENCES = Array.from({ length: 400 }, (_, n) => `This is sentence number ${n} of many.`).join(" ");

test("pieces are the whole text, end at sentences, and carry the reply once", () => {
  const pieces = piecesOf(episode(SENTENCES), 1_000);
  expect(pieces.map(({ userMessage }) => userMessage).join("")).toBe(SENTENCES);
  for (const { userMessage } of pieces) expect(estimateTokens(userMessage)).toBeLessThanOrEqual(1_000);
  for (const { userMessage } of pieces.slice(0, -1)) expect(userMessage.trimEnd()).toMatch(/\.$/);
  expect(pieces.map(({ assistantReply }) => assistantReply).filter(Boolean)).toEqual(["Fine."]);
});

test("a turn that failed is halved with each attempt, a short one never", () => {
  const sizes = [1, 2, 3].map((attempts) => piecesOf(episode(SENTENCES, attempts), 100_000).length);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(sizes[0]).toBeGreaterThan(1);
  expect(isReadInPieces(episode(SENTENCES, 1))).toBe(true);
  expect(isReadInPieces(episode(SENTENCES, 0))).toBe(false);
  expect(isReadInPieces(episode("I own a canoe.", 3))).toBe(false);
  expect(piecesOf(episode("I own a canoe.", 3), 1_000)).toHaveLength(1);
});

test("text without a break is cut nevertheless", () => {
  const pieces = piecesOf(episode("x".repeat(20_000)), 1_000);
  expect(pieces.length).toBeGreaterThanOrEqual(5);
  expect(pieces.map(({ userMessage }) => userMessage).join("")).toHaveLength(20_000);
});

test("what the pieces tell is one turn", () => {
  const read = ["canoe", "tent"].map(
    (thing) =>
      readExtraction({
        turns: [
          {
            turn: 1,
            summary: `About a ${thing}.`,
            facts: [
              { subject: "user", predicate: "OWNS", object: thing, text: `The user owns a ${thing}.` },
              { subject: "" },
            ],
          },
        ],
      }) as ReadExtraction,
  );
  const { turns, unreadable } = joinPieces(read);
  expect(turns).toHaveLength(1);
  expect(turns[0]).toMatchObject({ turn: 1, summary: "About a canoe." });
  expect(turns[0]?.facts.map(({ object }) => object)).toEqual(["canoe", "tent"]);
  expect(unreadable).toHaveLength(2);
});

test("long runs are broken, words are not", () => {
  expect(
    Math.max(
      ...breakLongRuns("-".repeat(45_000))
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBe(1_000);
  expect(breakLongRuns(`a${" ".repeat(45_000)}b`)).toHaveLength(1_002);
  expect(breakLongRuns(SENTENCES)).toBe(SENTENCES);
  expect(breakLongRuns("😀".repeat(5_000)).replaceAll("\n", "")).toBe("😀".repeat(5_000));
});
