/**
 * chrono-node for expressions the rules do not cover: clock times, spelled-out days, unusual orders. It works on wall time (a
 * reference in "UTC" that shows the user's wall clock), so its own time zone handling is never involved.
 */
import { anySource, type Language } from "../../language/index.ts";
import { casual as en } from "chrono-node/en";
import { casual as de } from "chrono-node/de";
import { casual as fr } from "chrono-node/fr";
import { casual as es } from "chrono-node/es";
import type { Chrono, ParsedComponents, ParsedResult } from "chrono-node";
import { HOUR_MS, MINUTE_MS } from "../../domain/model/time.ts";
import { datesAround } from "./around.ts";
import { choose } from "./choose.ts";
import type { FoundTime } from "./found.ts";
import type { TimeContext } from "./meanings.ts";
import { datePeriod, isYear, monthPeriod, type Period } from "./period.ts";

/** Languages supported by chrono-node; others rely on the rules alone. */
const PARSERS: Partial<Record<Language, Chrono>> = { en, de, fr, es };

export function findWithChrono(text: string, language: Language, context: TimeContext): FoundTime[] {
  const parser = PARSERS[language];
  return parser ? foundBy(parser, text, context) : [];
}

export function foundBy(parser: Chrono, text: string, context: TimeContext): FoundTime[] {
  const reference = { instant: new Date(context.now), timezone: 0 };
  return parser.parse(text, reference).flatMap((result) => toFound(result, text, context) ?? []);
}

function toFound(result: ParsedResult, text: string, context: TimeContext): FoundTime | null {
  if (!tellsDate(result)) return null;
  const date = withoutNumber(result, text.slice(result.index + result.text.length), context);
  const hasYear = date.length === result.text.length;
  const from = toPeriod(result.start, context, hasYear);
  // chrono returns null where its types say undefined.
  const to = result.end ? toPeriod(result.end, context, hasYear) : from;
  if (from === null || to === null || to.to <= from.from) return null;
  const start = result.index;
  return { ...from, to: to.to, start, end: start + date.length };
}

/** "3. Juli, 15 Uhr", "July 3, 10 people": two digits after a date are a year unless the text shows otherwise. */
function withoutNumber({ start, end, text }: ParsedResult, behind: string, { words }: TimeContext): string {
  const [, date = text, comma = ""] = DATE_AND_NUMBER.exec(text) ?? [];
  if (date === text || !(end ?? start).isCertain("year")) return text;
  if (comma !== "") return date;
  const counted = new RegExp(`^ ?(?:${words.oClock}|${words.counted})(?!\\p{L})`, "iu");
  return counted.test(behind) ? date : text;
}

const DATE_AND_NUMBER = /^((?=.*\d)(?=.*\p{L}).*[\p{L}\d.])(,?) \d{2}$/u;

const RELATIVE = new RegExp(`(?:${anySource(({ times }) => times.relative)})$`, "iu");

/** Bare times of day, weekdays and months are left to the rules; so are relative units, which chrono narrows to a day. */
function tellsDate({ start, text }: ParsedResult): boolean {
  // "now", "in a second", "the week before"
  if ((start.isCertain("second") && !/\d/u.test(text)) || RELATIVE.test(text)) return false;
  if (start.isCertain("day") && start.isCertain("month")) return /\d|[\p{L}]{3}/u.test(text);
  return start.isCertain("month") && start.isCertain("year") && /\d{4}/u.test(text);
}

function toPeriod(parts: ParsedComponents, context: TimeContext, hasYear: boolean): Period | null {
  const [year, month, day] = [parts.get("year"), parts.get("month"), parts.get("day")];
  if (year === null || month === null || !isYear(year)) return null;
  if (!parts.isCertain("day") || day === null) return monthPeriod(year, month);
  const date =
    hasYear && parts.isCertain("year")
      ? datePeriod(year, month, day)
      : choose(datesAround(month, day, context.now), context.now, context.prefer);
  return date === null || !parts.isCertain("hour") ? date : atTime(date, parts);
}

/** "at 5" is that hour, "at 5:15" that minute. */
function atTime(date: Period, parts: ParsedComponents): Period {
  const from = date.from + (parts.get("hour") ?? 0) * HOUR_MS + (parts.get("minute") ?? 0) * MINUTE_MS;
  return { from, to: from + (parts.isCertain("minute") ? MINUTE_MS : HOUR_MS), precision: "minute" };
}
