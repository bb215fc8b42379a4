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
  let pattern = WHOLE.get(source);
  if (!pattern)
    WHOLE.set(source, (pattern = new RegExp(`^[^\\p{L}\\p{N}]*(?:${source})[^\\p{L}\\p{N}]*$`, "u")));
  return pattern.test(text);
}

const WHOLE = new Map<string, RegExp>();
