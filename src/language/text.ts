import { cut } from "./graphemes.ts";
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

/** Scripts that put no spaces between words. */
const UNSPACED =
  "[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]&&[\\p{L}\\p{N}\\p{M}]]";
const HAS_UNSPACED = new RegExp(UNSPACED, "v");
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;
const RUN = new RegExp(`${UNSPACED}+|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`, "gv");
/** ICU takes the dictionary by script, whatever the locale; a fixed one makes every machine segment alike. */
const SEGMENTERS = {
  word: new Intl.Segmenter("en", { granularity: "word" }),
  grapheme: new Intl.Segmenter("en", { granularity: "grapheme" }),
};
/** Each ideograph is a word: where ICU joins some depends on what stands around them. */
const IDEOGRAPHS = /\p{sc=Han}\p{M}*|\P{sc=Han}+/gu;

/** Folded words of letters and digits. */
export function words(text: string): string[] {
  if (!isUnspaced(text)) return lettersAndDigits(fold(text));
  return tokens(text).flatMap(({ word }) => lettersAndDigits(word));
}

function lettersAndDigits(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
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
  return runs(text).flatMap((run) =>
    run.isUnspaced ? cutBy("word", run).flatMap(ideographs) : tokenOf(run),
  );
}

/**
 * As `tokens`, with letters in the place of words in scripts without spaces: what is looked for among them is found
 * wherever a segmenter would cut.
 */
export function letterTokens(text: string): Token[] {
  return runs(text).flatMap((run) =>
    run.isUnspaced
      ? cutBy("grapheme", run).flatMap(({ part, start, end }) =>
          Array.from(fold(part), (word) => ({ word, start, end, isCapital: false })),
        )
      : tokenOf(run),
  );
}

/** The words of `letterTokens`. */
export function letters(text: string): string[] {
  return isUnspaced(text) ? letterTokens(text).flatMap(({ word }) => lettersAndDigits(word)) : words(text);
}

/** Tokens between spaces and signs, whatever the script. */
export function unsegmentedTokens(text: string): Token[] {
  return partsIn(text, LETTERS).map(tokenOf);
}

/** Words joined as they are written: with spaces, where their script has any. */
export function joinWords(some: readonly string[]): string {
  return some
    .map((word, i) => (i > 0 && !(isUnspaced(word) && isUnspaced(some[i - 1] ?? "")) ? ` ${word}` : word))
    .join("");
}

/** Of a script that puts no spaces between words. */
export function isUnspaced(word: string): boolean {
  return HAS_UNSPACED.test(word);
}

/** Unicode's own mark of a word's end in scripts without spaces. */
export const WORD_END = "\u200b";

/** Folded text for a full-text index, whose tokenizer finds the words that `tokens` finds. */
export function segmented(text: string): string {
  if (!isUnspaced(text)) return fold(text);
  let result = "";
  let end = 0;
  for (const token of tokens(text)) {
    const isJoined = token.start === end && end > 0;
    result += text.slice(end, token.start) + (isJoined ? WORD_END : "") + text.slice(token.start, token.end);
    end = token.end;
  }
  return fold(result + text.slice(end));
}

/** Folded text, as it stands in a segmented one between the marks. */
export function unsegmented(text: string): string {
  return fold(text).replaceAll(WORD_END, "");
}

interface Part extends Span {
  part: string;
}

interface Run extends Part {
  isUnspaced: boolean;
}

/** Letters and digits in a row, of scripts without spaces or of others. */
function runs(text: string): Run[] {
  if (!isUnspaced(text)) return partsIn(text, LETTERS).map((part) => ({ ...part, isUnspaced: false }));
  return partsIn(text, RUN).map((part) => ({ ...part, isUnspaced: isUnspaced(part.part) }));
}

function partsIn(text: string, pattern: RegExp, at = 0): Part[] {
  return Array.from(text.matchAll(pattern), ({ 0: part, index }) => ({
    part,
    start: at + index,
    end: at + index + part.length,
  }));
}

function cutBy(unit: keyof typeof SEGMENTERS, { part, start }: Part): Part[] {
  return Array.from(SEGMENTERS[unit].segment(part), ({ segment, index }) => ({
    part: segment,
    start: start + index,
    end: start + index + segment.length,
  }));
}

function ideographs({ part, start }: Part): Token[] {
  return partsIn(part, IDEOGRAPHS, start).map(tokenOf);
}

function tokenOf({ part, start, end }: Part): Token {
  return { word: fold(part), start, end, isCapital: /^\p{Lu}/u.test(part) };
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
  return findWords(letterTokens(text), letters(wanted));
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

/** All runs of `words` as spans. */
export function findAllWords(text: string, words: string[]): Span[] {
  const wanted = words.flatMap(letters);
  const haystack = letterTokens(text);
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

/** Cuts at a word boundary; the ellipsis counts. */
export function clip(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const beginning = cut(text, charsMax - 1);
  const space = beginning.lastIndexOf(" ");
  return `${(space > charsMax / 2 ? beginning.slice(0, space) : beginning).trimEnd()}…`;
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
