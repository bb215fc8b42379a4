/**
 * Times in languages without a pack: what chrono-node reads, and months with their year by the names that `Intl` gives them.
 */
import { casual as ar } from "chrono-node/ar";
import { casual as fi } from "chrono-node/fi";
import { casual as id } from "chrono-node/id";
import { casual as it } from "chrono-node/it";
import { casual as ja } from "chrono-node/ja";
import { casual as nl } from "chrono-node/nl";
import { casual as pt } from "chrono-node/pt";
import { casual as ru } from "chrono-node/ru";
import { casual as sv } from "chrono-node/sv";
import { casual as uk } from "chrono-node/uk";
import { casual as vi } from "chrono-node/vi";
import { casual as zh } from "chrono-node/zh";
import type { Chrono } from "chrono-node";
import { fold } from "../../language/text.ts";
import { monthsAround } from "./around.ts";
import { choose } from "./choose.ts";
import { foundBy } from "./chrono.ts";
import type { FoundTime } from "./found.ts";
import type { TimeContext } from "./meanings.ts";
import { isYear, monthPeriod, type Period } from "./period.ts";
import { cached } from "../../language/cached.ts";

const PARSERS: Partial<Record<string, Chrono>> = { ar, fi, id, it, ja, nl, pt, ru, sv, uk, vi, zh };

/** `language`: ISO 639-1. */
export function findInOther(text: string, language: string, context: TimeContext): FoundTime[] {
  const parser = PARSERS[language];
  return [...(parser ? foundBy(parser, text, context) : []), ...monthsWithYear(text, language)];
}

const EAST_ASIAN = /(?<!\d)(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월](?!\s?\d{1,2}\s?[日일])/gu;
/** After the name: "de 2025". */
const YEAR = "\\.?,?\\s{1,3}(?:\\p{L}{1,3}\\s{1,3})?(?<year>\\d{4})(?!\\d)";

function monthsWithYear(text: string, language: string): FoundTime[] {
  const named = monthsOf(language).flatMap(({ withYear, month }) =>
    matchesOf(withYear, text).map((match) => ({ match, month })),
  );
  const numbered = matchesOf(EAST_ASIAN, text).map((match) => ({
    match,
    month: Number(match.groups?.["month"]),
  }));
  return [...named, ...numbered].flatMap(({ match, month }) => {
    const year = Number(match.groups?.["year"]);
    if (!isYear(year) || month < 1 || month > 12) return [];
    return [{ ...monthPeriod(year, month), start: match.index, end: match.index + match[0].length }];
  });
}

function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  return [...text.matchAll(pattern)];
}

/** "In March", without a year. */
export function monthIn(text: string, language: string, { now, prefer }: TimeContext): Period | null {
  const found = monthsOf(language).find(({ name }) => name.test(text));
  return found === undefined ? null : choose(monthsAround(found.month, now), now, prefer);
}

interface Month {
  month: number;
  /** Any form of it. */
  name: RegExp;
  withYear: RegExp;
}

/** Languages whose months are kept: all that there are. */
const LANGUAGES_MAX = 200;
const monthsOf = cached(LANGUAGES_MAX, readMonths);

/** Names in letters, as they stand alone and in a date; not "8月". */
function readMonths(language: string): Month[] {
  const formats = ([{}, { day: "numeric" }] as const).map(
    (form) => new Intl.DateTimeFormat(language || "und", { month: "long", ...form, timeZone: "UTC" }),
  );
  return Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) => {
    const parts = formats.flatMap((format) => format.formatToParts(Date.UTC(2024, month - 1, 15)));
    const names = parts.flatMap(({ type, value }) =>
      type === "month" ? [value.toLowerCase(), fold(value)] : [],
    );
    const beginnings = names.filter((name) => /^\p{L}{3,}$/u.test(name)).map(beginningOf);
    const source = `(?<!\\p{L})(?:${beginnings.join("|")})\\p{L}{0,4}(?!\\p{L})`;
    if (beginnings.length === 0) return [];
    return [{ month, name: new RegExp(source, "iu"), withYear: new RegExp(source + YEAR, "giu") }];
  });
}

/** Letters at the end of a name that change with its case, and the least that tell it. */
const ENDING_CHARS = 2;
const BEGINNING_CHARS_MIN = 3;

function beginningOf(name: string): string {
  return name.slice(0, Math.max(BEGINNING_CHARS_MIN, name.length - ENDING_CHARS));
}
