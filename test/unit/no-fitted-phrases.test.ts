import { expect, test } from "vitest";
import { evaluationTexts, fittedPhrases, phrasesIn } from "../support/fitted-phrases.ts";

/*
 * A pattern that spells out a phrase of an evaluation text was made for that text, and fails on texts that nobody has
 * seen. So no pattern or word list holds such a phrase.
 */

const texts = evaluationTexts("test/eval/data");

test.each(["src/domain", "src/services", "src/adapters/notebook"])(
  "no phrase of an evaluation text stands in a pattern of %s",
  (folder) => expect(fittedPhrases(folder, texts)).toEqual([]),
);

/** These folders still hold some: their count may only shrink. Lower it with every phrase that goes, until it is none. */
test.each([["src/language", 6]])("%s holds at most %i of them", (folder, most) => {
  // "Off the record" is said in every language, and is one phrase.
  const found = new Set(fittedPhrases(folder, texts).map(({ phrase }) => phrase));
  expect(found.size, [...found].join("; ")).toBeLessThanOrEqual(most);
});

test("phrases are found in patterns and lists, not in comments and other strings", () => {
  const source = [
    '// not "a phrase of comments|x"',
    "const a = /\\b(?:took it back|no(?: way| sir))\\b/;",
    'const b = any("one", "left|gave it up");',
    "const c = [",
    '  "the whole lot",',
    "];",
    'throw new Error("this is no pattern");',
  ].join("\n");
  expect([...phrasesIn(source)].sort()).toEqual(["gave it up", "the whole lot", "took it back"]);
});
