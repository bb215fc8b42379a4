import { REDACTED } from "../../domain/tombstone.ts";
import { type Span, tokens } from "../../domain/text.ts";

/** What stands where forgotten words stood. */

/** A text with words taken out, and where every old place is now. */
export interface Cut {
  text: string;
  /** How many runs of words went. */
  count: number;
  /** A span of the old text as a span of the new one; one that overlapped a cut takes the whole mark in. */
  move: (span: Span) => Span;
  touches: (span: Span) => boolean;
}

/** Replaces spans by `[forgotten]`. Overlapping and adjoining ones become one; what is a mark already stays. */
export function cut(text: string, spans: Span[]): Cut {
  const gone = merged(text, spans);
  let result = "";
  let from = 0;
  for (const span of gone) {
    result += text.slice(from, span.start) + REDACTED;
    from = span.end;
  }
  result += text.slice(from);
  return {
    text: result,
    count: gone.length,
    move: (span) => ({ start: moved(gone, span.start, "start"), end: moved(gone, span.end, "end") }),
    touches: (span) => gone.some((g) => g.start < span.end && span.start < g.end),
  };
}

function merged(text: string, spans: Span[]): Span[] {
  const usable = spans
    .map((s) => ({ start: Math.max(0, s.start), end: Math.min(text.length, s.end) }))
    .filter((s) => s.start < s.end && text.slice(s.start, s.end) !== REDACTED)
    .sort((a, b) => a.start - b.start);
  const result: Span[] = [];
  for (const span of usable) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

function moved(gone: Span[], place: number, side: "start" | "end"): number {
  let shift = 0;
  for (const span of gone) {
    if (span.start >= place) break;
    if (place < span.end) return span.start + shift + (side === "start" ? 0 : REDACTED.length);
    shift += REDACTED.length - (span.end - span.start);
  }
  return place + shift;
}

export type Token = ReturnType<typeof tokens>[number];

/** Every place where one of these word runs stands. */
export function findRuns(found: Token[], runs: readonly string[][]): Span[] {
  const spans: Span[] = [];
  for (const run of runs) {
    for (let i = 0; i + run.length <= found.length; i++) {
      const first = found[i];
      const last = found[i + run.length - 1];
      if (first && last && runAt(found, i, run)) spans.push({ start: first.start, end: last.end });
    }
  }
  return spans;
}

function runAt(found: Token[], at: number, run: string[]): boolean {
  return run.length > 0 && run.every((word, k) => found[at + k]?.word === word);
}

export function containsRun(text: string, runs: readonly string[][]): boolean {
  return findRuns(tokens(text), runs).length > 0;
}

export function cutRuns(text: string, runs: readonly string[][]): Cut {
  return cut(text, findRuns(tokens(text), runs));
}
