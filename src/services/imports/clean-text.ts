import { createHash } from "node:crypto";

/** Longest external id, characters: as the HTTP surface takes them, with room for a piece's suffix. */
const EXTERNAL_ID_CHARS_MAX = 180;

/**
 * Text as every store can hold it. Other systems let through what ours refuses at the door, and one such character
 * must not cost the user the message: NUL goes, half a surrogate pair becomes U+FFFD.
 */
export function cleanText(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed().trim();
}

/** An identity of any length as one of bounded length; the same for the same id. */
export function cleanExternalId(id: string): string {
  const clean = cleanText(id);
  if (clean.length <= EXTERNAL_ID_CHARS_MAX) return clean;
  return `sha256:${createHash("sha256").update(clean).digest("hex")}`;
}
