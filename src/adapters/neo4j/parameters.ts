import neo4j from "neo4j-driver";
import { EngramError } from "../../errors.ts";

export type Value =
  | string
  | number
  | boolean
  | null
  | Float32Array
  | readonly Value[]
  | { readonly [key: string]: Value };

export type Params = Readonly<Record<string, Value>>;

/**
 * Parameters in the driver's types. It sends every JavaScript number as a float, which `LIMIT` and list positions
 * reject: whole numbers go as integers. A vector goes as a list of floats.
 */
function encode(value: Value): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  if (value === null || typeof value !== "object") return defined(value);
  if (value instanceof Float32Array) return Array.from(value);
  if (Array.isArray(value)) return value.map((item: Value) => encode(item));
  return encodeAll(value as Params);
}

export function encodeAll(params: Params): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, encode(value)]));
}

function defined(value: Value | undefined): Value {
  if (value === undefined) throw new EngramError("internal", "A parameter is undefined");
  return value;
}
