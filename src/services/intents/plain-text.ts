import { cached } from "../../language/cached.ts";

/**
 * Lower case, without diacritics and with plain apostrophes, every character at its position: a match has the same span
 * in the original text.
 */
export function plainText(text: string): string {
  return text.replace(/[^\n\x20-\x7e]|[A-Z]/g, (char) => {
    if (/[‘’‚`´]/.test(char)) return "'";
    if (/\s/.test(char)) return " ";
    const folded = char.normalize("NFKD").charAt(0).toLowerCase();
    return folded.length === 1 ? folded : char;
  });
}

/** Whether a piece of plain text matches `source`, ignoring punctuation around it. */
export function isWholeMatch(source: string, text: string): boolean {
  return wholly(source).test(text);
}

/** More than there are. */
const PATTERNS_MAX = 1_000;
const wholly = cached(
  PATTERNS_MAX,
  (source) => new RegExp(`^[^\\p{L}\\p{N}]*(?:${source})[^\\p{L}\\p{N}]*$`, "u"),
);
