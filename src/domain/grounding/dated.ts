import { anySource } from "../../language/index.ts";
import { fold, words } from "../../language/text.ts";

const DATED = new RegExp(`\\b(?:${anySource(({ dated }) => dated.months)})\\b|\\d{4}-\\d{2}`, "u");
const TIMED = new RegExp(`\\b(?:${anySource(({ dated }) => dated.days)})\\b`, "u");

/** Whether a value is a date, which may have been worked out from "yesterday". */
export function isDated(value: string): boolean {
  return DATED.test(fold(value));
}

/** Whether a text speaks of a day, however. */
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

/** Whether a value names days of the week of which a text names none, but others. */
export function tellsAnotherDay(value: string, text: string): boolean {
  const [named, told] = [weekdaysIn(value), weekdaysIn(text)];
  return named.length > 0 && told.length > 0 && !named.some((day) => told.includes(day));
}

/** Share of a date that a text carries which tells some day: half of it, for it is not said which. */
export const DAY_SHARE = 0.5;
