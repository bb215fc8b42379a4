import { describe, expect, test } from "vitest";
import { validTimes } from "../../../../src/services/extraction/valid-times.ts";
import type { ChangeKind } from "../../../../src/domain/model/fact.ts";
import type { Language } from "../../../../src/language/index.ts";

const options = (language: Language) => ({
  reference: "2025-07-06T12:00:00.000Z",
  timeZone: "UTC",
  languages: [language],
});
const times = (text: string, change: ChangeKind = "none", language: Language = "en") => {
  const { validAt, invalidAt } = validTimes(text, { start: 0, end: text.length }, change, options(language));
  return [validAt?.at.slice(0, 10) ?? null, invalidAt?.at.slice(0, 10) ?? null];
};

describe("from when and until when", () => {
  test.each([
    ["I live in Graz since March", "none", "en", ["2025-03-01", null]],
    ["from 1 September I work nights", "update", "en", ["2025-09-01", null]],
    ["the milk is down to 42 cent from June", "update", "en", ["2025-06-01", null]],
    ["I lived in Toronto from 2009 to 2015", "none", "en", ["2009-01-01", "2016-01-01"]],
    ["ab 1. Oktober wohne ich in Wels", "update", "de", ["2025-10-01", null]],
    ["I met her on Friday", "none", "en", [null, null]],
  ] as const)("%s", (text, change, language, expected) =>
    expect(times(text, change, language)).toEqual(expected),
  );
});
