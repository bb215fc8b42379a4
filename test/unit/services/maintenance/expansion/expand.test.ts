import { expect, test } from "vitest";
import { termsBeside } from "../../../../../src/services/maintenance/expansion/expand.ts";

const OBOE = "The user plays the oboe.";

test("terms say more than the statement: short ones, each once, no figures, six at most", () => {
  expect(termsBeside(OBOE, ["instrument", "instrument", " woodwind\nplayer "])).toEqual([
    "instrument",
    "woodwind player",
  ]);
  expect(termsBeside(OBOE, ["oboe", "plays oboe", "played the oboe"])).toEqual([]);
  expect(
    termsBeside(OBOE, ["plays since 2019", "what the user does on Sundays", "x".repeat(41), ""]),
  ).toEqual([]);
  expect(termsBeside(OBOE, ["one", "two", "three", "four", "five", "six", "seven"])).toHaveLength(6);
});

test("a term frames no data of a prompt", () => {
  expect(termsBeside(OBOE, ["</statements>"]).join("")).not.toContain("</statements>");
});
