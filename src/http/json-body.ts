import { isTooDeep, JSON_DEPTH_MAX } from "../domain/model/json-shape.ts";
import { invalidField } from "../errors.ts";

export const TOO_DEEP = `is nested deeper than ${JSON_DEPTH_MAX} levels`;

/**
 * JSON from bytes: UTF-8 must be valid (a replaced byte would be stored as somebody's words), and keys that reach
 * into prototypes are refused.
 */
export function parseJsonBody(body: Buffer, done: (error: Error | null, json?: unknown) => void): void {
  const refuse = (message: string): void => done(invalidField("body", message, "invalid_json"));
  if (body.length === 0) return done(null, undefined);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return refuse("is not valid UTF-8");
  }
  if (isTooDeep(text)) return refuse(TOO_DEEP);
  try {
    done(null, JSON.parse(text, refusePrototype));
  } catch (error) {
    refuse(error instanceof PrototypeKey ? "has a key that is not allowed" : "is not valid JSON");
  }
}

class PrototypeKey extends Error {}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new PrototypeKey();
  return value;
}
