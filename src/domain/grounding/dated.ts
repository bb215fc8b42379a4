import { anySource } from "../../language/index.ts";
import { fold, words } from "../../language/text.ts";

const DATED = new RegExp(`\\b(?:${anySource(({ dated }) => dated.months)})\\b|\\d{4}-\\d{2}`, "u");
const TIMED = new RegExp(`\\b(?:${anySource(({ dated }) => dated.days)})\\b`, "u");

/** Whether a value is a date, possibly derived from "yesterday". */
export function isDated(value: string): boolean {
  return DATED.test(fold(value));
}

/** Whether a text mentions a day, in any form. */
export function tellsDay(text: string): boolean {
  const folded = fold(text);
  return TIMED.test(folded) || DATED.test(folded);
}

/** The days of the week, Sunday first, each in every language. */
const WEEKDAYS = Array.from(
  { length: 7 },
  (_, day) => new RegExp(`^(?:${anySource(({ dated }) => dated.weekdays[day])})$`),
);

function weekdaysIn(text: string): number[] {
  return words(text)
    .map((word) => WEEKDAYS.findIndex((day) => day.test(word)))
    .filter((day) => day >= 0);
}

export function isWeekday(word: string): boolean {
  return weekdaysIn(word).length > 0;
}

/** Whether a value names weekdays, none of them in a text that names others. */
export function tellsAnotherDay(value: string, text: string): boolean {
  const [named, told] = [weekdaysIn(value), weekdaysIn(text)];
  return named.length > 0 && told.length > 0 && !named.some((day) => told.includes(day));
}

/** Support for a date from a text that mentions some day: half, because it need not be the same day. */
export const DAY_SHARE = 0.5;
