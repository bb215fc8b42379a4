import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bareName,
  breakControlTokens,
  clip,
  findAllWords,
  findQuote,
  fold,
  foldName,
  sentences,
  tokens,
  words,
} from "../../../src/language/text.ts";

test("names compare without case, marks, quotes, articles and possessives", () => {
  expect(foldName("  “Zoë’s” ")).toBe("zoe");
  expect(foldName("Straße")).toBe("strasse");
  expect(bareName("my sister")).toBe("sister");
  expect(bareName("the user's mother")).toBe("mother");
  expect(bareName("Der Zoo")).toBe("zoo");
  expect(bareName("Ann")).not.toBe(bareName("Annelie"));
});

test("a quote is found exactly, else by its words, else not", () => {
  const text = "She said: I live  in “Lyon”, really.";
  expect(findQuote(text, "I live  in")).toEqual({ start: 10, end: 20 });
  const loose = findQuote(text, "i live in Lyon");
  expect(loose && text.slice(loose.start, loose.end)).toBe("I live  in “Lyon");
  expect(findQuote(text, "I live in Lille")).toBeNull();
  expect(findQuote(text, "  ")).toBeNull();
});

test("whole words only", () => {
  expect(findAllWords("Ann met Annelie and Ann.", ["ann"])).toEqual([
    { start: 0, end: 3 },
    { start: 20, end: 23 },
  ]);
});

test("sentences do not break at abbreviations, initials and dates", () => {
  const of = (text: string): string[] => sentences(text).map((s) => text.slice(s.start, s.end));
  expect(of("Dr. Weiss called. We meet on 3. May!\nBring J. Brandt?")).toEqual([
    "Dr. Weiss called.",
    "We meet on 3. May!",
    "Bring J. Brandt?",
  ]);
});

test("control tokens are broken, nothing else", () => {
  expect(breakControlTokens("a <|end|> b < | c")).not.toContain("<|");
  expect(breakControlTokens("a <|end|> b < | c")).toContain("b < | c");
});

test("spans lie inside, in order, and carry what they say, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      let last = 0;
      for (const { start, end } of sentences(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
      for (const token of tokens(text)) expect(fold(text.slice(token.start, token.end))).toBe(token.word);
      expect(clip(text, 20).length).toBeLessThanOrEqual(20);
    }),
  );
});

test("any run of words of a text is found in it", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 12 }), fc.nat(), fc.nat(), (text, a, b) => {
      const all = words(text);
      const from = a % all.length;
      const run = all.slice(from, from + 1 + (b % 4));
      const found = findQuote(text.toUpperCase(), run.join(" "));
      expect(found).not.toBeNull();
      expect(words(text.slice(found?.start, found?.end))).toEqual(run);
    }),
  );
});

test("a mark that makes another word is kept, an accent is not", () => {
  expect(fold("Café İzmir Пётр Νίκος עִבְרִית")).toBe("cafe izmir петр νικος עברית");
  expect(fold("राम")).not.toBe(fold("रमा"));
  expect(fold("がく")).not.toBe(fold("かく"));
  expect(fold("서울")).toBe("서울".normalize("NFC"));
  expect(words("दिल्ली में")).toEqual(["दिल्ली", "में"]);
});
