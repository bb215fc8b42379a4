import { sentences, type Span } from "../../domain/text.ts";
import type { Grammar } from "./grammar.ts";

/** Sentences of one message that are read. */
const SENTENCES_MAX = 120;

/** Parts of a message: `stated` may be read for everything, `spoken` only for who is who ("my sister Annelie"). */
export interface Parts {
  stated: Span[];
  spoken: Span[];
}

/**
 * Sorts the parts of a message. Questions, unreal conditions, jokes and other people's words state nothing; of a
 * sentence that turns into one only what stands before is kept.
 */
export function partsOf(own: string, grammar: Grammar): Parts {
  const stated: Span[] = [];
  const spoken: Span[] = [];
  for (const span of sentences(own).slice(0, SENTENCES_MAX)) {
    for (const part of splitParts(own, span)) {
      const text = own.slice(part.start, part.end);
      if (grammar.guards.joke.test(text)) continue;
      const end = realLength(text.slice(0, statedLength(text, grammar)), grammar);
      if (end > 0) stated.push({ start: part.start, end: part.start + end });
      if (end < text.length) spoken.push({ start: part.start + end, end: part.end });
    }
  }
  return { stated, spoken };
}

function splitParts(own: string, span: Span): Span[] {
  const parts: Span[] = [];
  let start = span.start;
  for (const match of own.slice(span.start, span.end).matchAll(/;\s|\s[–—-]\s|:\s|\s{4,}/gu)) {
    const end = span.start + match.index + 1;
    parts.push({ start, end });
    start = span.start + match.index + match[0].length;
  }
  parts.push({ start, end: span.end });
  return parts.map((part) => {
    const text = own.slice(part.start, part.end);
    return {
      start: part.start + (text.length - text.trimStart().length),
      end: part.start + text.trimEnd().length,
    };
  });
}

/** Length of the part before a question; 0 when all of it asks. */
function statedLength(text: string, grammar: Grammar): number {
  if (grammar.guards.question.test(text)) return 0;
  if (!/(?<!\?)\?["”')\]]*$/.test(text)) return text.length;
  const commas = [...text.matchAll(/[,;:.]\s+/gu)];
  for (const comma of commas) {
    if (grammar.guards.question.test(text.slice(comma.index + comma[0].length))) return comma.index;
  }
  return 0;
}

/** Length of the part before the clause that is unreal or somebody else's word. */
function realLength(text: string, grammar: Grammar): number {
  const { unreal, reported } = grammar.guards;
  const marks = [unreal.exec(text)?.index, reported.exec(text)?.index].filter((at) => at !== undefined);
  if (marks.length === 0) return text.length;
  const before = text.slice(0, Math.min(...marks));
  const boundary = [
    ...before.matchAll(
      new RegExp(`[,(]\\s|\\s(?:${grammar.and}|but|because|so|aber|weil|mais|car|pero|porque)\\s`, "gu"),
    ),
  ].at(-1);
  return boundary?.index ?? 0;
}
