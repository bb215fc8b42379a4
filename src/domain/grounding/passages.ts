import { words, type Span } from "../../language/text.ts";

/**
 * Stretches of a message that may not be its sender's own words, recognised by form alone: quotations, fenced blocks
 * and pasted blocks. An order is a line that opens like another participant's turn: "system: ...".
 */
export type PassageKind = "order" | "pasted";

export interface Passage extends Span {
  kind: PassageKind;
}

/** Passages of the last long message: each of its claims needs them. */
let remembered: { text: string; passages: readonly Passage[] } | null = null;
const REMEMBERED_CHARS_MIN = 5_000;

/** Passages of a message; they may overlap. */
export function passagesOf(text: string): readonly Passage[] {
  if (text.length < REMEMBERED_CHARS_MIN) return passagesIn(text);
  if (remembered?.text !== text) remembered = { text, passages: passagesIn(text) };
  return remembered.passages;
}

function passagesIn(text: string): Passage[] {
  const pasted = [...quotationsOf(text), ...marksOf(text), ...pastedBlocks(text)];
  return [
    ...ordersIn(text).map((span) => ({ ...span, kind: "order" as const })),
    ...pasted.map((span) => ({ ...span, kind: "pasted" as const })),
  ];
}

/** A conversation role at the start of a line, or a control token: "system:", "[assistant]", "<|im_start|>". */
const ROLE_MARK = /^[ \t]*(?:\[?(?:system|assistant)\]?\s*:|\[(?:system|assistant)\]|<\|[^|\n]{1,40}\|>)/gimu;

/** From the mark to the next blank line. */
function ordersIn(text: string): Span[] {
  const gaps = [...text.matchAll(/\n\s*\n/g)].map(({ index }) => index);
  let next = 0;
  return [...text.matchAll(ROLE_MARK)].map(({ index: start }) => {
    while ((gaps[next] ?? text.length) < start) next += 1;
    return { start, end: gaps[next] ?? text.length };
  });
}

/** Longest quotation, in words, that is still read as the sender's own (a title, a name, a word). */
const OWN_QUOTE_WORDS_MAX = 3;
/** Opening of a fence, inline code, a quoted line or a quotation. */
const OPENING = /^[ \t]*(?<fence>`{3,}|~{3,})(?![`~])[^`\n]*$|```|^>.*$|[“"„«]/gmu;
const CLOSING_FENCE = /^[ \t]*(?<fence>`{3,}|~{3,})[ \t]*$/gmu;

function quotationsOf(text: string): Span[] {
  const codeEnd = nextOf(text, "```");
  const quoteEnd = nextOf(text, /[”"“»]/g);
  const openings = new RegExp(OPENING);
  const found: Span[] = [];
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const { 0: opening, index: start, groups = {} } = match;
    let end = start + opening.length;
    if (groups.fence !== undefined) end = fenceEnd(text, groups.fence, end);
    else if (opening === "```") end = Math.min(codeEnd(end) + 3, text.length);
    else if (!opening.startsWith(">")) {
      const close = quoteEnd(end);
      if (close === text.length) continue;
      end = close + 1;
      if (!hasMoreWords(text.slice(start + 1, close), OWN_QUOTE_WORDS_MAX)) {
        openings.lastIndex = end;
        continue;
      }
    }
    found.push({ start, end });
    openings.lastIndex = end;
  }
  return found;
}

/** A fence is closed by the same mark, at least as long, alone on its line; otherwise it runs to the end. */
function fenceEnd(text: string, opening: string, from: number): number {
  CLOSING_FENCE.lastIndex = from;
  for (let match = CLOSING_FENCE.exec(text); match !== null; match = CLOSING_FENCE.exec(text))
    if (match.groups?.fence?.startsWith(opening)) return match.index + match[0].length;
  return text.length;
}

/** Opening of a comment, an element or an attachment ("[file: notes.txt]"), or a line of JSON. */
const FOREIGN =
  /<!--|<(?<element>\w+)|(?<attachment>^\[[\p{L} ]{2,20}:[^\]\n\r\u2028\u2029]*\])|^[ \t]*[[{].*"\s*:.*$/gmu;

/** HTML comments, elements, JSON, and text after an attachment header. */
function marksOf(text: string): Span[] {
  const commentEnd = nextOf(text, "-->");
  const elementEnd = elementEnds(text);
  const openings = new RegExp(FOREIGN);
  const found: Span[] = [];
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const { 0: opening, index: start, groups = {} } = match;
    let end: number | null = start + opening.length;
    if (opening === "<!--") end = Math.min(commentEnd(end) + 3, text.length);
    else if (groups.element !== undefined) end = elementEnd(groups.element, start);
    else if (groups.attachment !== undefined) end = text.length;
    if (end === null) continue;
    found.push({ start, end });
    openings.lastIndex = end;
  }
  return found;
}

/** End of an element that opens here, or null; each tag is looked at once, however many are left open. */
function elementEnds(text: string): (name: string, start: number) => number | null {
  const closed = new Map<string, number[]>();
  for (const { 0: tag, 1: name = "", index } of text.matchAll(/<\/(\w+)>/g)) {
    const ends = closed.get(name) ?? [];
    if (ends.push(index + tag.length) === 1) closed.set(name, ends);
  }
  for (const ends of closed.values()) ends.reverse();
  const headEnd = nextOf(text, ">");
  const lineEnd = nextOf(text, "\n");
  return (name, start) => {
    const head = headEnd(start);
    const ends = closed.get(name);
    if (ends === undefined || head === text.length || lineEnd(start) < head) return null;
    while (ends.length > 0 && (ends.at(-1) ?? 0) <= head + name.length) ends.pop();
    return ends.at(-1) ?? null;
  };
}

/** Next occurrence, for ascending positions; the end of the text if there is none. */
function nextOf(text: string, wanted: string | RegExp): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from)
      next = typeof wanted === "string" ? text.indexOf(wanted, from) : searchFrom(text, wanted, from);
    if (next === -1) next = text.length;
    return next;
  };
}

/** `indexOf` for a global pattern. */
function searchFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** A message without passages that may be someone else's words. */
export function ownText(text: string): string {
  const own: string[] = [];
  let at = 0;
  for (const { start, end } of passagesOf(text).toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    own.push(text.slice(at, Math.max(at, start)), " ");
    at = end;
  }
  return [...own, text.slice(at)].join("");
}

interface Line extends Span {
  raw: string;
}

interface Block extends Span {
  lines: Line[];
}

/** Runs of lines between blank ones. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) {
    const line = { ...spanOf(match), raw: match[0].trim() };
    const last = blocks.at(-1);
    if (line.raw === "") continue;
    if (last && !/\n\s*\n/.test(text.slice(last.end, line.start))) {
      last.lines.push(line);
      last.end = line.end;
    } else blocks.push({ start: line.start, end: line.end, lines: [line] });
  }
  return blocks;
}

/** Minimum number of lines in one block that must look pasted. */
const SHAPED_MIN = 2;

function pastedBlocks(text: string): Span[] {
  const blocks = blocksOf(text);
  const letter = letterIn(blocks);
  const shaped = blocks.flatMap(({ lines }) => {
    const own = lines.filter(({ raw }) => isShaped(raw));
    const [first, last] = [own[0], own.at(-1)];
    return first && last && own.length >= SHAPED_MIN ? [{ start: first.start, end: last.end }] : [];
  });
  return letter === null ? shaped : [letter, ...shaped];
}

/** "From: x", "Question: ...", "Anna: ...": one to three words and a colon. */
const LABELLED = /^\p{Lu}[\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’()-]+){0,2}:\s/u;
const LISTED = /^(?:[-*•+]|\d{1,2}[.)]|#{1,4})\s/u;
const LOGGED = /^(?:\[?\d{1,4}[-:/.]\d{2}[-:/.]\d{2}\b|[A-Z]{4,8}:?\s.*[:=]|\$ )/u;
const CODED = /^(?:\/\/|\/\*|\*\/|[{}()[\]]+[;,]?$|<\/?\w[^>]*>|.*(?:[;{}]|=>)$)/u;

function isShaped(line: string): boolean {
  return [LABELLED, LISTED, LOGGED, CODED].some((form) => form.test(line));
}

/** Longest salutation or signature, in words: "Dear all,", "Kind regards, Tom". */
const SALUTATION_WORDS_MAX = 6;
const SIGNATURE_WORDS_MAX = 4;

/** A letter or mail below the sender's remarks about it: from its headers or salutation to its signature or the end. */
function letterIn(blocks: Block[]): Span | null {
  const lines = blocks.flatMap((block) => block.lines);
  const first = lines.findIndex(({ raw }, n) => n > 0 && isSalutation(raw) && n + 1 < lines.length);
  const headed = lines.findIndex(
    ({ raw }, n) => LABELLED.test(raw) && LABELLED.test(lines[n + 1]?.raw ?? ""),
  );
  const opening = lines[first === -1 ? headed : headed === -1 ? first : Math.min(first, headed)];
  if (!opening) return null;
  const below = blocks.filter((block) => block.end > opening.start);
  const last = below.at(-1);
  const before = below.at(-2);
  const isOwnAgain =
    last && before && isSigned(before) && last.lines.length === 1 && !isSignature(last.lines[0]);
  return { start: opening.start, end: (isOwnAgain ? before : last)?.end ?? opening.end };
}

/** A short line that ends in a comma, like a salutation. */
function isSalutation(line: string): boolean {
  return /^\p{Lu}.*,$/u.test(line) && words(line).length <= SALUTATION_WORDS_MAX;
}

function isSigned({ lines }: Block): boolean {
  const last = lines.at(-1);
  return isSignature(last) && !LABELLED.test(last?.raw ?? "") && !isSalutation(last?.raw ?? "");
}

/** A short line without sentence-ending punctuation. */
function isSignature(line: Line | undefined): boolean {
  return line !== undefined && words(line.raw).length <= SIGNATURE_WORDS_MAX && !/[.!?]$/.test(line.raw);
}

/** Whether a text has more than `count` words: its beginning usually decides. */
function hasMoreWords(text: string, count: number): boolean {
  if (text.length <= count) return false;
  if (text.length <= BEGINNING_CHARS) return words(text).length > count;
  return words(text.slice(0, BEGINNING_CHARS)).length > count || words(text).length > count;
}

/** Longer than a few words. */
const BEGINNING_CHARS = 300;

/** From this share inside a passage, a span counts as part of it. */
const INSIDE_SHARE = 0.6;

export function kindsAt(passages: readonly Passage[], span: Span): Set<PassageKind> {
  const wanted = (span.end - span.start) * INSIDE_SHARE;
  const isInside = ({ start, end }: Span): boolean =>
    Math.min(span.end, end) - Math.max(span.start, start) >= wanted;
  const kinds = new Set<PassageKind>();
  for (const [kind, merged] of mergedOf(passages)) {
    let at = firstEndingBehind(merged, span.start);
    for (; (merged[at]?.start ?? Infinity) < span.end; at++)
      if (isInside(merged[at] ?? span)) kinds.add(kind);
  }
  return kinds;
}

const merges = new WeakMap<readonly Passage[], Map<PassageKind, Span[]>>();

/** The passages of each kind in order, overlapping ones merged. */
function mergedOf(passages: readonly Passage[]): Map<PassageKind, Span[]> {
  const known = merges.get(passages);
  if (known !== undefined) return known;
  const merged = new Map<PassageKind, Span[]>();
  for (const { kind, start, end } of passages.toSorted((a, b) => a.start - b.start)) {
    const ofKind = merged.get(kind) ?? [];
    const last = ofKind.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else ofKind.push({ start, end });
    merged.set(kind, ofKind);
  }
  merges.set(passages, merged);
  return merged;
}

/** Binary search; spans are disjoint and sorted. */
function firstEndingBehind(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
