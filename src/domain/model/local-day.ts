import { DAY_MS, withinDay, type Instant, type Precision, type TimePoint } from "./time.ts";
import { fromWall, toWall } from "./wall-clock.ts";

const DATE_CHARS = 10;

/** The calendar day, `YYYY-MM-DD`, in this zone at that instant. */
export function localDate(instant: Instant, timeZone: string): string {
  return dateOf(toWall(instant, timeZone));
}

/** The local clock, `HH:MM`. */
export function localTime(instant: Instant, timeZone: string): string {
  return new Date(toWall(instant, timeZone))
    .toISOString()
    .slice("2026-03-01T".length, "2026-03-01T10:00".length);
}

/** A time in the world, no finer than it is known: "2019", "2024-05". */
export function dateTold({ at, precision }: TimePoint, timeZone: string): string {
  return localDate(at, timeZone).slice(0, TOLD_CHARS[precision]);
}

/** The same of a stated beginning. */
export function beginningTold(point: TimePoint, timeZone: string): string {
  return dateTold({ ...point, at: withinDay(point) }, timeZone);
}

const TOLD_CHARS: Record<Precision, number> = { year: 4, month: 7, day: DATE_CHARS, minute: DATE_CHARS };

/** From one midnight to the next; 23 to 25 hours. */
export function dayBounds(date: string, timeZone: string): { from: Instant; to: Instant } {
  const wall = Date.parse(`${date}T00:00:00.000Z`);
  return { from: fromWall(wall, timeZone), to: fromWall(wall + DAY_MS, timeZone) };
}

export function plusDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS);
}

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, DATE_CHARS);
}

/** Whether a name is one of the IANA time zones. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The zone of the machine, or of its variable TZ; UTC where that names none ("", "Berlin"). */
export function machineTimeZone(): string {
  // Its type promises a name, but Node has none for TZ=Berlin.
  const { timeZone }: { timeZone?: string } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : "UTC";
}
