/**
 * Lower case without marks and with plain apostrophes, every character in its place: a pattern found here has the
 * same span in the text as it was written.
 */
export function plainText(text: string): string {
  return text.replace(/[^\n\x20-\x7e]|[A-Z]/g, (char) => {
    if (/[‘’‚`´]/.test(char)) return "'";
    if (/\s/.test(char)) return " ";
    const folded = char.normalize("NFKD").charAt(0).toLowerCase();
    return folded.length === 1 ? folded : char;
  });
}

/** Whether a piece of plain text is what `source` says, aside from marks around it. */
export function isWholeMatch(source: string, text: string): boolean {
  let pattern = WHOLE.get(source);
  if (!pattern)
    WHOLE.set(source, (pattern = new RegExp(`^[^\\p{L}\\p{N}]*(?:${source})[^\\p{L}\\p{N}]*$`, "u")));
  return pattern.test(text);
}

const WHOLE = new Map<string, RegExp>();
