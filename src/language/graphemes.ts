/** Graphemes, letters and signs as people see them: "é", "น้ำ", a family emoji; each may be several code points. */
const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer than any grapheme in real text. */
const CHARS_MAX = 64;

/** The beginning of a text, at most `charsMax` UTF-16 code units. */
export function cut(text: string, charsMax: number): string {
  return text.slice(0, graphemeStart(text.slice(0, charsMax + CHARS_MAX), charsMax));
}

/** The start of the grapheme at an offset. */
export function graphemeStart(text: string, at: number): number {
  return SEGMENTER.segment(text).containing(at)?.index ?? Math.min(at, text.length);
}

/** The end of the grapheme at an offset; an offset between two stays. */
export function graphemeEnd(text: string, at: number): number {
  const before = SEGMENTER.segment(text).containing(at - 1);
  return before === undefined ? at : before.index + before.segment.length;
}
