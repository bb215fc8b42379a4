import { expect, test } from "vitest";
import type { FactProposal } from "../../src/domain/proposal.ts";
import { alignDenials, changeOf } from "../../src/domain/wording.ts";

const whole = (text: string) => ({ start: 0, end: text.length });

test.each([
  ["She lives in Lille, not in Lyon.", "correction"],
  ["I meant Lille.", "correction"],
  ["It's Tuesday and not Monday.", "correction"],
  ["Er heißt nicht Karl, sondern Kurt.", "correction"],
  ["Je voulais dire Lille.", "correction"],
  ["No vive en Lima, sino en Quito.", "correction"],
  ["I moved to Graz.", "update"],
  ["I no longer smoke.", "update"],
  ["The lessons are on Fridays from September.", "update"],
  ["Wir wohnen jetzt in Graz.", "update"],
  ["Ya no trabajo allí.", "update"],
  ["it's the RIGHT achilles, I told you left.", "correction"],
  ["engine is SABB. i said volvo penta, wrong", "correction"],
  ["no ensaya los martes, es los jueves", "correction"],
  ["Waren übrigens acht Sessel, nicht sechs, das war falsch angesagt.", "correction"],
  ["la clase sube a 22.000", "update"],
  ["I live in Graz.", "none"],
  ["My daughter plays the oboe.", "none"],
] as const)("%s: %s", (text, change) => {
  expect(changeOf(text, whole(text))).toBe(change);
});

test("only the sentence around the span is read", () => {
  const text = "I meant the other one. I live in Graz.";
  expect(changeOf(text, { start: 23, end: text.length })).toBe("none");
});

test("a denial told beside its replacement is of the same kind", () => {
  const base = {
    objectKind: "value",
    text: "",
    quote: null,
    assertedBy: "user",
    validAt: null,
    invalidAt: null,
    confidence: 1,
    reasoning: null,
  } as const;
  const denial: FactProposal = {
    ...base,
    subject: "Ada",
    predicate: "LIVES_IN",
    object: "Lyon",
    polarity: "negative",
    change: null,
  };
  const stated: FactProposal = {
    ...base,
    subject: "Ada",
    predicate: "MOVED_TO",
    object: "Lille",
    polarity: "positive",
    change: "correction",
  };
  expect(alignDenials([denial, stated])[0]?.change).toBe("correction");
  expect(alignDenials([{ ...denial, subject: "Bea" }, stated])[0]?.change).toBeNull();
});
