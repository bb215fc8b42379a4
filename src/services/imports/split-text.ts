import { cut } from "../../language/graphemes.ts";

/** Where a text may be cut, best first. */
const BOUNDARIES = ["\n\n", "\n", " "];

/**
 * Cuts a text into pieces of at most `charsMax`, at a paragraph where one ends in the second half of a piece, else at
 * a line, a word, or between two characters. The same text is always cut the same way, so that its pieces are known
 * again at the next import.
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
