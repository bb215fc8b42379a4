/**
 * Instants are ISO 8601 strings in UTC with milliseconds (`2026-03-12T09:00:00.000Z`), so that string order is time
 * order and they pass through JSON unchanged. Intervals are half-open: `[from, to)`.
 */
export type Instant = string;

/** How precisely a world time is known. A fact "since 2016" has precision `year`. */
export type Precision = "year" | "month" | "day" | "minute";

/** A world time with its stated precision. `at` is the first instant of the period. */
export interface TimePoint {
  at: Instant;
  precision: Precision;
}

/** Half-open interval; a missing end is unbounded. */
export interface Interval {
  from?: Instant | undefined;
  to?: Instant | undefined;
}

/** The moment a question about the past refers to; neither: what is believed now. */
export interface Moment {
  /** World time: what was true then. */
  asOf?: Instant | undefined;
  /** System time: what was believed then. */
  knownAt?: Instant | undefined;
}

/** Before everything. */
export const BEGINNING: Instant = "0001-01-01T00:00:00.000Z";

export const MINUTE_MS = 60_000;
/** Midnights of all zones are on a quarter of an hour. */
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export function toInstant(ms: number): Instant {
  return new Date(ms).toISOString();
}

export function toMs(instant: Instant): number {
  return Date.parse(instant);
}

/**
 * A moment of the day of a stated beginning, in the zone in which it was told and in those up to twelve hours away: its owner may
 * have moved since. What is no midnight anywhere was given as a moment.
 */
export function withinDay({ at, precision }: TimePoint): Instant {
  return precision === "minute" || toMs(at) % QUARTER_MS !== 0 ? at : plusMs(at, DAY_MS / 2);
}

export function plusMs(instant: Instant, ms: number): Instant {
  return toInstant(toMs(instant) + ms);
}

/** Oldest first; what has no time comes first, because nothing suggests that it is newer. */
export function compareTimes(a: Instant | null | undefined, b: Instant | null | undefined): number {
  const [from, to] = [a ?? "", b ?? ""];
  if (from === to) return 0;
  return from < to ? -1 : 1;
}

/** Days from `from` to `to`, with fractions; negative if `to` is earlier. */
export function daysBetween(from: Instant, to: Instant): number {
  return (toMs(to) - toMs(from)) / DAY_MS;
}

/** True if `at` lies in the half-open validity `[validAt, invalidAt)`; open ends always match. */
export function holdsAt(validAt: TimePoint | null, invalidAt: TimePoint | null, at: Instant): boolean {
  if (validAt !== null && validAt.at > at) return false;
  return invalidAt === null || invalidAt.at > at;
}
