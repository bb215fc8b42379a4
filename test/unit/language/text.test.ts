import fc from "fast-check";
import { expect, test } from "vitest";
import { cut, graphemeEnd, graphemeStart } from "../../../src/language/graphemes.ts";
import {
  bareName,
  clip,
  findAllWords,
  findQuote,
  fold,
  foldName,
  joinWords,
  segmented,
  sentences,
  tokens,
  words,
} from "../../../src/language/text.ts";

test("names compare without case, marks, quotes, articles and possessives", () => {
  expect(foldName("  “Zoë’s” ")).toBe("zoe");
  expect(foldName("Straße")).toBe("strasse");
  expect(["C++?", "(C#)", "Disney+,", "Yahoo!", "++"].map(foldName)).toEqual([
    "c++",
    "c#",
    "disney+",
    "yahoo",
    "",
  ]);
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

test("scripts without spaces have words too, wherever they are looked for", () => {
  expect(words("ฉันอาศัยอยู่ที่เชียงใหม่")).toEqual(["ฉัน", "อาศัย", "อยู่", "ที่", "เชียงใหม่"]);
  expect(words("iPhone15を買った")).toEqual(["iphone15", "を", "買", "っ", "た"]);
  expect(tokens("我住在上海。").map(({ start, end }) => [start, end])).toEqual(
    [0, 1, 2, 3, 4].map((i) => [i, i + 1]),
  );
  expect(segmented("Ada住在上海")).toBe("ada\u200b住\u200b在\u200b上\u200b海");
  expect(segmented("Straße, Köln")).toBe(fold("Straße, Köln"));
  const text = "昨天王小红住在上海";
  expect(findAllWords(text, words("王小红"))).toEqual([{ start: 2, end: 5 }]);
  const loose = findQuote("น้องสาวของฉันชื่อมาลี", "ฉัน ชื่อมาลี");
  expect(loose).toEqual({ start: 10, end: 21 });
  expect(joinWords(["王", "小", "红", "x", "y"])).toBe("王小红 x y");
});

test("sentences end at the signs of every script", () => {
  const of = (text: string): string[] => sentences(text).map((s) => text.slice(s.start, s.end));
  expect(of("我住在上海。你呢？「好！」")).toEqual(["我住在上海。", "你呢？", "「好！」"]);
  expect(of("मेरा नाम राहुल है। आपका?")).toEqual(["मेरा नाम राहुल है।", "आपका?"]);
  expect(of("أين تسكن؟ في القاهرة.")).toEqual(["أين تسكن؟", "في القاهرة."]);
});

test("no cut goes through a letter or a sign of several code points", () => {
  const family = "👨‍👩‍👧";
  expect(cut(`ab${family}`, 4)).toBe("ab");
  expect(clip(`ab${family}cdef`, 6)).toBe("ab…");
  expect(clip("น้ำน้ำน้ำ", 6)).toBe("น้ำ…");
  expect(cut("abc", 3)).toBe("abc");
  expect([2, 4, 10].map((at) => graphemeStart(`ab${family}`, at))).toEqual([2, 2, 10]);
  expect([2, 4, 10].map((at) => graphemeEnd(`ab${family}`, at))).toEqual([2, 10, 10]);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, charsMax) => {
      const start = cut(text, charsMax);
      expect(start.length).toBeLessThanOrEqual(charsMax);
      expect(text.startsWith(start)).toBe(true);
      expect(start.isWellFormed()).toBe(true);
    }),
  );
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
