import { anySource } from "./index.ts";

/**
 * Words, names and spans. Everything that compares text goes through here, so that two places never fold differently.
 */

/** Without accents, lower case, typographic quotes made plain, inner white space single. */
export function fold(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

/** Marks on these letters are accents or vowels that may be left out; elsewhere (Hindi, Thai, が) they make another word. */
const ACCENTS =
  /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{N}\p{P}\p{S}]|^)\p{M}+/gu;

/** Most texts are plain ASCII, for which looking is three times faster than normalising. */
function withoutMarks(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC") : text;
}

const POSSESSIVE_OR_ARTICLE = new RegExp(`^(?:${anySource(({ words }) => words.articles)})\\s+`);

/** A name as it is compared: folded, without outer punctuation and possessive ending. */
export function foldName(name: string): string {
  return fold(name)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, "")
    .replace(/'s$/, "");
}

/** `foldName` without a leading article or "my". */
export function bareName(name: string): string {
  return foldName(name).replace(POSSESSIVE_OR_ARTICLE, "");
}

/** Folded words of letters and digits. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

export interface Span {
  start: number;
  end: number;
}

export interface Token extends Span {
  /** Folded. */
  word: string;
  isCapital: boolean;
}

/** Words with their place in the original text. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const [word] = match;
    const end = match.index + word.length;
    found.push({ word: fold(word), start: match.index, end, isCapital: /^\p{Lu}/u.test(word) });
  }
  return found;
}

/** Sentence spans, in order, without surrounding white space. Line breaks end a sentence. */
export function sentences(text: string): Span[] {
  const spans: Span[] = [];
  const boundary = /[\p{STerm}…]+["'”’)\]]*(?=\s|$)|[。！？｡]+["'”’」』）)\]]*|\n+/gu;
  let start = 0;
  const push = (end: number): void => {
    const raw = text.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    const body = raw.trim();
    if (body !== "") spans.push({ start: start + lead, end: start + lead + body.length });
    start = end;
  };
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && isAbbreviation(text.slice(start, match.index), text.slice(end))) continue;
    push(end);
  }
  push(text.length);
  return spans;
}

const ABBREVIATION = new RegExp(
  `(?:^|\\s)(?:${anySource(({ words }) => words.abbreviations)}|\\p{L})$`,
  "iu",
);
/** "no. 5" is a number; "No." is an answer. */
const NUMERO = new RegExp(`(?:^|\\s)(?:${anySource(({ words }) => words.numero)})$`, "iu");
/** Ordinals: "am 3. Mai", "ab dem 15. immer". */
const ORDINAL_AFTER = new RegExp(
  `(?:\\b(?:${anySource(({ words }) => words.beforeOrdinal)}|\\d{1,2}\\.)\\s*\\d{1,2}|^\\d{1,2})$`,
  "iu",
);
const MONTH_NEXT = new RegExp(`^\\s*(?:\\d|${anySource(({ words }) => words.afterOrdinal)})`, "iu");

function isAbbreviation(before: string, after: string): boolean {
  if (ABBREVIATION.test(before)) return true;
  if (NUMERO.test(before)) return /^\s*\d/.test(after);
  return /\d$/.test(before) && (ORDINAL_AFTER.test(before) || MONTH_NEXT.test(after));
}

/**
 * Where `quote` stands in `text`: exactly, else ignoring case, marks, kinds of quotation marks and white space.
 * Null when its words do not stand there in a row.
 */
export function findQuote(text: string, quote: string): Span | null {
  const wanted = quote.trim();
  if (wanted === "") return null;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  return findWords(tokens(text), words(wanted));
}

/** The first run of `wanted` in `haystack`, as a span of the original text. */
export function findWords(haystack: (Span & { word: string })[], wanted: string[]): Span | null {
  if (wanted.length === 0) return null;
  for (let i = 0; i + wanted.length <= haystack.length; i++) {
    let k = 0;
    while (k < wanted.length && haystack[i + k]?.word === wanted[k]) k++;
    const first = haystack[i];
    const last = haystack[i + wanted.length - 1];
    if (k === wanted.length && first && last) return { start: first.start, end: last.end };
  }
  return null;
}

/** All runs of `wanted` as spans. */
export function findAllWords(text: string, wanted: string[]): Span[] {
  const haystack = tokens(text);
  const spans: Span[] = [];
  for (let i = 0; i + wanted.length <= haystack.length; i++) {
    const found = findWords(haystack.slice(i, i + wanted.length), wanted);
    if (found) {
      spans.push(found);
      i += wanted.length - 1;
    }
  }
  return spans;
}

/** Breaks model control tokens such as `<|end|>` so that inserted text stays data. */
export function breakControlTokens(text: string): string {
  return text.replace(/<\|/g, "<\u200b|").replace(/\|>/g, "|\u200b>");
}

/** Cuts at a word boundary; the ellipsis counts. */
export function clip(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const cut = text.slice(0, charsMax - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > charsMax / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Scripts without spaces, and signs such as emoji: about one token a character. */
const DENSE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]|[^\p{ASCII}\p{L}\p{N}\s]/gu;

/** Rough token count used for budgets: characters / 4, as in the retrieval metric; what is dense one a character. */
export function estimateTokens(text: string): number {
  const dense = /[^\0-\x7f]/.test(text) ? (text.match(DENSE)?.length ?? 0) : 0;
  return Math.ceil((text.length - dense) / 4) + dense;
}

/** Longest run without a break, characters. */
const RUN_CHARS_MAX = 1_000;
const LONG_RUN = new RegExp(`\\S{${RUN_CHARS_MAX}}(?=\\S)`, "gu");
const LONG_SPACE = new RegExp(`(\\s{${RUN_CHARS_MAX}})\\s+`, "gu");

/**
 * Breaks runs such as 45,000 dashes: the tokenizer of a model server takes a run as one word, and some fall over a word
 * of that length.
 */
export function breakLongRuns(text: string): string {
  if (text.length <= RUN_CHARS_MAX) return text;
  return text.replace(LONG_SPACE, "$1").replace(LONG_RUN, "$&\n");
}
