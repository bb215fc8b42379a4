import { anySource } from "./index.ts";

/** Marks that begin a quote or pasted text anywhere. */
const INLINE = /["“”„«»`]|~~~|<[!/?\p{L}]|\[[\p{L} ]+:/u;
/** A line that begins a quote, code, a list, a heading, a table, a rule, data, a transcript; or one that announces it. */
const LINE = /^(?: {4}|[ \t]*(?:>|[-*+•–—]\s|\d+[.)]\s|#{1,6}\s|\||[-=_*]{3,}|[{[]))|:[ \t]*$/mu;
/** "Context: ...", "Tom: ...", "12:03 Anna: ..." */
const LABEL = /^[ \t]*[\p{L}\p{N}@][^\s.!?,:]*(?:[ :][^\s.!?,:]+){0,3} ?:(?=\s|$)/mu;
/** A letter's first line. */
const SALUTATION = new RegExp(`^[ \\t]*(?:${anySource(({ words }) => words.salutations)})(?!\\p{L})`, "imu");

/** Whether a quote or pasted text begins in a text; the rest is not taken for the user's own words. */
export function holdsPastedText(text: string): boolean {
  return [INLINE, LINE, LABEL, SALUTATION].some((pattern) => pattern.test(text));
}

/** An empty line separates two pieces of text. */
export function hasParagraphs(text: string): boolean {
  return /\S\s*\n\s*\n/u.test(text);
}
