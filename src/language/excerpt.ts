import { graphemeStart } from "./graphemes.ts";
import { sentencesIn } from "./text.ts";

/** Shortens a long text if all of it would cost too much. */

/** The beginning and the end, each half of `charsMax` characters, as two lines. */
export function beginningAndEnd(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const half = Math.floor(charsMax / 2);
  return `${text.slice(0, edge(text, half))}\n${text.slice(edge(text, text.length - half))}`;
}

/** Characters around a matched word. */
const AROUND_CHARS = 400;

/**
 * The beginning, and the surroundings of the given words, wherever they occur: at most `charsMax`
 * characters in lines. `words`: folded, of letters and digits; each is matched by its first letters, in any case.
 */
export function aroundWords(text: string, words: readonly string[], charsMax: number): string {
  if (text.length <= charsMax) return text;
  const half = edge(text, Math.floor(charsMax / 2));
  const parts = [text.slice(0, half)];
  let [left, at] = [charsMax - half, half];
  for (const index of placesOf(text, words)) {
    if (left <= 0) break;
    if (index < at) continue;
    const start = edge(text, Math.max(at, index - AROUND_CHARS));
    at = Math.min(text.length, edge(text, index + AROUND_CHARS), start + left);
    parts.push(text.slice(start, at));
    left -= at - start;
  }
  return parts.join("\n");
}

/** A long text from the sentence on with which `charsMax` characters hold most of the words; from its beginning if none does. */
export function fromRichest(text: string, words: readonly string[], charsMax: number): string {
  const beginnings = text.length <= charsMax ? null : beginningsOf(words);
  if (beginnings === null) return text;
  const found = [...text.matchAll(beginnings)].map(({ index, 0: word }) => ({
    index,
    word: word.toLowerCase(),
  }));
  const countFrom = (start: number): number =>
    new Set(found.flatMap(({ index, word }) => (index >= start && index < start + charsMax ? word : [])))
      .size;
  const [first, ...later] = [...sentencesIn(text)].map(({ start }) => ({ start, count: countFrom(start) }));
  const most = Math.max(...later.map(({ count }) => count));
  if (most <= (first?.count ?? 0)) return text;
  // From there on there may be room for more before it.
  const latest = text.indexOf(" ", text.length - charsMax + CUT.length) + 1;
  const best = later.findLast(({ count }) => count === most)?.start ?? 0;
  return `${CUT}${text.slice(Math.min(best, latest))}`;
}

/** Stands for what is left out before a text. */
const CUT = "… ";

/** Where one of those words may begin. */
export function* placesOf(text: string, words: readonly string[]): Generator<number> {
  const beginnings = beginningsOf(words);
  if (beginnings !== null) for (const { index } of text.matchAll(beginnings)) yield index;
}

/** Letters a word's forms share, and the maximum number of words. */
const LETTERS_MAX = 5;
const WORDS_MAX = 32;

function beginningsOf(words: readonly string[]): RegExp | null {
  const some = new Set(words.slice(0, WORDS_MAX).map((word) => word.slice(0, LETTERS_MAX)));
  return some.size === 0 ? null : new RegExp([...some].join("|"), "gi");
}

/** An offset that splits no grapheme; in a run of marks longer than any grapheme, the middle. */
function edge(text: string, at: number): number {
  const from = Math.max(0, at - EDGE_CHARS);
  return from + graphemeStart(text.slice(from, at + EDGE_CHARS), at - from);
}

const EDGE_CHARS = 64;
