import { createHash } from "node:crypto";

/** Longest external id, characters: the limit of the HTTP API, with room for a piece's suffix. */
const EXTERNAL_ID_CHARS_MAX = 180;

/**
 * Text that every store can hold. Other systems accept characters that our API rejects, and one of them must not cost
 * the user the message: NUL is dropped, half a surrogate pair becomes U+FFFD.
 */
export function cleanText(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed().trim();
}

/** Maps an id of any length to one of bounded length; deterministic. */
export function cleanExternalId(id: string): string {
  const clean = cleanText(id);
  if (clean.length <= EXTERNAL_ID_CHARS_MAX) return clean;
  return `sha256:${createHash("sha256").update(clean).digest("hex")}`;
}

/** An id for what has none. */
export function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}
