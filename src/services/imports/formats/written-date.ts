import { fold } from "../../../language/text.ts";

/** Languages whose names of months and weekdays are read, from `Intl`. */
const LOCALES = "cs da de el en es fi fr hu it nb nl pl pt ro ru sv tr uk".split(" ");

/** "12 March 2024", "12. März 2024", "12 de marzo de 2024"; "March 12, 2024"; "12.3.2024"; "2024年3月12日" */
const FORMS = [
  /(?<![\d.])(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?\s{1,3}(?:de\s{1,3})?(?<month>\p{L}{3,12})\.?,?\s{1,3}(?:de\s{1,3})?(?<year>\d{4})(?!\d)/iu,
  /(?<!\p{L})(?<month>\p{L}{3,12})\.?\s{1,3}(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(?<year>\d{4})(?!\d)/iu,
  /(?<![\d.])(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?![\d.])/,
  /(?<!\d)(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일]/,
];

const plain = (name: string): string => fold(name).replaceAll(".", "").trim();

/** Names as they stand in a date, which many languages inflect; long and short. Values: 1 for January, or Monday. */
function namesOf(part: "month" | "weekday", count: number): Map<string, number> {
  const names = new Map<string, number>();
  for (const locale of LOCALES)
    for (const style of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: "numeric", [part]: style, timeZone: "UTC" });
      for (let at = 1; at <= count; at++) {
        const date = part === "month" ? Date.UTC(2024, at - 1, 15) : Date.UTC(2024, 0, at);
        const name = format.formatToParts(date).find(({ type }) => type === part)?.value ?? "";
        names.set(plain(name), at);
      }
    }
  return names;
}

let names: { month: Map<string, number>; weekday: Map<string, number> } | undefined;

/** Building them takes some milliseconds. */
function known(): NonNullable<typeof names> {
  return (names ??= { month: namesOf("month", 12), weekday: namesOf("weekday", 7) });
}

export function isWeekday(word: string): boolean {
  return known().weekday.has(plain(word.replace(/,$/, "")));
}

/** A date with its month in words, or written in an order that one can tell; and where it stands in the text. */
export function writtenDate(
  text: string,
): { year: number; month: number; day: number; from: number; to: number } | null {
  for (const form of FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const { year, month = "", day } = found.groups ?? {};
    const nth = known().month.get(plain(month)) ?? Number(month);
    if (Number.isNaN(nth)) continue;
    const to = found.index + found[0].length;
    return { year: Number(year), month: nth, day: Number(day), from: found.index, to };
  }
  return null;
}
