import { createHash } from "node:crypto";

const BYTES = 12;

/** The id of a dead letter: valid in a path, the same for the same job in every process. */
export function letterId(name: string, key: string): string {
  return createHash("sha256").update(`${name}\u0000${key}`).digest().subarray(0, BYTES).toString("base64url");
}
