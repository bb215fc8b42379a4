import { cut } from "../../language/graphemes.ts";

/** Where a text may be split, best first. */
const BOUNDARIES = ["\n\n", "\n", " "];

/**
 * Splits a text into pieces of at most `charsMax`, at a paragraph end in the second half of a piece if there is one,
 * else at a line, a word, or between two characters. Deterministic, so that the pieces are recognised by the next
 * import.
 */
export function splitText(text: string, charsMax: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > charsMax) {
    const end = cutAt(rest, charsMax);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  pieces.push(rest);
  return pieces.filter((piece) => piece !== "");
}

function cutAt(text: string, charsMax: number): number {
  for (const boundary of BOUNDARIES) {
    const found = text.lastIndexOf(boundary, charsMax);
    if (found >= charsMax / 2) return found;
  }
  return cut(text, charsMax).length || charsMax;
}
