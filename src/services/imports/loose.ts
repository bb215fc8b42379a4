import { z } from "zod";
import { toInstant, type Instant } from "../../domain/model/time.ts";

/**
 * Fields of other systems' exports. Their formats have no specification and change without notice, so an unexpected
 * field counts as missing.
 */
export const text = z.string().nullish().catch(null);

export const list = z.array(z.unknown()).nullish().catch(null);

/** Some systems use numeric ids. */
export const id = z
  .union([z.string().min(1), z.number().transform(String)])
  .nullish()
  .catch(null);

export const flag = z.boolean().nullish().catch(null);

/** Instants keep string order up to the end of this year. */
const MS_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** As seconds it is the year 5138, as milliseconds 1973. */
const SECONDS_MAX = 1e11;

const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** Unix seconds with fractions, milliseconds, or an ISO string. Zero stands for a missing time. */
export const time = z
  .unknown()
  .optional()
  .transform((value): Instant | null => {
    const ms = msOf(value);
    return ms > 0 && ms <= MS_MAX ? toInstant(ms) : null;
  });

function msOf(value: unknown): number {
  if (typeof value === "number") return Math.round(value < SECONDS_MAX ? value * 1000 : value);
  return typeof value === "string" && ISO_WITH_ZONE.test(value) ? Date.parse(value) : 0;
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

/** A file with one conversation, or a list of them. */
export function asList(json: unknown): unknown[] {
  return Array.isArray(json) ? json.flat() : [json];
}
