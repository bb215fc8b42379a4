import { expect, test } from "vitest";
import { changeTold } from "../../src/adapters/rule-model/change-told.ts";

test.each([
  ["Actually, she lives in Lille.", "correction"],
  ["Er heißt nicht Karl, sondern Kurt.", "correction"],
  ["Je voulais dire Lille.", "correction"],
  ["No vive en Lima, sino en Quito.", "correction"],
  ["I moved to Graz.", "update"],
  ["Wir wohnen jetzt in Graz.", "update"],
  ["J'habite maintenant à Lille.", "update"],
  ["Ya no trabajo allí.", "update"],
  ["I live in Graz.", null],
] as const)("%s: %s", (text, change) => {
  expect(changeTold(text, { start: 0, end: text.length })).toBe(change);
});

test("only the sentence around the span is read", () => {
  const text = "I meant the other one. I live in Graz.";
  expect(changeTold(text, { start: 23, end: text.length })).toBeNull();
});
