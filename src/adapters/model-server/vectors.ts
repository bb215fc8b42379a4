import { EngramError } from "../../errors.ts";
import type { Vector } from "./wire.ts";

const FLOAT_BYTES = 4;

export function decodeVector(embedding: Vector): Float32Array {
  if (typeof embedding !== "string") return Float32Array.from(embedding);
  const bytes = Buffer.from(embedding, "base64");
  if (bytes.byteLength % FLOAT_BYTES !== 0) throw badVector("is cut");
  return Float32Array.from({ length: bytes.byteLength / FLOAT_BYTES }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
}

/** The vector at length one. A zero or broken vector is an error: it would be equally near to everything. */
export function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw badVector("is zero or not finite");
  return vector.map((value) => value / length);
}

export function badVector(what: string): EngramError {
  return new EngramError("model_error", `The embedding ${what}`);
}
