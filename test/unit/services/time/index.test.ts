import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessLanguage, LANGUAGES } from "../../../../src/language/index.ts";
import { parseTimes, resolvePoint, type TimeOptions } from "../../../../src/services/time/index.ts";

/** A Wednesday; Berlin is one hour ahead of UTC then, two in summer. */
const REFERENCE = "2026-11-18T10:00:00.000Z";
const UTC: TimeOptions = { reference: REFERENCE, timeZone: "UTC" };
const BERLIN: TimeOptions = { reference: REFERENCE, timeZone: "Europe/Berlin" };

/** `text @ from..to precision` per mention, days without their midnight. */
function told(text: string, options: TimeOptions = UTC): string[] {
  const short = (instant: string): string => instant.replace("T00:00:00.000Z", "").replace(":00.000Z", "Z");
  return parseTimes(text, options).map(
    (one) => `${one.text} @ ${short(one.from)}..${short(one.to)} ${one.precision}`,
  );
}

/** Of several words that tell one time, all count. */
describe("times of several parts", () => {
  test.each([
    ["I quit half a year ago", "half a year ago @ 2026-05-01..2026-06-01 month"],
    ["I quit a year and a half ago", "a year and a half ago @ 2025-05-01..2025-06-01 month"],
    ["we met two and a half years ago", "two and a half years ago @ 2024-05-01..2024-06-01 month"],
    ["we met eighteen months ago", "eighteen months ago @ 2025-05-01..2025-06-01 month"],
    ["forty-two years ago", "forty-two years ago @ 1984-01-01..1985-01-01 year"],
    ["I was there Tuesday last week", "Tuesday last week @ 2026-11-10..2026-11-11 day"],
    ["we meet on Friday of next week", "Friday of next week @ 2026-11-27..2026-11-28 day"],
    ["it is on the first Monday in June", "first Monday in June @ 2026-06-01..2026-06-02 day"],
    ["vor einem halben Jahr war ich dort", "vor einem halben Jahr @ 2026-05-01..2026-06-01 month"],
    ["das war vor anderthalb Jahren", "vor anderthalb Jahren @ 2025-05-01..2025-06-01 month"],
    ["das war vor siebzehn Jahren", "vor siebzehn Jahren @ 2009-01-01..2010-01-01 year"],
    ["wir sehen uns nächste Woche Dienstag", "nächste Woche Dienstag @ 2026-11-24..2026-11-25 day"],
    ["seit Dienstag letzter Woche bin ich hier", "Dienstag letzter Woche @ 2026-11-10..2026-11-11 day"],
    ["das Fest ist am zweiten Samstag im Mai", "zweiten Samstag im Mai @ 2026-05-09..2026-05-10 day"],
    ["lo dejé hace medio año", "hace medio año @ 2026-05-01..2026-06-01 month"],
    ["lo dejé hace año y medio", "hace año y medio @ 2025-05-01..2025-06-01 month"],
    ["fui el martes de la semana pasada", "martes de la semana pasada @ 2026-11-10..2026-11-11 day"],
    ["c'était il y a un an et demi", "il y a un an et demi @ 2025-05-01..2025-06-01 month"],
    ["c'est le premier lundi de juin", "premier lundi de juin @ 2026-06-01..2026-06-02 day"],
    ["je l'ai vu mardi de la semaine dernière", "mardi de la semaine dernière @ 2026-11-10..2026-11-11 day"],
  ])("%s", (text, expected) => {
    expect(told(text)).toEqual([expected]);
  });
});

describe("English", () => {
  test.each([
    ["I went there yesterday", "yesterday @ 2026-11-17..2026-11-18 day"],
    ["see you tomorrow", "tomorrow @ 2026-11-19..2026-11-20 day"],
    ["the day before yesterday it rained", "the day before yesterday @ 2026-11-16..2026-11-17 day"],
    ["last week I ran", "last week @ 2026-11-09..2026-11-18 day"],
    ["the week before last", "the week before last @ 2026-11-02..2026-11-09 day"],
    ["this week I rest", "this week @ 2026-11-16..2026-11-23 day"],
    ["next week I travel", "next week @ 2026-11-23..2026-11-30 day"],
    ["last weekend we hiked", "last weekend @ 2026-11-14..2026-11-16 day"],
    ["last month was wet", "last month @ 2026-10-01..2026-11-01 month"],
    ["last year I moved", "last year @ 2025-01-01..2026-01-01 year"],
    ["two weeks ago we met", "two weeks ago @ 2026-11-01..2026-11-08 day"],
    ["3 days ago", "3 days ago @ 2026-11-15..2026-11-16 day"],
    ["five years ago", "five years ago @ 2021-01-01..2022-01-01 year"],
    ["a couple of months ago", "a couple of months ago @ 2026-09-01..2026-10-01 month"],
    ["in the last three weeks", "in the last three weeks @ 2026-10-28..2026-11-19 day"],
    ["last summer was hot", "last summer @ 2026-06-01..2026-09-01 month"],
    ["last winter was cold", "last winter @ 2025-12-01..2026-03-01 month"],
    ["at Christmas 2023 it rained", "Christmas 2023 @ 2023-12-24..2023-12-27 day"],
    ["we saw them at Easter 2022", "Easter 2022 @ 2022-04-15..2022-04-19 day"],
    ["we met in summer 2020", "summer 2020 @ 2020-06-01..2020-09-01 month"],
    ["in March I moved", "March @ 2026-03-01..2026-04-01 month"],
    ["in December I moved", "December @ 2025-12-01..2026-01-01 month"],
    ["March 2025 was fine", "March 2025 @ 2025-03-01..2025-04-01 month"],
    ["I have lived here since 2016", "2016 @ 2016-01-01..2017-01-01 year"],
    ["In 2016, I moved", "2016 @ 2016-01-01..2017-01-01 year"],
    ["from 2016 to 2018 I lived there", "from 2016 to 2018 @ 2016-01-01..2019-01-01 year"],
    ["music of the 90s", "the 90s @ 1990-01-01..2000-01-01 year"],
    ["at the end of 2023", "at the end of 2023 @ 2023-09-01..2024-01-01 month"],
    ["he stays until the end of the month", "the end of the month @ 2026-11-30..2026-12-01 day"],
    ["it is due by year's end", "year's end @ 2026-12-31..2027-01-01 day"],
    ["On 2025-03-19 we met", "2025-03-19 @ 2025-03-19..2025-03-20 day"],
    ["at 2025-03-19 14:30 it rang", "2025-03-19 14:30 @ 2025-03-19T14:30Z..2025-03-19T14:31Z minute"],
    ["in 2025-03", "2025-03 @ 2025-03-01..2025-04-01 month"],
    ["from March to May 2024", "from March to May 2024 @ 2024-03-01..2024-06-01 month"],
    ["from November to February 2024", "from November to February 2024 @ 2023-11-01..2024-03-01 month"],
    ["between 3 and 7 May", "between 3 and 7 May @ 2026-05-03..2026-05-08 day"],
    ["May 3-7, 2024", "May 3-7, 2024 @ 2024-05-03..2024-05-08 day"],
    ["from Monday to Friday", "Monday to Friday @ 2026-11-16..2026-11-21 day"],
    ["we met on the 19th", "on the 19th @ 2026-10-19..2026-10-20 day"],
    ["see you on Friday", "Friday @ 2026-11-13..2026-11-14 day"],
    ["last Friday", "last Friday @ 2026-11-13..2026-11-14 day"],
    ["next Friday", "next Friday @ 2026-11-20..2026-11-21 day"],
    ["last Tues I joined", "last Tues @ 2026-11-17..2026-11-18 day"],
    ["on 3 May", "on 3 May @ 2026-05-03..2026-05-04 day"],
    ["a table for May 3, 10 people", "May 3 @ 2026-05-03..2026-05-04 day"],
    ["May 3rd, 2020", "May 3rd, 2020 @ 2020-05-03..2020-05-04 day"],
    ["in May '98 I moved", "May '98 @ 1998-05-01..1998-06-01 month"],
    ["we met in the summer of ’98", "the summer of ’98 @ 1998-06-01..1998-09-01 month"],
    ["on 3 May '98", "3 May '98 @ 1998-05-03..1998-05-04 day"],
    ["we moved in '98", "'98 @ 1998-01-01..1999-01-01 year"],
    ["the lease ends in May '30", "May '30 @ 2030-05-01..2030-06-01 month"],
    ["I leave a week from Friday", "a week from Friday @ 2026-11-27..2026-11-28 day"],
    ["I leave a week on Friday", "a week on Friday @ 2026-11-27..2026-11-28 day"],
    ["I leave two weeks from Monday", "two weeks from Monday @ 2026-12-07..2026-12-08 day"],
    ["see you Friday week", "Friday week @ 2026-11-27..2026-11-28 day"],
    ["yesterday at 5:30pm", "yesterday at 5:30pm @ 2026-11-17T17:30Z..2026-11-17T17:31Z minute"],
  ])("%s", (text, expected) => {
    expect(told(text)).toEqual([expected]);
  });
});

describe("German, French, Spanish", () => {
  test.each([
    ["im Mai '98 zog ich um", "Mai '98 @ 1998-05-01..1998-06-01 month"],
    ["Das war im Mai 98.", "Mai 98 @ 1998-05-01..1998-06-01 month"],
    ["Ich reise am Freitag in einer Woche ab", "Freitag in einer Woche @ 2026-11-27..2026-11-28 day"],
    ["Freitag in acht Tagen bin ich weg", "Freitag in acht Tagen @ 2026-11-27..2026-11-28 day"],
    ["me mudé en mayo del 98", "mayo del 98 @ 1998-05-01..1998-06-01 month"],
    ["me mudé en mayo de '98", "mayo de '98 @ 1998-05-01..1998-06-01 month"],
    ["me voy el viernes en ocho días", "viernes en ocho días @ 2026-11-27..2026-11-28 day"],
    ["salgo una semana a partir del viernes", "una semana a partir del viernes @ 2026-11-27..2026-11-28 day"],
    ["nous avons déménagé en mai '98", "mai '98 @ 1998-05-01..1998-06-01 month"],
    ["je pars vendredi en huit", "vendredi en huit @ 2026-11-27..2026-11-28 day"],
    ["je pars lundi en quinze", "lundi en quinze @ 2026-12-07..2026-12-08 day"],
    ["gestern war ich müde", "gestern @ 2026-11-17..2026-11-18 day"],
    ["ich war vor zwei Wochen dort", "vor zwei Wochen @ 2026-11-01..2026-11-08 day"],
    ["Ostern 2024 waren wir in Rom", "Ostern 2024 @ 2024-03-29..2024-04-02 day"],
    ["letzten Sommer waren wir in Rom", "letzten Sommer @ 2026-06-01..2026-09-01 month"],
    ["am 3. Mai", "am 3. Mai @ 2026-05-03..2026-05-04 day"],
    ["neuer Termin: 3. Mai, 15 Uhr", "3. Mai @ 2026-05-03..2026-05-04 day"],
    ["am 3. Mai 15 Uhr beim Arzt", "am 3. Mai @ 2026-05-03..2026-05-04 day"],
    ["geboren am 3. Mai 84", "am 3. Mai 84 @ 1984-05-03..1984-05-04 day"],
    ["am 19.03.2025 war es", "19.03.2025 @ 2025-03-19..2025-03-20 day"],
    ["vom 3. bis 7. Mai 2024", "vom 3. bis 7. Mai 2024 @ 2024-05-03..2024-05-08 day"],
    ["ich war 2016 in Rom", "2016 @ 2016-01-01..2017-01-01 year"],
    ["wir wohnen seit 2016 hier", "2016 @ 2016-01-01..2017-01-01 year"],
    ["im März bin ich umgezogen", "März @ 2026-03-01..2026-04-01 month"],
    ["vorletzte Woche war ich krank", "vorletzte Woche @ 2026-11-02..2026-11-09 day"],
    ["er bleibt bis Ende des Monats", "Ende des Monats @ 2026-11-30..2026-12-01 day"],
    ["er bleibt noch bis Jahresende", "Jahresende @ 2026-12-31..2027-01-01 day"],
    ["Ende 2023 haben wir geheiratet", "Ende 2023 @ 2023-09-01..2024-01-01 month"],
    ["ich arbeite seit drei Jahren hier", "seit drei Jahren @ 2023-01-01..2024-01-01 year"],
    ["hier je suis allé au cinéma", "hier @ 2026-11-17..2026-11-18 day"],
    ["il y a deux semaines", "il y a deux semaines @ 2026-11-01..2026-11-08 day"],
    ["la semaine dernière j'ai couru", "la semaine dernière @ 2026-11-09..2026-11-18 day"],
    ["le mois dernier", "le mois dernier @ 2026-10-01..2026-11-01 month"],
    ["il reste jusqu'à la fin de l'année", "à la fin de l'année @ 2026-12-31..2027-01-01 day"],
    ["lundi dernier", "lundi dernier @ 2026-11-16..2026-11-17 day"],
    ["le 3 mai 2020", "le 3 mai 2020 @ 2020-05-03..2020-05-04 day"],
    ["j'habite ici depuis 2016", "2016 @ 2016-01-01..2017-01-01 year"],
    ["ayer fui al cine", "ayer @ 2026-11-17..2026-11-18 day"],
    ["hace dos semanas", "hace dos semanas @ 2026-11-01..2026-11-08 day"],
    ["el mes pasado", "el mes pasado @ 2026-10-01..2026-11-01 month"],
    ["se queda hasta fin de mes", "fin de mes @ 2026-11-30..2026-12-01 day"],
    ["el lunes pasado", "el lunes pasado @ 2026-11-16..2026-11-17 day"],
    ["el 3 de mayo de 2020", "el 3 de mayo de 2020 @ 2020-05-03..2020-05-04 day"],
    ["vivo aquí desde 2016", "2016 @ 2016-01-01..2017-01-01 year"],
  ])("%s", (text, expected) => {
    expect(told(text)).toEqual([expected]);
  });
});

describe("no dates", () => {
  test.each([
    "it cost 2000 dollars",
    "in 2016 dollars",
    "it was $2016",
    "Das kostet 2000 Euro",
    "2000 Leute waren da",
    "Wir treffen uns um 20:15",
    "call +49 170 2016 2017",
    "Tel. 030 2016 2017",
    "call 555-2016",
    "in room 2016",
    "im Zimmer 2016",
    "you may go",
    "May I ask why?",
    "they march on",
    "a march in the park",
    "version 2.10.3",
    "Guten Morgen",
    "I sat in the sun, wait a second",
    "at the end of the day it is fine",
    "nos vemos el fin de semana, amigos",
    "the 19th century",
    "mein 19. Geburtstag",
    "now",
    "",
    "a note of '50 cents' in my purse",
    "we played '99 Luftballons'",
  ])("%s", (text) => {
    expect(told(text)).toEqual([]);
  });
});

describe("choice and zone", () => {
  test("prefer tells which March is meant", () => {
    const march = (prefer: TimeOptions["prefer"], reference: string): string | undefined =>
      parseTimes("in March", { ...UTC, reference, prefer })[0]?.from.slice(0, 7);
    expect(march("past", REFERENCE)).toBe("2026-03");
    expect(march("future", REFERENCE)).toBe("2027-03");
    expect(march("nearest", REFERENCE)).toBe("2027-03");
    expect(march("nearest", "2026-06-01T00:00:00.000Z")).toBe("2026-03");
  });

  test("days are the user's, over daylight saving too", () => {
    expect(told("yesterday", BERLIN)).toEqual(["yesterday @ 2026-11-16T23:00Z..2026-11-17T23:00Z day"]);
    expect(told("on 2026-03-29", BERLIN)).toEqual(["2026-03-29 @ 2026-03-28T23:00Z..2026-03-29T22:00Z day"]);
    expect(told("in March 2026", BERLIN)).toEqual([
      "March 2026 @ 2026-02-28T23:00Z..2026-03-31T22:00Z month",
    ]);
    const lateEvening = { reference: "2026-11-18T23:30:00.000Z", timeZone: "Europe/Berlin" };
    expect(told("today", lateEvening)).toEqual(["today @ 2026-11-18T23:00Z..2026-11-19T23:00Z day"]);
  });

  test("slashes: month first in English, day first elsewhere", () => {
    expect(told("on 05/12/2023", { ...UTC, languages: ["en"] })[0]).toContain("2023-05-12..");
    expect(told("le 05/12/2023", { ...UTC, languages: ["fr"] })[0]).toContain("2023-12-05..");
  });

  test("several mentions, in order", () => {
    expect(told("I moved in 2016 and married in May 2019").map((one) => one.split(" @")[0])).toEqual([
      "2016",
      "May 2019",
    ]);
  });
});

describe("resolvePoint", () => {
  test.each([
    ["2016", "2016-01-01T00:00:00.000Z", "year"],
    ["2025-03", "2025-03-01T00:00:00.000Z", "month"],
    ["2025-03-19", "2025-03-19T00:00:00.000Z", "day"],
    ["2025-03-19T08:30:00+01:00", "2025-03-19T07:30:00.000Z", "minute"],
    ["2025-03-19T00:00:00Z", "2025-03-19T00:00:00.000Z", "day"],
    ["last summer", "2026-06-01T00:00:00.000Z", "month"],
    ["im Mai 2020", "2020-05-01T00:00:00.000Z", "month"],
    ["hace dos años", "2024-01-01T00:00:00.000Z", "year"],
  ])("%s", (text, at, precision) => {
    expect(resolvePoint(text, UTC)).toEqual({ at, precision });
  });

  test("in the user's zone", () => {
    expect(resolvePoint("2016", BERLIN)?.at).toBe("2015-12-31T23:00:00.000Z");
  });

  test.each(["", "unknown", "2025-13", "2025-02-30", "9999", "2025-03-19T99:00:00Z"])(
    "%s is none",
    (text) => {
      expect(resolvePoint(text, UTC)).toBeNull();
    },
  );
});

test.each([
  ["I was at the lake with my sister", "en"],
  ["am 3. Mai", "de"],
  ["Ich wohne seit drei Jahren in Bonn", "de"],
  ["J'habite à Lyon depuis trois ans", "fr"],
  ["Vivo en Madrid desde hace tres años", "es"],
  ["", "en"],
])("guessLanguage: %s", (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});

describe("for any text", () => {
  const word = fc.constantFrom(
    ..."in on the last next this from to between and since May March Friday yesterday 3 19 2016 2016-2018 2024-02-30 31.12.2025 29 February 05/12/23 early end of summer 90s weeks ago two tomorrow at 02:30 vor zwei Wochen am im letzten Mai bis seit il y a deux semaines dernière hace dos meses pasado el de".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.array(word, { maxLength: 14 }).map((words) => words.join(" ")),
  );
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "America/New_York",
  );
  const date = fc.date({ min: new Date("1970-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });

  test("intervals have a length, spans lie in the text and do not overlap", { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(text, zone, date, fc.constantFrom(...LANGUAGES), (text, timeZone, at, language) => {
        const mentions = parseTimes(text, { reference: at.toISOString(), timeZone, languages: [language] });
        let end = 0;
        for (const one of mentions) {
          expect(one.from < one.to).toBe(true);
          expect(one.start).toBeGreaterThanOrEqual(end);
          expect(one.end).toBeGreaterThan(one.start);
          expect(one.end).toBeLessThanOrEqual(text.length);
          expect(text.slice(one.start, one.end)).toBe(one.text);
          end = one.end;
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("languages without a pack", () => {
  const options: TimeOptions = { reference: "2026-04-15T10:00:00.000Z", timeZone: "UTC" };

  test.each([
    ["me separei no fim de novembro de 2025", "2025-11-01", "month"],
    ["в апреле 2025 какая доза была?", "2025-04-01", "month"],
    ["a marzo 2025 con chi stavo?", "2025-03-01", "month"],
    ["2025年6月なかば、どこで暮らしとった？", "2025-06-01", "month"],
    ["2025년 3월에 어디 살았어?", "2025-03-01", "month"],
    ["W marcu 2025 mieszkałem w Łodzi", "2025-03-01", "month"],
    ["вчера ходил к врачу", "2026-04-14", "day"],
    ["8月12日ごろ、私どこに住んどった？", "2025-08-12", "day"],
  ])("%s", (text, from, precision) => {
    expect(parseTimes(text, options)).toMatchObject([{ from: `${from}T00:00:00.000Z`, precision }]);
  });

  test("what a model copied from such a turn is read in its language", () => {
    expect(resolvePoint("с марта", { ...options, languages: ["en"], other: "ru" })?.at).toMatch(
      /^2026-03-01/,
    );
    expect(resolvePoint("fim de novembro de 2025", { ...options, other: "pt" })?.at).toMatch(/^2025-11-01/);
    expect(resolvePoint("с марта", { ...options, other: null })).toBeNull();
  });
});
