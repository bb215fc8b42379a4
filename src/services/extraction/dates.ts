import { figures, hasNumber, numberForms } from "../../domain/numbers.ts";
import { fold } from "../../domain/text.ts";
import { DAY_MS } from "../../domain/time.ts";
import { parseTimes, type Preference, type TimeMention, type TimeOptions } from "../time/index.ts";

const PREFERENCES: readonly Preference[] = ["past", "nearest", "future"];

/**
 * Whether a statement dates something by a day that its turn does not mean, while the turn does speak of days:
 * "starts on Monday" is no other day than that Monday. Days that the turn says nothing of are not judged here.
 */
export function hasOtherDate(statement: string, said: string, options: TimeOptions): boolean {
  const claimed = parseTimes(statement, { ...options, languages: undefined }).filter(isFullDay);
  if (claimed.length === 0) return false;
  const meant = PREFERENCES.flatMap((prefer) => parseTimes(said, { ...options, prefer })).filter(isDay);
  if (meant.length === 0) return false;
  const numbers = numberForms(said);
  const today = Date.parse(options.reference);
  const isMeant = (one: TimeMention): boolean =>
    meant.some((other) => overlap(one, other)) || Math.abs(Date.parse(one.from) - today) <= DAY_MS;
  // "From the 18th" names the day alone.
  const isNamed = ({ text }: TimeMention): boolean =>
    figures(text).some((n) => n.length <= 2 && hasNumber(numbers, n));
  return claimed.some((one) => !isNamed(one) && !isMeant(one));
}

/** Day and month in figures and words: such a date is worked out, not repeated. */
function isFullDay(mention: TimeMention): boolean {
  return (
    mention.precision === "day" &&
    /\d/.test(mention.text) &&
    /[a-z]{3}/.test(fold(mention.text)) &&
    isDay(mention)
  );
}

function isDay({ from, to }: TimeMention): boolean {
  return Date.parse(to) - Date.parse(from) <= DAYS_MAX * DAY_MS;
}

/** A weekend or a few days; a month is no day. */
const DAYS_MAX = 9;

/** In any year: a birthday told by its day has another one. */
function overlap(a: TimeMention, b: TimeMention): boolean {
  if (a.from < b.to && b.from < a.to) return true;
  return a.from.slice(5, 10) === b.from.slice(5, 10);
}
