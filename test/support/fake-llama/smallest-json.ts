type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** The emptiest value that follows a JSON Schema: an extraction that found nothing. */
export function smallestJson(schema: unknown): unknown {
  const one = Object(schema) as Schema;
  if (one.const !== undefined) return one.const;
  if (one.enum !== undefined) return one.enum[0];
  const choices = one.anyOf ?? one.oneOf;
  if (choices !== undefined)
    return smallestJson(choices.find((choice) => choice.type === "null") ?? choices[0]);
  return smallestOfType(one);
}

function smallestOfType(schema: Schema): unknown {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "object"];
  if (types.includes("null")) return null;
  if (types.includes("object")) return smallestObject(schema);
  if (types.includes("array"))
    return Array.from({ length: schema.minItems ?? 0 }, () => smallestJson(schema.items));
  if (types.includes("string")) return "";
  return types.includes("boolean") ? false : 0;
}

function smallestObject(schema: Schema): unknown {
  const required = schema.required ?? [];
  return Object.fromEntries(required.map((name) => [name, smallestJson(schema.properties?.[name])]));
}
