import { expect, test } from "vitest";
import { slipsOf } from "../../../src/language/slips.ts";

test.each([
  ["thiner", "thinner"],
  ["thinnner", "thinner"],
  ["tihnner", "thinner"],
  ["thimner", "thinner"],
  ["thinne", "thinner"],
  ["кинжка", "книжка"],
  ["γιατρς", "γιατρος"],
])("%s may have been meant as %s", (typed, meant) => {
  expect(slipsOf(typed)).toContain(meant);
});

test.each([
  ["cat", "a short word"],
  ["km2345", "it has digits"],
  ["abcdefghijklmnopq", "a long word"],
])("%s has no slips: %s", (typed) => {
  expect(slipsOf(typed)).toEqual([]);
});

test("a first letter stays, a word is no slip of itself, and no more are made than a search takes", () => {
  const slips = slipsOf("abcdefghijklmnop");
  expect(slips.every((slip) => slip.startsWith("a"))).toBe(true);
  expect(slips).not.toContain("abcdefghijklmnop");
  expect(slips.length).toBeLessThan(1_000);
  expect(slipsOf("works")).not.toContain("words");
});
