/** Occurrences of a month, season, weekday or day of the month around now, in time order, to choose from. */
import type { Season } from "../../language/index.ts";
import { DAY_MS } from "../../domain/model/time.ts";
import {
  datePeriod,
  dayPeriod,
  monthOf,
  monthPeriod,
  plusDays,
  seasonPeriod,
  weekdayOf,
  WEEK_DAYS,
  yearOf,
  type Period,
} from "./period.ts";

/** The next or last 29th of February is at most eight years away. */
const YEARS_AROUND = 8;
const MONTHS_AROUND = 3;

export function monthsAround(month: number, now: number): Period[] {
  return yearsAround(now).map((year) => monthPeriod(year, month));
}

export function seasonsAround(season: Season, now: number): Period[] {
  return yearsAround(now).map((year) => seasonPeriod(season, year));
}

export function datesAround(month: number, day: number, now: number): Period[] {
  return yearsAround(now).flatMap((year) => datePeriod(year, month, day) ?? []);
}

export function daysOfMonthAround(day: number, now: number): Period[] {
  const months = Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, i) => i - MONTHS_AROUND);
  return months.flatMap((months) => {
    const first = monthPeriod(yearOf(now), monthOf(now) + months).from;
    return datePeriod(yearOf(first), monthOf(first), day) ?? [];
  });
}

/** Without today, as no one calls today by its weekday. */
export function weekdaysAround(weekday: number, now: number): Period[] {
  const ahead = (weekday - weekdayOf(now) + WEEK_DAYS) % WEEK_DAYS;
  const next = ahead === 0 ? WEEK_DAYS : ahead;
  const last = ahead === 0 ? -WEEK_DAYS : ahead - WEEK_DAYS;
  return [last, next].map((days) => dayPeriod(plusDays(now, days)));
}

/** That weekday in the calendar week of `now`, in wall time. */
export function weekdayThisWeek(weekday: number, now: number): Period {
  const back = (weekdayOf(now) + WEEK_DAYS - 1) % WEEK_DAYS;
  const forward = (weekday + WEEK_DAYS - 1) % WEEK_DAYS;
  return dayPeriod(now + (forward - back) * DAY_MS);
}

function yearsAround(now: number): number[] {
  return Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, i) => yearOf(now) - YEARS_AROUND + i);
}
