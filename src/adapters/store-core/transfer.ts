/** Forms that a memory has while it is given away or taken. */

/** Null stays null: JSON of something that was not kept. */
export function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function fromJson<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}

const FLOAT_BYTES = 4;

export function vectorText(floats: Float32Array): string {
  const bytes = Buffer.alloc(floats.length * FLOAT_BYTES);
  floats.forEach((x, i) => bytes.writeFloatLE(x, i * FLOAT_BYTES));
  return bytes.toString("base64");
}

export function vectorOf(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
}
