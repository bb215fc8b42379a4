import { z } from "zod";

/**
 * JSON Schemas for model answers, limited to constructs that llama-server enforces. Handwritten: zod generates
 * equivalent schemas with other keys in another order (`minimum` for an integer, `anyOf` for a null), and models answer
 * those differently.
 */
type Schema = Record<string, unknown>;

export const integer = { type: "integer" };
/** llama.cpp drops limits above 2,000 from its grammar. */
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

/** An answer about the n-th item; the reason comes before the verdict based on it. */
export function numbered(properties: Schema): Schema {
  return object({ n: integer, why: text(WHY_CHARS_MAX), ...properties });
}

/** The readable answers in the list `name` or in a bare list, each with the item it numbers; null if the whole is not such a list. */
export function readNumbered<T, Answer extends z.ZodRawShape>(
  json: unknown,
  name: string,
  answer: Answer,
  items: readonly T[],
): { item: T; answer: z.output<z.ZodObject<Answer>> }[] | null {
  const list = z.array(z.object({ n: z.coerce.number().int().positive() }).and(z.object(answer)));
  const whole = Array.isArray(json) ? { [name]: json } : json;
  const { success, data } = z.object({ [name]: list }).safeParse(whole);
  if (!success) return null;
  return (data[name] ?? []).flatMap(({ n, ...said }) => {
    const item = items[n - 1];
    return item === undefined ? [] : [{ item, answer: said as z.output<z.ZodObject<Answer>> }];
  });
}

/** One choice for each of several items, as the list `name`: its JSON Schema, and the choices as read. */
export function choices<const Choice extends string>(
  name: string,
  field: string,
  options: readonly (Choice | "unclear")[],
) {
  return {
    schema: (count: number): Schema =>
      object({ [name]: exactly(count, numbered({ [field]: { enum: [...options] } })) }),
    /** What is no option is unclear; null if the whole is not such a list. */
    read: <T>(json: unknown, items: readonly T[]): [item: T, choice: Choice | "unclear"][] | null =>
      readNumbered(json, name, { [field]: z.unknown().optional() }, items)?.map(({ item, answer }) => [
        item,
        options.find((option) => option === answer[field]) ?? "unclear",
      ]) ?? null,
  };
}
