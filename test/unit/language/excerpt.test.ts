import { expect, test } from "vitest";
import { aroundWords, beginningAndEnd, fromRichest } from "../../../src/language/excerpt.ts";
import {
  findAllWords,
  findQuote,
  fold,
  remembering,
  segmented,
  tokens,
  unsegmented,
  words,
} from "../../../src/language/text.ts";

const FILLER = "the rain fell on the roof. ".repeat(2_000);
/** Scripts without spaces, in sentences and in one run. */
const TIMES = 12;
const UNSPACED = ["昨日は友達と東京へ行きました。", "กรุงเทพมหานครเป็นเมืองหลวง", "のの"].map((piece) =>
  piece.repeat(100),
);

test("a short text is read whole", () => {
  expect(beginningAndEnd("I live in Lyon.", 100)).toBe("I live in Lyon.");
  expect(aroundWords("I live in Lyon.", ["oslo"], 100)).toBe("I live in Lyon.");
});

test("of a long one the beginning and the end", () => {
  const read = beginningAndEnd(`First. ${FILLER} Last.`, 200);
  expect(read).toMatch(/^First\./);
  expect(read).toMatch(/Last\.$/);
  expect(read.length).toBeLessThanOrEqual(201);
});

test("no letter is cut in two", () => {
  expect(beginningAndEnd("👩‍👩‍👧‍👦".repeat(100), 101).isWellFormed()).toBe(true);
});

test("what is looked for is read wherever it stands", () => {
  const read = aroundWords(`${FILLER}Anna moved to Oslo. ${FILLER}`, ["oslo"], 2_000);
  expect(read).toContain("Anna moved to Oslo.");
  expect(read.length).toBeLessThan(3_000);
});

test("a word that stands everywhere is read no longer than allowed", () => {
  expect(aroundWords(FILLER, ["rain"], 2_000).length).toBeLessThan(2_100);
});

test("a quote is found anywhere in a long text, in other letters and spaces", () => {
  const text = `${FILLER}Anna moved  to OSLO. ${FILLER}`;
  expect(findQuote(text, "anna moved to oslo")).toEqual({
    start: FILLER.length,
    end: FILLER.length + "Anna moved  to OSLO".length,
  });
});

test("runs that begin alike are told apart", () => {
  expect(findAllWords("a a a b a a b", ["a", "a", "b"])).toEqual([
    { start: 2, end: 7 },
    { start: 8, end: 13 },
  ]);
});

test("a text that is read a piece at a time has the same words", () => {
  const reading = remembering(FILLER);
  let pauses = 0;
  let step = reading.next();
  for (; step.done !== true; step = reading.next()) pauses += 1;
  expect(pauses).toBeGreaterThan(3);
  const held = step.value;
  expect(held).toBeTypeOf("object");
  expect(tokens(FILLER).map(({ word }) => word)).toEqual(FILLER.match(/\w+/g));
});

test.for(UNSPACED)("words of a long text in a script without spaces are those of its pieces", (piece) => {
  const text = piece.repeat(TIMES);
  const once = tokens(piece).map(({ word }) => word);
  const all = tokens(text);
  expect(all.map(({ word }) => word)).toEqual(Array.from({ length: TIMES }, () => once).flat());
  expect(all.every(({ word, start, end }) => fold(text.slice(start, end)) === word)).toBe(true);
  expect(unsegmented(segmented(text))).toBe(fold(text));
});

test("a long word is not cut where a slice ends", () => {
  const hash = "0123456789abcdef".repeat(32);
  for (const before of [7_990, 8_000, 15_995])
    expect(words(`${"a".repeat(before - 1)} ${hash} ${"我".repeat(9_000)}`)).toContain(hash);
});

test("a long text is shown from the sentence on with which most words are seen, and as early as its end allows", () => {
  const [calm, home, dog] = ["It rained all day. ".repeat(10), "My aunt lives in Porto. ", "Her dog is Rex."];
  const text = `${calm}${home}${dog}`;
  expect(fromRichest(text, ["aunt", "lives"], 60)).toMatch(
    /^… .{0,20}My aunt lives in Porto\. Her dog is Rex\.$/,
  );
  expect(fromRichest(`${home}${calm}`, ["aunt", "lives"], 60)).toBe(`${home}${calm}`);
  expect(fromRichest(text, ["rained"], 60)).toBe(text);
  expect(fromRichest(text, ["piano"], 60)).toBe(text);
  expect(fromRichest(home, ["porto"], 60)).toBe(home);
});
