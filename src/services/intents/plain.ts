/**
 * Lower case without marks and with plain apostrophes, every character in its place: a pattern found here has the
 * same span in the text as it was written.
 */
export function plain(text: string): string {
  return text.replace(/[^\n\x20-\x7e]|[A-Z]/g, (char) => {
    if (/[‘’‚`´]/.test(char)) return "'";
    if (/\s/.test(char)) return " ";
    const folded = char.normalize("NFKD").charAt(0).toLowerCase();
    return folded.length === 1 ? folded : char;
  });
}

const QUOTED =
  /```[\s\S]*?(?:```|$)|`[^`\n]+`|^[ \t]*>.*$|"[^"\n]{3,}"|„[^“”"\n]{3,}[“”"]|“[^”\n]{3,}”|«[^»\n]{3,}»|(?<![\p{L}\p{N}])'[^'\n]{12,}'(?![\p{L}\p{N}])/gmu;

/** Other people's words and code are blanked, so that nothing in them is taken for a wish; places stay as they are. */
export function withoutQuotes(text: string): string {
  return text.replace(QUOTED, (quoted) => quoted.replace(/[^\n]/g, " "));
}
