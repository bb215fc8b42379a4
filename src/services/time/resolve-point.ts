import { guessLanguage, LANGUAGES, PACKS } from "../../language/index.ts";
import { toInstant, type TimePoint } from "../../domain/model/time.ts";
import { monthIn } from "./other-languages.ts";
import { contextOf, parseTimes } from "./parse-times.ts";
import { datePeriod, isYear, monthPeriod, yearPeriod, type Period } from "./period.ts";
import { type TimeMention, type TimeOptions } from "./types.ts";
import { fromWall, toWall } from "../../domain/model/wall-clock.ts";
import { monthAlone } from "./meanings.ts";

const PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
/** A full instant; models often write a day as midnight in UTC. */
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)$/i;
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A point from a partial ISO date in the user's calendar ("2016", "2025-03"), a full instant, or words. */
export function resolvePoint(text: string, options: TimeOptions): TimePoint | null {
  const trimmed = text.trim();
  const iso = MIDNIGHT.exec(trimmed)?.[1] ?? trimmed;
  if (PARTIAL.test(iso)) return fromPartial(iso, options.timeZone);
  if (ZONED.test(iso)) return fromZoned(iso);
  const [mention] = mentionsIn(trimmed, options);
  return mention === undefined
    ? monthNamed(trimmed, options)
    : { at: mention.from, precision: mention.precision };
}

/** In running text "may" and "mar" may be other words; a text that is nothing else means the month. */
function monthNamed(text: string, options: TimeOptions): TimePoint | null {
  const now = toWall(options.reference, options.timeZone);
  for (const language of options.languages ?? LANGUAGES) {
    const period = monthAlone({ month: text }, contextOf(PACKS[language].times, now, options));
    if (period !== null) return { at: fromWall(period.from, options.timeZone), precision: period.precision };
  }
  const period =
    options.other == null ? null : monthIn(text, options.other, contextOf(PACKS.en.times, now, options));
  return period && { at: fromWall(period.from, options.timeZone), precision: period.precision };
}

function fromPartial(iso: string, timeZone: string): TimePoint | null {
  const [, year = "", month, day] = PARTIAL.exec(iso) ?? [];
  const period = partialPeriod(Number(year), month, day);
  return period && { at: fromWall(period.from, timeZone), precision: period.precision };
}

function partialPeriod(year: number, month: string | undefined, day: string | undefined): Period | null {
  if (!isYear(year)) return null;
  if (month === undefined) return yearPeriod(year);
  if (Number(month) < 1 || Number(month) > 12) return null;
  return day === undefined ? monthPeriod(year, Number(month)) : datePeriod(year, Number(month), Number(day));
}

function fromZoned(iso: string): TimePoint | null {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? null : { at: toInstant(ms), precision: "minute" };
}

/** The language of a few words is hard to guess: other languages are tried if the guess finds nothing. */
function mentionsIn(text: string, options: TimeOptions): TimeMention[] {
  const guess = guessLanguage(text);
  const order = options.languages?.length
    ? options.languages
    : [guess, ...LANGUAGES.filter((one) => one !== guess)];
  for (const language of order) {
    const found = parseTimes(text, { ...options, languages: [language] });
    if (found.length > 0) return found;
  }
  return [];
}
