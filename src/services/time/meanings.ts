/** The meaning of each kind of expression, given the matches of its placeholders. */
import type { TimeWords, Unit } from "../../language/index.ts";
import {
  datesAround,
  daysOfMonthAround,
  monthsAround,
  seasonsAround,
  weekdaysAround,
  weekdayThisWeek,
} from "./around.ts";
import { choose, chooseStrict, type Direction } from "./choose.ts";
import { amountOf, lookUp, toYear, type Groups } from "./pattern.ts";
import {
  datePeriod,
  dayPeriod,
  daysFrom,
  monthPeriod,
  plusDays,
  seasonPeriod,
  startOfDay,
  unitPeriod,
  weekPeriod,
  weekendPeriod,
  yearOf,
  yearPeriod,
  WEEK_DAYS,
  type Period,
} from "./period.ts";
import type { Preference } from "./types.ts";

export interface TimeContext {
  /** Wall time. */
  now: number;
  prefer: Preference;
  words: TimeWords;
}

export type Meaning = (groups: Groups, context: TimeContext) => Period | null;

export const namedDay =
  (days: number): Meaning =>
  (_, { now }) =>
    dayPeriod(plusDays(now, days));

/** "two weeks ago" is the week around that day, "two years ago" the calendar year. */
export const away =
  (sign: 1 | -1): Meaning =>
  (groups, { now, words }) => {
    const amount = amountOf(words, groups);
    if (amount === null) return null;
    const { count, unit } = amount;
    if (unit === "week") return daysFrom(plusDays(startOfDay(now), sign * count * WEEK_DAYS - 3), WEEK_DAYS);
    if (unit === "decade") return yearPeriod(yearOf(now) + sign * count * 10);
    return unitPeriod(unit, now, sign * count);
  };

/** "the last three weeks": up to today; "the next three weeks": from today. */
export const rollingPeriod =
  (sign: 1 | -1): Meaning =>
  (groups, { now, words }) => {
    const amount = amountOf(words, groups);
    if (amount === null || amount.unit === "weekend") return null;
    const { count, unit } = amount;
    const today = dayPeriod(now);
    const far = shift(startOfDay(now), unit, sign * count);
    return sign < 0
      ? { ...today, from: Math.min(far, today.from) }
      : { ...today, to: Math.max(far, today.to) };
  };

function shift(wall: number, unit: Unit, count: number): number {
  if (unit === "day" || unit === "week") return plusDays(wall, count * (unit === "week" ? WEEK_DAYS : 1));
  const months = { month: 1, year: 12, decade: 120, minute: 0, hour: 0, weekend: 0 }[unit] * count;
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}

/** "last week", "this Friday", "next summer". */
export const directed =
  (direction: Direction): Meaning =>
  (groups, context) => {
    const { now, words } = context;
    const unit = lookUp(words.units, groups["unit"]);
    if (unit !== undefined) return directedUnit(direction, unit, now);
    const weekday = lookUp(words.weekdays, groups["weekday"]);
    if (weekday !== undefined) {
      if (direction === "this") return weekdayThisWeek(weekday, now);
      return chooseStrict(weekdaysAround(weekday, now), startOfDay(now), direction);
    }
    const month = lookUp(words.months, groups["month"]);
    if (month !== undefined) return chooseStrict(monthsAround(month, now), now, direction);
    const season = lookUp(words.seasons, groups["season"]);
    return season === undefined ? null : chooseStrict(seasonsAround(season, now), now, direction);
  };

/** "A week from Friday" and "Friday week": the coming Friday plus that long. */
export const afterWeekday =
  (days: number | null): Meaning =>
  (groups, { now, words }) => {
    const weekday = lookUp(words.weekdays, groups["weekday"]);
    const day = weekday === undefined ? null : choose(weekdaysAround(weekday, now), now, "future");
    if (day === null) return null;
    if (days !== null) return dayPeriod(plusDays(day.from, days));
    const amount = amountOf(words, groups);
    return amount === null ? null : dayPeriod(shift(day.from, amount.unit, amount.count));
  };

export const secondLast: Meaning = (groups, { now, words }) => {
  const unit = lookUp(words.units, groups["unit"]);
  return unit === undefined ? null : unitPeriod(unit, now, -2);
};

/** "The end of the month" is its last day. */
export const periodEnd: Meaning = (groups, { now, words }) => {
  const unit = lookUp(words.units, groups["unit"]);
  const period = unit === undefined ? null : directedUnit("this", unit, now);
  return period === null || unit === "day" ? null : dayPeriod(plusDays(period.to, -1));
};

function directedUnit(direction: Direction, unit: Unit, now: number): Period | null {
  if (unit === "minute" || unit === "hour") return null;
  if (direction === "last" && unit === "week") return lastWeek(now);
  if (direction === "last" && unit === "weekend") return lastWeekend(now);
  return unitPeriod(unit, now, { last: -1, this: 0, next: 1 }[direction]);
}

/**
 * Some mean the previous calendar week, others the seven days up to yesterday: the interval from that week's Monday to yesterday
 * covers both, and shares at least half with either.
 */
function lastWeek(now: number): Period {
  const { from } = unitPeriod("week", now, -1);
  return { from, to: Math.max(startOfDay(now), plusDays(from, WEEK_DAYS)), precision: "day" };
}

/** The latest weekend that has ended: on a Sunday, not the current one. */
function lastWeekend(now: number): Period {
  const current = weekendPeriod(now);
  return current.to <= now ? current : weekendPeriod(plusDays(weekPeriod(now).from, -1));
}

/** "3 May", "May 3rd, 2020" */
export const date: Meaning = (groups, { now, prefer, words }) => {
  const month = lookUp(words.months, groups["month"]);
  const day = Number(groups["day"]);
  if (month === undefined) return null;
  const year = toYear(groups["year"], now);
  return year === undefined
    ? choose(datesAround(month, day, now), now, prefer)
    : datePeriod(year, month, day);
};

/** "between 3 and 7 May" */
export const dayRange: Meaning = (groups, context) => {
  const from = date(groups, context);
  const to = date({ ...groups, day: groups["day2"] }, context);
  return from === null || to === null || to.from <= from.from ? null : { ...from, to: to.to };
};

/** "March 2025" */
export const monthYear: Meaning = (groups, { now, words }) => {
  const month = lookUp(words.months, groups["month"]);
  const year = toYear(groups["year"], now);
  return month === undefined || year === undefined ? null : monthPeriod(year, month);
};

/** "from March to May 2024", "between November and February" (across the turn of the year) */
export const monthRange: Meaning = (groups, { now, prefer, words }) => {
  const first = lookUp(words.months, groups["month"]);
  const last = lookUp(words.months, groups["month2"]);
  if (first === undefined || last === undefined) return null;
  const months = ((last - first + 12) % 12) + 1;
  const lastYear = toYear(groups["year2"], now);
  const firstYear =
    toYear(groups["year"], now) ?? (lastYear === undefined ? undefined : lastYear - (last < first ? 1 : 0));
  if (firstYear === undefined)
    return choose(
      monthsAround(first, now).map((one) => monthPeriod(yearOf(one.from), first, months)),
      now,
      prefer,
    );
  const to = monthPeriod(lastYear ?? firstYear, last).to;
  const from = monthPeriod(firstYear, first).from;
  return from < to ? { from, to, precision: "month" } : monthPeriod(firstYear, first, months);
};

export const seasonYear: Meaning = (groups, { now, words }) => {
  const season = lookUp(words.seasons, groups["season"]);
  const year = toYear(groups["year"], now);
  return season === undefined || year === undefined ? null : seasonPeriod(season, year);
};

export const monthAlone: Meaning = (groups, { now, prefer, words }) => {
  const month = lookUp(words.months, groups["month"]);
  return month === undefined ? null : choose(monthsAround(month, now), now, prefer);
};

export const seasonAlone: Meaning = (groups, { now, prefer, words }) => {
  const season = lookUp(words.seasons, groups["season"]);
  return season === undefined ? null : choose(seasonsAround(season, now), now, prefer);
};

export const weekdayAlone: Meaning = (groups, { now, prefer, words }) => {
  const weekday = lookUp(words.weekdays, groups["weekday"]);
  return weekday === undefined ? null : choose(weekdaysAround(weekday, now), now, prefer);
};

export const dayOfMonth: Meaning = (groups, { now, prefer }) =>
  choose(daysOfMonthAround(Number(groups["day"]), now), now, prefer);

export const yearAlone: Meaning = (groups, { now }) => {
  const year = toYear(groups["year"], now);
  return year === undefined ? null : yearPeriod(year);
};

export const yearRange: Meaning = (groups, { now }) => {
  const from = toYear(groups["year"], now);
  const to = toYear(groups["year2"], now);
  return from === undefined || to === undefined || to <= from ? null : yearPeriod(from, to - from + 1);
};

/** "the 90s" belong to the latest century in which they have begun. */
export const decade: Meaning = (groups, { now }) => {
  const told = Number(groups["decade"]);
  if (told >= 100) return yearPeriod(told, 10);
  const century = Math.floor(yearOf(now) / 100) * 100;
  return yearPeriod(century + told <= yearOf(now) ? century + told : century + told - 100, 10);
};
