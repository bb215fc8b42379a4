import { nameForms, stemsOf } from "../../language/stems.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import { type Span, type Token, fold, isUnspaced, letterTokens, letters } from "../../language/text.ts";

/** The placeholder for forgotten words. */

/**
 * Consecutive words to redact, and their forms: `exact`, those of a quote; `name`, with the endings of a name; `lone`, one
 * word of a name, if written like one; `stem`, in any inflection and at the beginning of a compound.
 */
export interface WordRun {
  words: readonly string[];
  form: "exact" | "name" | "lone" | "stem";
}

/** The words of a text as a run; placeholders of earlier redactions are skipped. */
export function runOf(text: string, form: WordRun["form"] = "exact"): WordRun {
  return { words: letters(text.replaceAll(REDACTED, " ")), form };
}

/** A redacted text, with a map from old offsets to new ones. */
export interface RedactedText {
  text: string;
  /** The number of redacted runs. */
  count: number;
  /** Maps a span of the old text to the new one; a span that overlapped a cut includes the whole placeholder. */
  move: (span: Span) => Span;
  touches: (span: Span) => boolean;
}

/** Replaces spans by `[forgotten]`. Overlapping and adjacent ones are merged; existing placeholders stay. */
export function redactSpans(text: string, spans: Span[]): RedactedText {
  const redacted = mergedSpans(text, spans);
  let result = "";
  let from = 0;
  for (const span of redacted) {
    result += text.slice(from, span.start) + REDACTED;
    from = span.end;
  }
  result += text.slice(from);
  return {
    text: result,
    count: redacted.length,
    move: (span) => ({
      start: movedOffset(redacted, span.start, "start"),
      end: movedOffset(redacted, span.end, "end"),
    }),
    touches: (span) => redacted.some((g) => g.start < span.end && span.start < g.end),
  };
}

function mergedSpans(text: string, spans: Span[]): Span[] {
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
  return result.length > 0 && !saysMore(text, result) ? [{ start: 0, end: text.length }] : result;
}

/** Whether a text has words besides these spans and earlier placeholders: punctuation alone does not stay. */
function saysMore(text: string, spans: Span[]): boolean {
  const parts = spans.map(({ start }, i) => text.slice(spans[i - 1]?.end ?? 0, start));
  const rest = [...parts, text.slice(spans.at(-1)?.end)].join(" ").replaceAll(REDACTED, " ");
  return /[\p{L}\p{N}]/u.test(rest);
}

function movedOffset(gone: Span[], place: number, side: "start" | "end"): number {
  let shift = 0;
  for (const span of gone) {
    if (span.start >= place) break;
    if (place < span.end) return span.start + shift + (side === "start" ? 0 : REDACTED.length);
    shift += REDACTED.length - (span.end - span.start);
  }
  return place + shift;
}

/** Every occurrence of one of these runs. */
export function findRuns(found: Token[], runs: readonly WordRun[]): Span[] {
  const spans: Span[] = [];
  for (const run of runs) {
    const length = lengthAt(found, run);
    for (const [i, first] of found.entries()) {
      const count = length(i);
      const last = found[i + count - 1];
      if (count > 0 && last) spans.push({ start: first.start, end: last.end });
    }
  }
  return spans;
}

/** How many tokens from a position match the run; 0 if it does not match. */
function lengthAt(found: Token[], { words: wanted, form }: WordRun): (at: number) => number {
  if (wanted.length === 0) return () => 0;
  const joined = wanted.join("");
  if (form !== "exact" && /^\d+$/.test(joined)) return (at) => digitsAt(found, at, joined);
  const matches = wanted.map((word) => matcher(word, form));
  const isJoined = wanted.length > 1 && form !== "exact" ? matcher(joined, form) : () => false;
  const hasCapitals = found.some(({ isCapital }) => isCapital);
  return (at) => {
    const token = found[at];
    if (
      token === undefined ||
      (form === "lone" && hasCapitals && !token.isCapital && !isUnspaced(token.word))
    )
      return 0;
    if (isJoined(token.word)) return 1;
    return matches.every((isForm, k) => isForm(found[at + k]?.word ?? "")) ? matches.length : 0;
  };
}

/** A number matches in any grouping: "4821", "48 21". */
function digitsAt(found: Token[], at: number, digits: string): number {
  let told = "";
  for (let k = 0; told.length < digits.length; k++) {
    const word = found[at + k]?.word;
    if (word === undefined || word === "" || !digits.startsWith(told + word)) return 0;
    told += word;
    if (told === digits) return k + 1;
  }
  return 0;
}

/** A stem this long identifies the word. */
const STEM_CHARS_MIN = 4;

function matcher(word: string, form: WordRun["form"]): (token: string) => boolean {
  if (form === "exact" || /\d/.test(word)) return (token) => token === word;
  if (form !== "stem") {
    const forms = new Set(nameForms(word));
    return (token) => forms.has(token);
  }
  const stems = stemsOf(word);
  const begins = stems.filter((stem) => stem.length >= STEM_CHARS_MIN);
  return (token) =>
    token === word ||
    begins.some((stem) => token.startsWith(stem)) ||
    (word.length >= STEM_CHARS_MIN - 1 && stemsOf(token).some((stem) => stems.includes(stem)));
}

/** A folded substring of every text that contains the run: a quick check before tokenizing. */
export function rootOf({ words: wanted, form }: WordRun): string {
  if (wanted.every((word) => /^\d+$/.test(word)) && form !== "exact") return wanted[0]?.charAt(0) ?? "";
  const longest = wanted.reduce((a, b) => (b.length > a.length ? b : a), "");
  return form === "stem" ? (stemsOf(longest)[0] ?? "").replace(/s$/, "") : longest;
}

export function containsRun(text: string, runs: readonly WordRun[]): boolean {
  return findRuns(letterTokens(text), runs).length > 0;
}

export function redactRuns(text: string, runs: readonly WordRun[]): RedactedText {
  return redactSpans(text, findRuns(letterTokens(text), runs));
}

/** Whether a generated key consists of these words ("visit_annelie-2"). */
export function keyContains(key: string, runs: readonly WordRun[]): boolean {
  const folded = fold(key);
  return runs.some(
    ({ words: wanted }) =>
      wanted.join("").length >= STEM_CHARS_MIN && wanted.every((word) => folded.includes(word)),
  );
}
