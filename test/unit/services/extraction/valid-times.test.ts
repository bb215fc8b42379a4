import { describe, expect, test } from "vitest";
import {
  timesOf,
  validTimes,
  withoutInventedTimes,
} from "../../../../src/services/extraction/valid-times.ts";
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

describe("of two Mondays the one that the tense tells", () => {
  /** Said on a Sunday. */
  test.each([
    ["I start at Lidl on Tuesday", "en", "2025-07-08"],
    ["I started at Lidl on Thursday", "en", "2025-07-03"],
    ["I met Ada on Tuesday", "en", "2025-07-01"],
    ["Ich fange am Freitag bei Lidl an", "de", "2025-07-11"],
    ["Ich habe am Dienstag bei Lidl angefangen", "de", "2025-07-01"],
    ["Empiezo en Lidl el viernes", "es", "2025-07-11"],
    ["Me mudé el martes", "es", "2025-07-01"],
    ["Je commence chez Lidl vendredi", "fr", "2025-07-11"],
    ["J'ai commencé chez Lidl mardi", "fr", "2025-07-01"],
    ["Je suis arrivée à Lyon mardi", "fr", "2025-07-01"],
  ] as const)("%s", (text, language, expected) =>
    expect(times(text, "update", language)).toEqual([expected, null]),
  );
  test.each([
    ["from Friday I work nights", "en", ["2025-07-11", null]],
    ["I am away until Friday", "en", [null, "2025-07-12"]],
    ["ab Freitag arbeite ich nachts", "de", ["2025-07-11", null]],
    ["I have worked nights since Friday", "en", ["2025-07-04", null]],
  ] as const)("%s", (text, language, expected) => expect(times(text, "none", language)).toEqual(expected));
});

describe("when something was, as an extractor states it in the turn's own words", () => {
  /** Said on a Sunday. */
  const told = (validAt: string, text: string, language: Language) =>
    timesOf({ text, validAt, invalidAt: null }, "none", null, options(language)).validAt?.at.slice(0, 10);

  test.each([
    ["Thursday", "The old dog died on Thursday.", "en", "2025-07-03"],
    ["Thursday", "Tom got a new bike on Thursday.", "en", "2025-07-03"],
    ["Wednesday", "Rosa has not called since Wednesday.", "en", "2025-07-02"],
    ["Wednesday", "Rosa comes to dinner on Wednesday.", "en", "2025-07-09"],
    ["Wednesday", "The lesson was moved to Wednesday.", "en", "2025-07-09"],
    ["donnerstag", "Die Nutzerin war am Donnerstag beim Zahnarzt.", "de", "2025-07-03"],
    ["Mittwoch", "Der Termin ist auf Mittwoch verschoben.", "de", "2025-07-09"],
    ["el miércoles", "El miércoles se celebró la boda.", "es", "2025-07-02"],
    ["mercredi", "Léa a visité le musée mercredi.", "fr", "2025-07-02"],
    ["Friday", "Tom starts at Lidl on Friday.", "en", "2025-07-11"],
    ["Friday", "The user has a driving test on Friday.", "en", "2025-07-11"],
    ["Friday", "The user got a job, she starts on Friday.", "en", "2025-07-11"],
    ["Tuesday", "The user bought a bike on Tuesday.", "en", "2025-07-01"],
    ["Freitag", "Die Nutzerin fängt am Freitag bei Lidl an.", "de", "2025-07-11"],
    ["Dienstag", "Der Nutzer traf Ada am Dienstag.", "de", "2025-07-01"],
    ["viernes", "La usuaria empieza el viernes en Lidl.", "es", "2025-07-11"],
    ["martes", "El usuario hizo la mudanza el martes.", "es", "2025-07-01"],
    ["vendredi", "L'utilisatrice commence vendredi chez Lidl.", "fr", "2025-07-11"],
    ["mardi", "L'utilisateur est parti mardi.", "fr", "2025-07-01"],
    ["the 3rd", "The user starts on the 3rd.", "en", "2025-08-03"],
    ["3 June", "The user's lease begins on 3 June.", "en", "2025-06-03"],
    ["May '98", "The user moved to Jena in May '98.", "en", "1998-05-01"],
    ["a week from Friday", "The user flies a week from Friday.", "en", "2025-07-18"],
    ["20 March", "Tom got a new job on 20 March.", "en", "2025-03-20"],
    ["may", "Tom has been thirteen since May.", "en", "2025-05-01"],
    ["9. juli, 15 uhr", "Der Termin ist am 9. Juli um 15 Uhr.", "de", "2025-07-09"],
  ] as const)("%s: %s", (validAt, text, language, expected) =>
    expect(told(validAt, text, language)).toBe(expected),
  );
});

test("an ending has the day that the extractor states for it, whatever other days the sentence names", () => {
  const text =
    "Please word my notice: my last day there is Friday 19 September, on the 22nd I begin elsewhere.";
  const ending = { text: "Her last day is 19 September.", validAt: null, invalidAt: "2025-09-19" };
  const said = { text, at: { start: 23, end: 63 } };
  expect(timesOf(ending, "ending", said, options("en"))).toMatchObject({
    validAt: { at: "2025-09-19T00:00:00.000Z" },
    invalidAt: null,
  });
});

test("an ending that states its whole period keeps both ends", () => {
  const lived = { text: "She lived in Hof from 2006 to 2008.", validAt: "2006", invalidAt: "2008" };
  const said = { text: "then two years in hof, 2006-2008", at: { start: 0, end: 32 } };
  const { validAt, invalidAt } = timesOf(lived, "ending", said, options("en"));
  expect([validAt?.at.slice(0, 4), invalidAt?.at.slice(0, 4)]).toEqual(["2006", "2008"]);
});

describe("a date that the extractor states", () => {
  const proposal = {
    subject: "user",
    predicate: "LIVES_IN",
    object: "Ghent",
    objectKind: "value" as const,
    polarity: "positive" as const,
    text: "The user lives in Ghent.",
    quote: "Ghent",
    assertedBy: "user",
    change: null,
    confidence: 0.9,
    reasoning: null,
    invalidAt: null,
  };
  const kept = (validAt: string, turn: string, language: Language) =>
    withoutInventedTimes({ ...proposal, validAt }, turn, options(language)).validAt;

  test.each([
    ["2019-04-01", "I live in Ghent, by the canal.", "en"],
    ["2019", "Ich wohne in Gent am Kanal.", "de"],
    ["2019-04-01", "Vivo en Gante, junto al canal.", "es"],
    ["2031-01-01", "J'habite à Gand, au bord du canal.", "fr"],
  ] as const)("%s is made up where no time is told: %s", (validAt, turn, language) =>
    expect(kept(validAt, turn, language)).toBeNull(),
  );

  test.each([
    ["2019-04-01", "I have lived in Ghent since spring 2019.", "en"],
    ["1995-07-06", "I have been in Ghent these thirty years.", "en"],
    ["2015", "Ich wohne seit einem Jahrzehnt in Gent, also seit zehn Jahren.", "de"],
    ["2024-12-25", "We moved to Ghent at Yuletide.", "en"],
    ["2025-07-06", "We have just moved to Ghent.", "en"],
    ["2019-04-01", "Mieszkam w Gandawie nad kanałem od dawna.", "en"],
  ] as const)("%s stays: %s", (validAt, turn, language) =>
    expect(kept(validAt, turn, language)).toBe(validAt),
  );
});
