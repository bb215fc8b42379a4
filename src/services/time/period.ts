/** Calendar periods in wall time. */
import type { Season, Unit } from "../../language/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Precision } from "../../domain/model/time.ts";

/** Half-open, wall time. */
export interface Period {
  from: number;
  to: number;
  precision: Precision;
}

export const WEEK_DAYS = 7;
const SATURDAY = 6;

/** Range of years that a four-digit number in a text may mean. */
const YEAR_MIN = 1800;
const YEAR_MAX = 2199;

export function isYear(year: number): boolean {
  return year >= YEAR_MIN && year <= YEAR_MAX;
}

/** Maximum years ahead for a two-digit year: "'98" is 1998, "'30" in 2026 is 2030. */
const SHORT_YEAR_AHEAD_MAX = 20;

/** The full year for two or more digits, relative to `now` (wall time). */
export function fullYear(text: string, now: number): number {
  if (text.length > 2) return Number(text);
  const latest = yearOf(now) + SHORT_YEAR_AHEAD_MAX;
  const century = Math.floor(latest / 100) * 100;
  return century + Number(text) <= latest ? century + Number(text) : century + Number(text) - 100;
}

export function yearOf(wall: number): number {
  return new Date(wall).getUTCFullYear();
}

/** 1 to 12 */
export function monthOf(wall: number): number {
  return new Date(wall).getUTCMonth() + 1;
}

/** 0 is Sunday. */
export function weekdayOf(wall: number): number {
  return new Date(wall).getUTCDay();
}

export function startOfDay(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

export function plusDays(wall: number, days: number): number {
  return wall + days * DAY_MS;
}

export function dayPeriod(wall: number): Period {
  return daysFrom(startOfDay(wall), 1);
}

export function daysFrom(from: number, days: number): Period {
  return { from, to: plusDays(from, days), precision: "day" };
}

/** Null if the month does not have that day. */
export function datePeriod(year: number, month: number, day: number): Period | null {
  const from = Date.UTC(year, month - 1, day);
  return monthOf(from) === month && new Date(from).getUTCDate() === day ? dayPeriod(from) : null;
}

export function monthPeriod(year: number, month: number, months = 1): Period {
  return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month - 1 + months), precision: "month" };
}

export function yearPeriod(year: number, years = 1): Period {
  return { from: Date.UTC(year, 0), to: Date.UTC(year + years, 0), precision: "year" };
}

/**
 * Northern seasons, in whole months; a winter is named after the year in which it begins. Holidays include the days around them.
 */
export function seasonPeriod(season: Season, year: number): Period {
  if (season === "christmas") return daysFrom(Date.UTC(year, 11, 24), 3);
  if (season === "easter") return daysFrom(plusDays(easterSunday(year), -2), 4);
  const first = { spring: 3, summer: 6, autumn: 9, winter: 12 }[season];
  return monthPeriod(year, first, 3);
}

/** Gregorian, after Butcher 1876. */
function easterSunday(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

/** The week containing `wall`, from Monday. */
export function weekPeriod(wall: number): Period {
  const monday = plusDays(startOfDay(wall), -((weekdayOf(wall) + WEEK_DAYS - 1) % WEEK_DAYS));
  return daysFrom(monday, WEEK_DAYS);
}

/** Saturday and Sunday of the week containing `wall`. */
export function weekendPeriod(wall: number): Period {
  return daysFrom(plusDays(weekPeriod(wall).from, SATURDAY - 1), 2);
}

/** The unit `count` units away from the one containing `wall`; 0 is this one, -1 the last one. */
export function unitPeriod(unit: Unit, wall: number, count: number): Period {
  switch (unit) {
    case "minute":
    case "hour": {
      const ms = unit === "hour" ? HOUR_MS : MINUTE_MS;
      const from = Math.floor(wall / MINUTE_MS) * MINUTE_MS + count * ms;
      return { from, to: from + ms, precision: "minute" };
    }
    case "day":
      return dayPeriod(plusDays(wall, count));
    case "weekend":
      return weekendPeriod(plusDays(wall, count * WEEK_DAYS));
    case "week":
      return weekPeriod(plusDays(wall, count * WEEK_DAYS));
    case "month":
      return monthPeriod(yearOf(wall), monthOf(wall) + count);
    case "year":
      return yearPeriod(yearOf(wall) + count);
    case "decade":
      return yearPeriod((Math.floor(yearOf(wall) / 10) + count) * 10, 10);
  }
}
