import { localDate } from "../../domain/local-day.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Language } from "./grammar.ts";
import type { Reading } from "./read-turn.ts";

/** How a language tells the day on which somebody turned an age. Folded to lower case before. */
interface DayWords {
  days: readonly string[];
  ago: Readonly<Record<string, number>>;
  months: readonly string[];
  /** "the 21st", "am 2.", with the month behind it when one is said; groups `day` and `month`. */
  dated: RegExp;
  /** The age was reached then. */
  turned: RegExp;
  /** It will be. */
  ahead: RegExp;
}

const WORDS: Readonly<Record<Language, DayWords>> = {
  en: {
    days: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
    ago: { today: 0, yesterday: 1 },
    months: "january february march april may june july august september october november december".split(
      " ",
    ),
    dated:
      /\b(?:on|since) (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?(?: (?<month>[a-z]+))?|\b(?:on|since) (?<month2>[a-z]+) (?<day2>\d{1,2})/u,
    turned: /\bturned\b|\b\d{1,3} (?:since|on|today|yesterday)\b/u,
    ahead: /\b(?:turns|will (?:be|turn)|tomorrow|next)\b/u,
  },
  de: {
    days: ["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag"],
    ago: { heute: 0, gestern: 1, vorgestern: 2 },
    months: "januar februar märz april mai juni juli august september oktober november dezember".split(" "),
    dated: /\b(?:am|seit) (?:dem )?(?<day>\d{1,2})\.(?: (?<month>\p{L}+))?/u,
    turned: /\b(?:geworden|worden|wurde)\b/u,
    ahead: /\b(?:wird|werde|morgen|nächste\p{L}*)\b/u,
  },
  fr: {
    days: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
    ago: { "aujourd'hui": 0, hier: 1, "avant-hier": 2 },
    months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
    dated: /\ble (?<day>\d{1,2})(?:er)?(?: (?<month>\p{L}+))?/u,
    turned: /(?<!\p{L})(?:eu|fêté|eus)(?!\p{L})/u,
    ahead: /(?<!\p{L})(?:aura|aurai|va avoir|vais avoir|demain)(?!\p{L})/u,
  },
  es: {
    days: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
    ago: { hoy: 0, ayer: 1, anteayer: 2 },
    months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(
      " ",
    ),
    dated: /\bel (?<day>\d{1,2})(?: de (?<month>\p{L}+))?/u,
    turned: /(?<!\p{L})(?:cumplí|cumplió|cumplimos|ha cumplido|he cumplido)(?!\p{L})/u,
    ahead: /(?<!\p{L})(?:cumple|cumplo|cumplirá|mañana)(?!\p{L})/u,
  },
};

const LOCALES: Readonly<Record<Language, string>> = { en: "en-US", de: "de-DE", fr: "fr-FR", es: "es-ES" };
/** Characters before and behind an age in which its day is told. */
const AROUND = 60;

/** The birthdays that ages tell: who turned 14 on Sunday has it on that day. */
export function birthdays(
  readings: readonly Reading[],
  own: string,
  said: { at: string; timeZone: string },
  language: Language,
): Reading[] {
  const today = localDay(said);
  if (today === null) return [];
  return readings.flatMap((reading) => {
    if (reading.predicate !== "AGE" || reading.negative) return [];
    const day = birthday(around(own, reading), today, WORDS[language]);
    if (day === null) return [];
    const written = new Intl.DateTimeFormat(LOCALES[language], {
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    }).format(day);
    return [
      {
        ...reading,
        predicate: "BIRTHDAY",
        object: written,
        change: null,
        validAt: null,
        confidence: 0.75,
        rule: "day of an age",
      },
    ];
  });
}

/** The sentence around an age, up to the clauses beside it. */
function around(own: string, { quote }: Reading): string {
  const before = /[^.,;!?()\n]*$/u.exec(own.slice(Math.max(0, quote.start - AROUND), quote.start))?.[0] ?? "";
  const after = /^[^.;!?()\n]*\.?[^,;!?()\n]*/u.exec(own.slice(quote.end, quote.end + AROUND))?.[0] ?? "";
  const stop = after.search(/,|\s(?:and|but|und|aber|et|mais|y|pero)\s/u);
  return (
    before +
    own.slice(quote.start, quote.end) +
    (stop < 0 ? after : after.slice(0, stop))
  ).toLowerCase();
}

function birthday(text: string, today: Date, words: DayWords): Date | null {
  if (!words.turned.test(text) || words.ahead.test(text)) return null;
  const groups = words.dated.exec(text)?.groups;
  const day = Number(groups?.["day"] ?? groups?.["day2"] ?? 0);
  if (day >= 1 && day <= 31) return dated(day, groups?.["month"] ?? groups?.["month2"], today, words);
  for (const [word, days] of Object.entries(words.ago))
    if (new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "u").test(text)) return minusDays(today, days);
  const weekday = words.days.findIndex((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").test(text));
  if (weekday < 0) return null;
  return minusDays(today, (today.getUTCDay() - weekday + 7) % 7 || 7);
}

/** The latest such day before today. */
function dated(day: number, month: string | undefined, today: Date, { months }: DayWords): Date | null {
  const at = month === undefined ? -1 : months.findIndex((name) => name.startsWith(month.slice(0, 4)));
  if (at >= 0) return new Date(Date.UTC(today.getUTCFullYear(), at, day));
  const here = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), day));
  return here <= today ? here : new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, day));
}

const minusDays = (from: Date, days: number): Date => new Date(from.getTime() - days * DAY_MS);

/** The user's own day as midnight UTC; null when the time of the turn is not known. */
function localDay({ at, timeZone }: { at: string; timeZone: string }): Date | null {
  return Number.isNaN(Date.parse(at)) ? null : new Date(`${localDate(at, timeZone)}T00:00:00Z`);
}
