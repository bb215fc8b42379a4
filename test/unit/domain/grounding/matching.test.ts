import { describe, expect, test } from "vitest";
import { wordIndexOf, hasWord, hasSense, resembles } from "../../../../src/domain/grounding/matching.ts";
import { hasNumber, numberIndexOf } from "../../../../src/language/numbers.ts";
import { fold } from "../../../../src/language/text.ts";

describe("words that are one", () => {
  test.each([
    ["lindqvist", "lindquist"],
    ["vegetarian", "vegetarier"],
    ["geologia", "geology"],
    ["engineer", "enginer"],
  ])("%s and %s", (a, b) => expect(resembles(a, b)).toBe(true));
  test.each([
    ["market", "mark"],
    ["lyon", "lion"],
    ["contract", "container"],
  ])("not %s and %s", (a, b) => expect(resembles(a, b)).toBe(false));
});

test.each([
  ["Ich wohne in Koeln.", "Köln"],
  ["I was born in Lodz.", "Łódź"],
  ["J'ai mal au coeur.", "cœur"],
  ["Jeg bor i Århus.", "Aarhus"],
])("%s holds %s, however it is typed", (text, name) => {
  expect(hasWord(wordIndexOf(text), fold(name))).toBe(true);
  expect(hasWord(wordIndexOf(text), "kiel")).toBe(false);
});

test("a word is held as a stem or a number, and meant as kin or in another language", () => {
  const bag = wordIndexOf("my mom wohnt in Graz and is nine");
  expect(hasWord(bag, "9")).toBe(true);
  expect(hasWord(bag, "mother")).toBe(false);
  expect(hasSense(bag, "mother")).toBe(true);
  expect(hasSense(bag, "lives")).toBe(true);
  expect(hasSense(bag, "works")).toBe(false);
});

test("numbers are known in words, with separators, as short years and as 'a year'", () => {
  const forms = numberIndexOf("a Petrof of 78, 18,000 paid, ein Jahr alt, twelve");
  for (const figure of ["1978", "18000", "1", "12"]) expect(hasNumber(forms, figure)).toBe(true);
  expect(hasNumber(forms, "13")).toBe(false);
});
