import type { Span } from "../../domain/text.ts";
import { findIn, isAll } from "./patterns.ts";
import type { Scope } from "./types.ts";
import type { IntentWords } from "./words/index.ts";

/** What a wish to forget is about, read off the words behind its verb. */
export interface WishObject {
  scope: Extract<Scope, "last" | "words" | "everything">;
  target: Span | null;
  parts: Span[];
  whole: boolean;
  /** It says of itself that it is something told ("what I said about", "the thing about"). */
  told: boolean;
  /** It names something people give away and may want back, or belongs to somebody. */
  isPrivate: boolean;
  /** Wrapped in "please", "from your memory" and the like. */
  insistent: boolean;
  /** "that", "it": what it stands for may be named before. */
  isPronoun: boolean;
  /** Where the object ends; behind it another clause may begin. */
  end: number;
}

/** Longest enumerated part behind a comma, words. */
const PART_WORDS_MAX = 6;
/** Longest bare noun phrase, words: what is longer is a sentence about something else. */
const BARE_WORDS_MAX = 7;

/** Reads `text.slice(from, to)` (plain). Null when it names nothing a memory could forget. */
export function readObject(text: string, from: number, to: number, words: IntentWords): WishObject | null {
  const until = beforeReason(text, from, to, words);
  const all = segments(text, from, until);
  const at = all.findIndex((span) => hasWords(unwrapped(text, span, words).span));
  const first = all[Math.max(0, at)];
  if (!first) return null;
  const others = all.slice(Math.max(0, at) + 1);
  const head = unwrapped(text, first, words);
  const listed = readList(text, others, words);
  const base = {
    parts: [],
    whole: head.whole || listed.whole,
    told: false,
    isPronoun: false,
    isPrivate: false,
    insistent: head.insistent || listed.insistent || at > 0,
    end: listed.parts.at(-1)?.end ?? first.end,
  };
  const said = text.slice(head.span.start, head.span.end);
  if (said === "" && listed.parts.length === 0) return null;
  if (isAll(words.everything, said)) return { ...base, scope: "everything", target: null };
  const isPronoun = isAll(words.pronoun, said);
  if (isPronoun || isAll(words.justSaid, said)) return { ...base, scope: "last", target: null, isPronoun };
  const asks = QUESTION.exec(said)?.[0].length ?? 0;
  const opened = asks > 0 ? asks : opening(said, words);
  const target = trimmed(text, { start: head.span.start + opened, end: head.span.end });
  const named = text.slice(target.start, target.end);
  const told = opened > asks;
  if (named === "") return told ? { ...base, told, scope: "last", target: null } : null;
  if (isAll(words.vague, withoutArticle(named))) return null;
  if (!told && countWords(named) > BARE_WORDS_MAX) return null;
  if (!told && asks === 0 && findIn(words.clause, named)) return null;
  return {
    ...base,
    scope: "words",
    told,
    isPrivate: findIn(words.private, named) !== null || startsWith(words.possessive, named),
    target: { start: target.start, end: listed.parts.at(-1)?.end ?? target.end },
    parts: [target, ...listed.parts],
  };
}

/** A sentence of its own that goes on with the list: "the appointment, the reason, everything". */
export function readFragment(
  text: string,
  span: Span,
  words: IntentWords,
): { parts: Span[]; whole: boolean } | null {
  const all = segments(text, span.start, span.end);
  const listed = readList(text, all, words);
  const left = all.length - listed.read;
  return left === 0 && (listed.parts.length > 0 || listed.whole) ? listed : null;
}

function beforeReason(text: string, from: number, to: number, words: IntentWords): number {
  const found = new RegExp(`(?<=\\p{L}\\S*[,;]? +)(?:${words.reason})(?![\\p{L}\\p{N}])`, "u").exec(
    text.slice(from, to),
  );
  return found ? from + found.index : to;
}

function segments(text: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  let start = from;
  for (const match of text.slice(from, to).matchAll(/[,;:()–—!?.]+(?=\s|$)| - /gu)) {
    spans.push(trimmed(text, { start, end: from + match.index }));
    start = from + match.index + match[0].length;
  }
  spans.push(trimmed(text, { start, end: to }));
  return spans.filter((span) => span.start < span.end);
}

/** Parts behind commas, up to the first that is a clause of its own. */
function readList(
  text: string,
  spans: Span[],
  words: IntentWords,
): { parts: Span[]; whole: boolean; insistent: boolean; read: number } {
  const parts: Span[] = [];
  let whole = false;
  let insistent = false;
  let read = 0;
  for (const span of spans) {
    const piece = unwrapped(text, afterAnd(text, span, words), words);
    const said = text.slice(piece.span.start, piece.span.end);
    if (findIn(words.clause, said) || countWords(said) > PART_WORDS_MAX) break;
    if (findIn(words.idiom, said)) break;
    read += 1;
    whole ||= piece.whole;
    insistent ||= piece.insistent;
    if (said !== "" && !isAll(words.pronoun, said)) parts.push(piece.span);
  }
  return { parts, whole, insistent, read };
}

function afterAnd(text: string, span: Span, words: IntentWords): Span {
  const match = new RegExp(`^(?:${words.and}|&)\\s+`, "u").exec(text.slice(span.start, span.end));
  return match ? { start: span.start + match[0].length, end: span.end } : span;
}

/** Without the closers around it; says whether there were any. */
function unwrapped(
  text: string,
  span: Span,
  words: IntentWords,
): { span: Span; whole: boolean; insistent: boolean } {
  const after = new RegExp(`(?:^|[\\s,]+)(?:${words.closer})$`, "u");
  const before = new RegExp(`^(?:${words.closer})(?:[\\s,]+|$)`, "u");
  const wholeAfter = new RegExp(`(?:^|[\\s,]+)(?:${words.whole})$`, "u");
  let { start, end } = span;
  let whole = false;
  let insistent = false;
  for (let changed = true; changed;) {
    changed = false;
    const said = text.slice(start, end);
    const all = wholeAfter.exec(said);
    const tail = after.exec(said);
    const lead = before.exec(said);
    // "everything" alone is a target of its own, not a way to say how much.
    if (all && (all.index > 0 || span.start > start || isListed(text, span))) {
      end = start + all.index;
      changed = whole = true;
    } else if (tail && tail[0] !== "") {
      end = start + tail.index;
      changed = insistent = true;
    } else if (lead && lead[0] !== "") {
      start += lead[0].length;
      changed = insistent = true;
    }
  }
  return { span: trimmed(text, { start, end: Math.max(start, end) }), whole, insistent };
}

/** It stands behind a comma or begins a sentence of its own. */
function isListed(text: string, span: Span): boolean {
  return /[,.;:!?)]\s*(?:\p{L}+ )?$/u.test(text.slice(0, span.start));
}

/** Length of "what I told you about", "the thing with", at the beginning. */
function opening(said: string, words: IntentWords): number {
  const match = new RegExp(`^(?:${words.told})(?=[\\s']|$)\\s*`, "u").exec(said);
  return match?.[0].length ?? 0;
}

/** "Forget where she lives" */
const QUESTION = /^(?:where|who|wo|wer|wohin|ou|qui|donde|quien) /u;

function hasWords({ start, end }: Span): boolean {
  return start < end;
}

function startsWith(source: string, said: string): boolean {
  return new RegExp(`^(?:${source})(?![\\p{L}])`, "u").test(said);
}

const ARTICLE =
  /^(?:the|a|an|some|any|all|der|die|das|den|le|la|les|l'|un|une|des|el|los|las|una|unos|lo) ?/u;

function withoutArticle(said: string): string {
  return said.replace(ARTICLE, "");
}

function trimmed(text: string, { start, end }: Span): Span {
  const raw = text.slice(start, end);
  const lead = raw.length - raw.replace(/^[^\p{L}\p{N}]+/u, "").length;
  const tail = raw.length - raw.replace(/[^\p{L}\p{N}'%€$)]+$/u, "").length;
  return lead === raw.length ? { start: end, end } : { start: start + lead, end: end - tail };
}

export function countWords(said: string): number {
  return said.match(/[\p{L}\p{N}'-]+/gu)?.length ?? 0;
}
