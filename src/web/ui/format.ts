import { computed, signal } from "@preact/signals";
import type { Fact } from "#client";
import { locale, t } from "../language/text.ts";

/** Dates and numbers as they are written in the language of the pages. */
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
const number = new Intl.NumberFormat(locale);
const percent = new Intl.NumberFormat(locale, { style: "percent" });
const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });

/** By precision. */
const FORMS = {
  year: { year: "numeric" },
  month: { year: "numeric", month: "long" },
  day: { dateStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  time: { timeStyle: "short" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
type Precision = keyof typeof FORMS;

function formatsIn(timeZone: string | undefined): Record<Precision, Intl.DateTimeFormat> {
  const made = Object.entries(FORMS).map(([name, form]) => [
    name,
    new Intl.DateTimeFormat(locale, { ...form, timeZone }),
  ]);
  return Object.fromEntries(made) as Record<Precision, Intl.DateTimeFormat>;
}

/** Of this browser. */
const here = formatsIn(undefined);
/** Time zone of the settings: what is true since 2019 is so wherever this browser is. */
export const zone = signal<string | undefined>(undefined);
const world = computed(() => formatsIn(zone.value));

const DAY_MS = 86_400_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", DAY_MS],
];

export const dateOf = (instant: string): string => here.day.format(new Date(instant));
export const momentOf = (instant: string): string => here.minute.format(new Date(instant));
export const timeOf = (instant: string): string => here.time.format(new Date(instant));
/** The day of a date field, "2026-03-01": Swedish dates are written that way. */
export const fieldDayOf = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("sv", { timeZone }).format(date).padStart(10, "0");
/** The same of a time in the world. */
export const fieldDayIn = (instant: string): string => fieldDayOf(new Date(instant), zone.value);

/** Nights since then; rounded, as clocks that change make a day of 23 or 25 hours. */
const nightsSince = (instant: string): number =>
  Math.round((new Date().setHours(0, 0, 0, 0) - new Date(instant).setHours(0, 0, 0, 0)) / DAY_MS);

/** The day a list is divided by: the last week by its days, what is older by its months. */
export function dayGroupOf(instant: string): string {
  const nights = nightsSince(instant);
  if (nights <= 0) return t("Today");
  if (nights === 1) return t("Yesterday");
  return nights < 7 ? t("Last 7 days") : here.month.format(new Date(instant));
}

/** The time alone for today, else with its day. */
export const shortMomentOf = (instant: string): string =>
  dateOf(instant) === here.day.format(new Date()) ? timeOf(instant) : momentOf(instant);
export const numberOf = (value: number): string => number.format(value);
export const compactOf = (value: number): string => compact.format(value);
export const percentOf = (share: number): string => percent.format(share);

/** "5 min. ago" up to a week, then the day. */
export function agoOf(instant: string): string {
  const passed = Date.now() - new Date(instant).getTime();
  if (Math.abs(passed) < 60_000) return t("just now");
  for (const [unit, length] of STEPS.toReversed()) {
    if (Math.abs(passed) >= length && Math.abs(passed) < 7 * DAY_MS) {
      return relative.format(-(unit === "day" ? nightsSince(instant) : Math.trunc(passed / length)), unit);
    }
  }
  return dateOf(instant);
}

/** "today", "tomorrow", "in 12 days". */
export const daysAheadOf = (days: number): string => relative.format(days, "day");

/** A time in the world, no finer than it is known: "March 2024". */
export function whenOf(instant: string | null, precision: string | null): string {
  if (instant === null) return "";
  const form = precision !== null && precision in FORMS ? (precision as Precision) : "day";
  return world.value[form].format(new Date(instant));
}

/** A moment of the day of a stated beginning, in the zone in which it was told and in those up to twelve hours away. */
export const withinDay = (instant: string, precision: string | null): string =>
  precision === "minute" || Date.parse(instant) % QUARTER_MS !== 0
    ? instant
    : new Date(Date.parse(instant) + DAY_MS / 2).toISOString();

/** Midnights of all zones are on a quarter of an hour; anything else was given as a moment. */
const QUARTER_MS = 15 * 60_000;

/** Until when a fact was true; empty where it is. */
export function untilOf({ invalidAt, invalidAtPrecision }: Pick<Fact, "invalidAt" | "invalidAtPrecision">) {
  return invalidAt === null ? "" : t("until {when}", { when: whenOf(invalidAt, invalidAtPrecision) });
}

/** When a fact became true: "since March 2026", or "undated, said on 10 March". */
export const sinceOf = ({ validFrom: { at, precision, basis } }: Pick<Fact, "validFrom">): string =>
  basis === "stated"
    ? t("since {when}", { when: whenOf(withinDay(at, precision), precision) })
    : t("undated, said on {day}", { day: dateOf(at) });

/** Those of them that are there, in one line. */
export const joined = (parts: (string | false | null | undefined)[], by = ", "): string =>
  parts.filter(Boolean).join(by);

/** "LIVES_IN" is read as "lives in", "modelTokens" as "model tokens". */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[_-]/g, " ");
