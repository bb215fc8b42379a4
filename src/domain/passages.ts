import { words, type Span } from "./text.ts";

/**
 * Stretches of a message that may not be its sender's own words, told by their form alone: quotations, fenced blocks and
 * pasted blocks. An order is a line that opens like a turn of somebody else in the conversation: "system: ...".
 */
export type PassageKind = "order" | "pasted";

export interface Passage extends Span {
  kind: PassageKind;
}

/** Passages of a message; they may overlap. */
export function passagesOf(text: string): Passage[] {
  const pasted = [...quotationsOf(text), ...marksOf(text), ...pastedBlocks(text)];
  return [
    ...ordersIn(text).map((span) => ({ ...span, kind: "order" as const })),
    ...pasted.map((span) => ({ ...span, kind: "pasted" as const })),
  ];
}

/** A role of the conversation at the beginning of a line, or a control token: "system:", "[assistant]", "<|im_start|>". */
const ROLE_MARK = /^[ \t]*(?:\[?(?:system|assistant)\]?\s*:|\[(?:system|assistant)\]|<\|[^|\n]{1,40}\|>)/gimu;

/** From the mark to the next empty line. */
function ordersIn(text: string): Span[] {
  return [...text.matchAll(ROLE_MARK)].map(({ index: start }) => {
    const gap = text.slice(start).search(/\n\s*\n/);
    return { start, end: gap === -1 ? text.length : start + gap };
  });
}

/** Longest quotation, in words, that is still read as the sender's own (a title, a name, a word). */
const OWN_QUOTE_WORDS_MAX = 3;
const QUOTATION = /```[\s\S]*?(?:```|$(?![\s\S]))|^>.*$|[“"„«]([^”"“»]*)[”"“»]/gmu;

function quotationsOf(text: string): Span[] {
  return [...text.matchAll(QUOTATION)]
    .filter(([quoted]) => /^[`>]/.test(quoted) || words(quoted).length > OWN_QUOTE_WORDS_MAX)
    .map(spanOf);
}

/** HTML comments, elements, JSON, and what follows the head of an attachment: "[file: notes.txt]". */
const FOREIGN_MARK =
  /<!--[\s\S]*?(?:-->|$(?![\s\S]))|^\[[\p{L} ]{2,20}:[^\]\n]*\][\s\S]*|<(\w+)\b[^>\n]*>[\s\S]*?<\/\1>|^[ \t]*[[{].*"\s*:.*$/gmu;

function marksOf(text: string): Span[] {
  return [...text.matchAll(FOREIGN_MARK)].map(spanOf);
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** A message without what may be somebody else's words. */
export function ownText(text: string): string {
  let own = text;
  for (const { start, end } of passagesOf(text))
    own = own.slice(0, start) + " ".repeat(end - start) + own.slice(end);
  return own;
}

interface Line extends Span {
  raw: string;
}

interface Block extends Span {
  lines: Line[];
}

/** Runs of lines between empty ones. */
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

/** Lines of one block that must have the form of pasted ones. */
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
const CODED = /^(?:\/\/|\/\*|\*\/|[{}()[\]]+[;,]?$|<\/?\w+[^>]*>|.*(?:[;{}]|=>)$)/u;

function isShaped(line: string): boolean {
  return [LABELLED, LISTED, LOGGED, CODED].some((form) => form.test(line));
}

/** Longest salutation or signature, in words: "Dear all,", "Kind regards, Tom". */
const SALUTATION_WORDS_MAX = 6;
const SIGNATURE_WORDS_MAX = 4;

/** A letter or mail below what the sender says about it: from its heads or its salutation to its signature or the end. */
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

/** A short line that ends in a comma: a salutation by its form. */
function isSalutation(line: string): boolean {
  return /^\p{Lu}.*,$/u.test(line) && words(line).length <= SALUTATION_WORDS_MAX;
}

function isSigned({ lines }: Block): boolean {
  const last = lines.at(-1);
  return isSignature(last) && !LABELLED.test(last?.raw ?? "") && !isSalutation(last?.raw ?? "");
}

/** A short line without the end of a sentence. */
function isSignature(line: Line | undefined): boolean {
  return line !== undefined && words(line.raw).length <= SIGNATURE_WORDS_MAX && !/[.!?]$/.test(line.raw);
}

/** Share of a span inside a passage from which it counts as part of it. */
const INSIDE_SHARE = 0.6;

export function kindsAt(passages: readonly Passage[], span: Span): Set<PassageKind> {
  const inside = passages.filter((one) => {
    const shared = Math.min(span.end, one.end) - Math.max(span.start, one.start);
    return shared >= (span.end - span.start) * INSIDE_SHARE;
  });
  return new Set(inside.map((one) => one.kind));
}
