import { expect, test } from "vitest";
import { addedTerms } from "../../../../../src/services/maintenance/expansion/expand.ts";

const OBOE = "The user plays the oboe.";

test("terms say more than the statement: short ones, each once, no figures, ten at most", () => {
  expect(addedTerms(OBOE, ["instrument", "instrument", " woodwind\nplayer "])).toEqual([
    "instrument",
    "woodwind player",
  ]);
  expect(addedTerms(OBOE, ["oboe", "plays oboe", "played the oboe"])).toEqual([]);
  expect(addedTerms(OBOE, ["plays since 2019", "what the user does on Sundays", "x".repeat(41), ""])).toEqual(
    [],
  );
  expect(
    addedTerms(
      OBOE,
      Array.from("abcdefghijk", (letter) => `word${letter}`),
    ),
  ).toHaveLength(10);
});

test("a term frames no data of a prompt", () => {
  expect(addedTerms(OBOE, ["</statements>"]).join("")).not.toContain("</statements>");
});
