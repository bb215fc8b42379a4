import type { z } from "zod";
import { FIELDS_NAMED_MAX } from "../errors.ts";
import { atLocalDays, DayOrTime } from "../http/local-days.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { When } from "./tools/schemas.ts";

/**
 * Input as agents send it: null and empty text for omitted fields, "5" for 5 and 5 for "5", a single value, lines or words
 * between commas for a list, days and times of the user's zone, extra arguments. Unreadable values stay as sent, for the
 * error that names them. What clients are shown of the schema leaves out bounds that a model rarely meets: it reads the list
 * of tools with every conversation, and the error names the bound.
 */
export function lenient<T extends z.ZodObject>(input: T, user: Pick<UserStore, "settings">): T {
  const { validate: check } = input["~standard"];
  const validate: typeof check = async (value, ...rest) => {
    const given = tidied(value, input.shape);
    await atLocalDays(input, When, given, user, DayOrTime);
    const result = await check(given, ...rest);
    return result.issues === undefined ? result : { issues: result.issues.slice(0, FIELDS_NAMED_MAX) };
  };
  return changed(input, "input", withoutBounds, { validate });
}

type JsonSchema = Record<string, unknown>;

/** The same type, whose JSON schema clients are shown otherwise. */
function changed<T extends z.ZodObject>(
  type: T,
  side: "input" | "output",
  change: (schema: JsonSchema) => JsonSchema,
  more: object = {},
): T {
  const standard = type["~standard"];
  const shown: typeof standard.jsonSchema.input = (options) => change(standard.jsonSchema[side](options));
  const value = { ...standard, ...more, jsonSchema: { ...standard.jsonSchema, [side]: shown } };
  return Object.create(type, { "~standard": { value } }) as T;
}

const BOUNDS: ReadonlySet<string> = new Set([
  "$schema",
  "additionalProperties",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "pattern",
]);

/** Keywords alone: a property may bear such a name. */
function withoutBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (BOUNDS.has(keyword)) return [];
    if (keyword === "items") return [[keyword, withoutBounds(value as typeof schema)]];
    if (keyword !== "properties") return [[keyword, value]];
    const fields = Object.entries(value as Record<string, typeof schema>);
    return [[keyword, Object.fromEntries(fields.map(([name, field]) => [name, withoutBounds(field)]))]];
  });
  return Object.fromEntries(kept);
}

/** Output whose schema every client reads: some take one type per field, and a constraint for what may be anything. */
export const portable = <T extends z.ZodObject>(output: T): T =>
  changed(output, "output", (schema) => portably(schema) as JsonSchema);

function portably(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portably);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    // Older clients know no dialect but their own, and the protocol has a default.
    if (keyword === "$schema" || (keyword === "additionalProperties" && isEmpty(value))) return [];
    if (keyword === "type" && Array.isArray(value)) return [["anyOf", value.map((type) => ({ type }))]];
    return [[keyword, portably(value)]];
  });
  return Object.fromEntries(kept);
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

function tidied(value: unknown, shape: Readonly<Record<string, z.ZodType>>): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const given = Object.entries(value).flatMap(([name, one]) => {
    const type = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (type === undefined) return [];
    const read = one === null ? undefined : readAs(type, typeof one === "string" ? one.toWellFormed() : one);
    return read === undefined ? [] : [[name, read] as const];
  });
  return Object.fromEntries(given);
}

/** Undefined: omitted. */
function readAs(type: z.ZodType, value: unknown): unknown {
  const fits = (one: unknown): boolean => type.safeParse(one).success;
  if (value === "" && fits(undefined)) return undefined;
  if (fits(value)) return value;
  const readings = [converted(value), partsOf(value, "\n"), [value], partsOf(value, ",")];
  return readings.find((one) => one !== undefined && fits(one)) ?? value;
}

function partsOf(value: unknown, separator: string): string[] | undefined {
  const all = typeof value === "string" ? value.split(separator).map((one) => one.trim()) : [];
  const parts = all.filter((one) => one !== "");
  return parts.length > 1 ? parts : undefined;
}

/** Text as what it says, a number or a boolean as text. */
function converted(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
