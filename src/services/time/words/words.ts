import type { Season, Unit } from "../period.ts";

/**
 * The time words of a language. Keys of the records are regular expressions without groups of their own; rules are
 * templates over `{n} {unit} {month} {weekday} {season} {year} {day} {day2} {month2} {year2}`, tried in order.
 */
export interface TimeWords {
  months: Record<string, number>;
  /** 0 is Sunday. */
  weekdays: Record<string, number>;
  seasons: Record<string, Season>;
  units: Record<string, Unit>;
  numbers: Record<string, number>;
  /** Single days by name, as days from today. */
  days: Record<string, number>;
  ago: string[];
  ahead: string[];
  /** A unit, weekday, month or season with its direction: `{x}` stands for any of them. */
  last: string[];
  /** "the week before last" */
  secondLast: string[];
  this: string[];
  next: string[];
  /** "in the last three weeks" */
  recent: string[];
  /** "in the next three weeks" */
  coming: string[];
  date: string[];
  dayRange: string[];
  monthRange: string[];
  monthYear: string[];
  seasonYear: string[];
  /** A month, season, weekday, day of the month or year alone needs a word before it to be a time. */
  beforeMonth: string;
  beforeSeason: string;
  beforeYear: string;
  dayOfMonth: string[];
  decade: string[];
  /** Months that are no other word, so that they need nothing before them. */
  plainMonths: string;
  /** German says "ich war 2016 dort": a year that needs no word before it. */
  bareYear?: string;
  /** Between the two ends of a range, and what opens one. */
  to: string;
  and: string;
  between: string;
  early: string;
  middle: string;
  late: string;
}
