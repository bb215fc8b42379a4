import { z } from "zod";
import { toInstant, type Instant } from "../../domain/model/time.ts";
import { writtenDate } from "./formats/written-date.ts";

/**
 * Fields of other systems' exports. Their formats have no specification and change without notice, so an unexpected
 * field counts as missing.
 */
export const text = z.string().nullable().catch(null);

export const list = z.array(z.unknown()).catch([]);

/** Some systems use numeric ids. */
const anId = z.union([z.string().min(1), z.number().transform(String)]);
export const id = anId.nullable().catch(null);
export const ids = z.array(anId).catch([]);

export const flag = z.boolean().nullable().catch(null);

/** Instants keep string order up to the end of this year. */
const MS_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** As seconds it is the year 5138, as milliseconds 1973. */
const SECONDS_MAX = 1e11;

/** Microseconds and nanoseconds of one millisecond. */
const [MICRO, NANO] = [1e3, 1e6];
/** As microseconds it is the year 5138. */
const MICRO_MAX = 1e17;

const NUMBER = /^\d{10,19}(?:\.\d+)?$/;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const TIME_OF_DAY = /(\d{1,2}):(\d\d)(?:\s?([ap])m)?/i;
/** A date written out is shorter. */
const DATE_CHARS_MAX = 100;

/**
 * Unix time as a number or as text, in seconds with fractions or smaller units; MongoDB's dates; an ISO string, which is
 * UTC without a zone; "March 12, 2024 6:22pm". Zero stands for a missing time.
 */
export const time = z
  .unknown()
  .optional()
  .transform((value): Instant | null => {
    const date = field(value, "$date");
    const ms = msOf(field(date, "$numberLong") ?? date ?? value);
    return ms > 0 && ms <= MS_MAX ? toInstant(ms) : null;
  });

function msOf(value: unknown): number {
  if (typeof value === "number") return Math.round(value < SECONDS_MAX ? value * 1000 : inMs(value));
  if (typeof value !== "string") return 0;
  if (NUMBER.test(value)) return msOf(Number(value));
  const [, day, clock = "12:00", zone = "Z"] = ISO.exec(value) ?? [];
  if (day === undefined) return writtenMs(value.slice(0, DATE_CHARS_MAX));
  return Date.parse(`${day}T${clock}${zone.length === 3 ? `${zone}:00` : zone}`) || 0;
}

function inMs(value: number): number {
  if (value <= MS_MAX) return value;
  return value < MICRO_MAX ? value / MICRO : value / NANO;
}

function writtenMs(value: string): number {
  const date = writtenDate(value);
  if (date === null) return 0;
  const [, hour = "12", minute = "0", half] = TIME_OF_DAY.exec(value.slice(date.to)) ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return Date.UTC(date.year, date.month - 1, date.day, hours, Number(minute));
}

/** An object's own field; the value may be anything. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

export function stringField(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === "string" ? found : null;
}

/** Empty if there is no list. */
export function listField(value: unknown, name: string): unknown[] {
  return list.parse(field(value, name));
}

/** A file with one conversation, or a list of them. */
export function asList(json: unknown): unknown[] {
  return Array.isArray(json) ? json.flat() : [json];
}
