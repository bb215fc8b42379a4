import { isUtf8 } from "node:buffer";
import { isTooDeep, JSON_DEPTH_MAX } from "../domain/model/json-shape.ts";
import { type EngramError, invalidField } from "../errors.ts";

export const TOO_DEEP = `is nested deeper than ${JSON_DEPTH_MAX} levels`;

/**
 * JSON from bytes; undefined if empty. UTF-8 must be valid (a replacement character would be stored as the user's words), and
 * keys that reach into prototypes are refused. Throws `invalid_json`.
 */
export function parseJsonBody(body: Buffer): unknown {
  const refusal = (message: string): EngramError => invalidField("body", message, "invalid_json");
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw refusal("is not valid UTF-8");
  const text = body.toString().replace(/^\uFEFF/, "");
  if (isTooDeep(text)) throw refusal(TOO_DEEP);
  try {
    return JSON.parse(text, refusePrototype);
  } catch (error) {
    throw refusal(error instanceof PrototypeKey ? "has a key that is not allowed" : "is not valid JSON");
  }
}

class PrototypeKey extends Error {}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new PrototypeKey();
  return value;
}
