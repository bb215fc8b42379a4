/**
 * Local calendar arithmetic. A *wall* time is `Date.UTC(...)` milliseconds of the local clock reading: days, months and
 * years can be counted on it without a zone, and only the ends are converted.
 */
import { DAY_MS, QUARTER_MS, toInstant, toMs, type Instant } from "./time.ts";
import { cached } from "../../language/cached.ts";

const FORMATS_MAX = 64;

export function toWall(instant: Instant, timeZone: string): number {
  return wallAt(toMs(instant), timeZone);
}

/** A wall time skipped by daylight saving is moved past the gap; an ambiguous one resolves to the first. */
export function fromWall(wall: number, timeZone: string): Instant {
  const candidates = [offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)].map(
    (offset) => wall - offset,
  );
  const exact = candidates.filter((ms) => ms + offsetAt(ms, timeZone) === wall);
  return toInstant(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** Since then clocks change at full quarters of an hour only. */
const QUARTERS_BEGIN_MS = Date.UTC(1973, 0);
const OFFSETS_MAX = 10_000;
const offsets = new Map<string, number>();

/** Asking a formatter costs 10 µs, and a chat has many messages within a quarter of an hour. */
function offsetAt(ms: number, timeZone: string): number {
  if (ms < QUARTERS_BEGIN_MS) return wallAt(ms, timeZone) - ms;
  const key = `${timeZone} ${Math.floor(ms / QUARTER_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  const offset = wallAt(ms, timeZone) - ms;
  offsets.set(key, offset);
  return offset;
}

function wallAt(ms: number, timeZone: string): number {
  const parts = formatFor(timeZone).formatToParts(ms);
  const get = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const seconds = Date.UTC(
    get("year"),
    get("month") - 1,
    get("day"),
    get("hour"),
    get("minute"),
    get("second"),
  );
  return seconds + (((ms % 1_000) + 1_000) % 1_000);
}

/** Creating a formatter costs about 50 µs, so they are cached; bounded, because zones come from users. */
const formatFor = cached(
  FORMATS_MAX,
  (timeZone) =>
    new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
);
