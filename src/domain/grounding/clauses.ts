import { anySource } from "../../language/index.ts";
import { sentences, type Span } from "../../language/text.ts";

/** Clause boundary: punctuation, or one of the commonest conjunctions. */
const CLAUSE_BREAK = new RegExp(
  `[.!?,;:–—()\\n]|\\s-\\s|\\b(?:${anySource(({ words }) => words.conjunctions)})\\b`,
  "gi",
);

/** Maximum distance from a span to search for its sentence, and maximum part of a span read, characters. */
const AROUND_CHARS = 4000;

/** The sentences a span touches, as one span. */
export function sentenceAround(text: string, span: Span): Span {
  const from = Math.max(0, span.start - AROUND_CHARS);
  const end = Math.min(span.end, span.start + AROUND_CHARS);
  const all = sentences(text.slice(from, end + AROUND_CHARS))
    .map((s) => ({ start: from + s.start, end: from + s.end }))
    .filter((s) => s.start < end && s.end > span.start);
  const first = all[0];
  const last = all.at(-1);
  return first && last ? { start: first.start, end: last.end } : { start: span.start, end };
}

/** The clause around a span, within its sentence; a span across several clauses keeps them all. */
export function clauseSpan(text: string, span: Span, sentence: Span): Span {
  let start = sentence.start;
  let end = sentence.end;
  for (const match of text.slice(sentence.start, sentence.end).matchAll(CLAUSE_BREAK)) {
    const at = sentence.start + match.index;
    if (at + match[0].length <= span.start) start = at + match[0].length;
    else if (at >= span.end) {
      end = at;
      break;
    }
  }
  const raw = text.slice(start, end);
  return { start: start + raw.length - raw.trimStart().length, end: start + raw.trimEnd().length };
}

export function clauseAround(text: string, span: Span, sentence: Span): string {
  const { start, end } = clauseSpan(text, span, sentence);
  return text.slice(start, end);
}
