export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Clients send null for missing fields. In a schema or a tool, null may be intended. */
export function withoutNulls(value: unknown): unknown {
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
}

/** The same at every depth. */
export function withoutAnyNulls(value: unknown): unknown {
  const given = withoutNulls(value);
  if (!isFields(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, withoutAnyNulls(one)]));
}
