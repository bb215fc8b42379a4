/**
 * JSON Schemas of what a model answers, by constructs that llama-server enforces. Written by hand: zod says the same with
 * other keys in another order (`minimum` of an integer, `anyOf` for a null), and a model answers those otherwise.
 */
type Schema = Record<string, unknown>;

export const integer = { type: "integer" };
/** llama.cpp leaves a limit above 2,000 out of its grammar. */
export const text = (charsMax: number): Schema => ({ type: "string", maxLength: charsMax });

/** Every property is required. */
export function object(properties: Schema): Schema {
  return { type: "object", additionalProperties: false, required: Object.keys(properties), properties };
}

export function atMost(count: number, items: Schema): Schema {
  return { type: "array", maxItems: count, items };
}

export function exactly(count: number, items: Schema): Schema {
  return { type: "array", minItems: count, maxItems: count, items };
}

const WHY_CHARS_MAX = 160;

/** An answer about the n-th thing; the reason comes before the verdict that rests on it. */
export function numbered(properties: Schema): Schema {
  return object({ n: integer, why: text(WHY_CHARS_MAX), ...properties });
}
