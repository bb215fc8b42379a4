import { cut } from "./graphemes.ts";
import { anySource } from "./packs.ts";

/**
 * Words, names and spans. Everything that compares text goes through here, so that two places never fold differently.
 */

/** Most words: only their case is folded. */
const PLAIN = /^[A-Za-z\d]*$/;

/** Without accents, lower case, typographic quotes normalised, inner white space collapsed. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return withoutMarks(text)
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

/** With inner white space, line ends among it, collapsed. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Marks on these letters are optional accents or vowels; elsewhere (Hindi, Thai, が) they make another word. */
const ACCENTS =
  /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{N}\p{P}\p{S}]|^)\p{M}+/gu;

/** Most texts are plain ASCII, for which a check is three times faster than normalising. */
function withoutMarks(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC") : text;
}

const POSSESSIVE_OR_ARTICLE = new RegExp(`^(?:${anySource(({ words }) => words.articles)})\\s+`);

/** A name as it is compared: folded, without possessive ending and outer punctuation but that of "C++", "C#", "Disney+". */
export function foldName(name: string): string {
  return fold(name)
    .replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}\p{M}])(?=([+#]*))\1[^\p{L}\p{N}\p{M}]*$/gu, "$1")
    .replace(/'s$/, "");
}

/** `foldName` without a leading article or "my". */
export function bareName(name: string): string {
  return foldName(name).replace(POSSESSIVE_OR_ARTICLE, "");
}

/** Scripts without spaces between words. */
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
/** Folded as they are, without a segmenter. */
const ONLY_IDEOGRAPHS = /^\p{Unified_Ideograph}+$/u;
/** In a text without any of these, words and letters are the same tokens. */
const WANTS_SEGMENTER = new RegExp(`[${UNSPACED}--\\p{Unified_Ideograph}]`, "v");
/** Each ideograph is a word: ICU joins some depending on context. */
const IDEOGRAPHS = /\p{sc=Han}\p{M}*|\P{sc=Han}+/gu;
const HAS_IDEOGRAPHS = /\p{sc=Han}/u;

/** Folded words of letters and digits. */
export function words(text: string): string[] {
  if (!isUnspaced(text)) return lettersAndDigits(fold(text));
  const found: string[] = [];
  for (const { word } of tokensIn(text)) found.push(...lettersAndDigits(word));
  return found;
}

function lettersAndDigits(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

export interface Span {
  start: number;
  end: number;
}

/** The parts of a span outside all of some others. */
export function outside<S extends Span>(span: S, others: Iterable<Span>): S[] {
  let pieces = [span];
  for (const { start, end } of others)
    pieces = pieces
      .flatMap((piece) => [
        { ...piece, end: Math.min(piece.end, start) },
        { ...piece, start: Math.max(piece.start, end) },
      ])
      .filter((piece) => piece.start < piece.end);
  return pieces;
}

export interface Token extends Span {
  /** Folded. */
  word: string;
  isCapital: boolean;
}

/** Words with their position in the original text. */
export function tokens(text: string): Token[] {
  return [...eachToken(text)];
}

/** Like `tokens`, but lazily: those of a long text take a hundred times its memory. */
export function eachToken(text: string): Iterable<Token> {
  return remembered("words", text)?.tokens() ?? tokensIn(text);
}

/** Tokens of a long text, each a fifth of what an object takes. */
class TokenList {
  readonly words: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  private readonly capitals: boolean[] = [];
  private readonly known = new Map<string, string>();

  add({ word, start, end, isCapital }: Token): void {
    this.words.push(this.one(word));
    this.starts.push(start);
    this.ends.push(end);
    this.capitals.push(isCapital);
  }

  *tokens(): Generator<Token> {
    for (let at = 0; at < this.words.length; at++)
      yield {
        word: this.words[at] ?? "",
        start: this.starts[at] ?? 0,
        end: this.ends[at] ?? 0,
        isCapital: this.capitals[at] ?? false,
      };
  }

  /** The same string for the same word. */
  private one(word: string): string {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    if (this.known.size < KNOWN_WORDS_MAX) this.known.set(word, word);
    return word;
  }
}

const KNOWN_WORDS_MAX = 10_000;

type Remembered = Record<"words" | "letters", TokenList>;

/** For the long text read last, while it is in use. */
let last: { text: string; tokens: WeakRef<Remembered> } | null = null;
const TOKENS_AT_ONCE = 2_000;

/**
 * Reads a long text in pieces, for a caller that yields in between; while the caller holds the
 * result, `tokens` and `letterTokens` of the text are cached.
 */
export function* remembering(text: string): Generator<undefined, object> {
  const words = yield* listed(tokensIn(text));
  const isAlike = !(yield* wantsSegmenter(text));
  const found: Remembered = { words, letters: isAlike ? words : yield* listed(letterTokensIn(text)) };
  last = { text, tokens: new WeakRef(found) };
  return found;
}

function* wantsSegmenter(text: string): Generator<undefined, boolean> {
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    if (WANTS_SEGMENTER.test(text.slice(at, at + SLICE_CHARS))) return true;
    yield;
  }
  return false;
}

function* listed(some: Iterable<Token>): Generator<undefined, TokenList> {
  const list = new TokenList();
  for (const token of some) {
    list.add(token);
    if (list.words.length % TOKENS_AT_ONCE === 0) yield;
  }
  return list;
}

function listOf(some: Iterable<Token>): TokenList {
  const list = new TokenList();
  for (const token of some) list.add(token);
  return list;
}

function remembered(kind: keyof Remembered, text: string): TokenList | undefined {
  return last?.text === text ? last.tokens.deref()?.[kind] : undefined;
}

/** Like `tokens`, but lazily. */
const tokensIn = (text: string): Generator<Token> => sliced(text, wordsInSlice);

function* wordsInSlice(text: string): Generator<Token> {
  for (const piece of pieces("word", text)) {
    if (piece.script === "spaced") yield tokenOf(piece);
    else if (piece.script === "ideographs") yield* plainIdeographs(piece);
    else yield* ideographs(piece);
  }
}

/**
 * Like `tokens`, with letters in place of words in scripts without spaces: matches do not depend on
 * where a segmenter would cut.
 */
export function letterTokens(text: string): Token[] {
  return [...(remembered("letters", text)?.tokens() ?? letterTokensIn(text))];
}

const letterTokensIn = (text: string): Generator<Token> => sliced(text, lettersInSlice);

function* lettersInSlice(text: string): Generator<Token> {
  const folded = new Map<string, string>();
  for (const piece of pieces("grapheme", text)) {
    if (piece.script === "spaced") yield tokenOf(piece);
    else if (piece.script === "ideographs") yield* plainIdeographs(piece);
    else {
      const { part, start, end } = piece;
      const letter = folded.get(part) ?? fold(part);
      folded.set(part, letter);
      for (const word of letter) yield { word, start, end, isCapital: false };
    }
  }
}

/** The words of `letterTokens`. */
export function letters(text: string): string[] {
  return isUnspaced(text) ? letterTokens(text).flatMap(({ word }) => lettersAndDigits(word)) : words(text);
}

/** Tokens between spaces and punctuation, in any script. */
export function unsegmentedTokens(text: string): Token[] {
  return Array.from(partsIn(text, LETTERS), tokenOf);
}

/** Joins words as written: with spaces, if their script has any. */
export function joinWords(some: readonly string[]): string {
  return some
    .map((word, i) => (i > 0 && !(isUnspaced(word) && isUnspaced(some[i - 1] ?? "")) ? ` ${word}` : word))
    .join("");
}

/** Of a script that puts no spaces between words. */
export function isUnspaced(word: string): boolean {
  return HAS_UNSPACED.test(word);
}

/** Unicode's word-boundary mark for scripts without spaces. */
export const WORD_END = "\u200b";

/** Folded text for a full-text index, whose tokenizer yields the same words as `tokens`. */
export function segmented(text: string): string {
  if (!isUnspaced(text)) return fold(text);
  const parts: string[] = [];
  let part = "";
  let end = 0;
  for (const token of tokensIn(text)) {
    const isJoined = token.start === end && end > 0;
    part += text.slice(end, token.start) + (isJoined ? WORD_END : "") + text.slice(token.start, token.end);
    end = token.end;
    if (part.length < JOINED_CHARS) continue;
    parts.push(part);
    part = "";
  }
  return fold(parts.join("") + part + text.slice(end));
}

/** A string that grows by appending takes fifty bytes per piece until it is flattened. */
const JOINED_CHARS = 4_000;

/** Folded text, as it appears between the marks of a segmented one. */
export function unsegmented(text: string): string {
  return fold(text).replaceAll(WORD_END, "");
}

interface Part extends Span {
  part: string;
}

/** Of letters and digits. Ideographs are each a word, and what is "unspaced" is for a segmenter to cut. */
interface Run extends Part {
  script: "spaced" | "ideographs" | "unspaced";
}

/** Consecutive letters and digits, in scripts without spaces or in others. */
function* runs(text: string): Generator<Run> {
  const isMixed = isUnspaced(text);
  for (const part of partsIn(text, isMixed ? RUN : LETTERS))
    yield { ...part, script: isMixed ? scriptOf(part.part) : "spaced" };
}

function scriptOf(part: string): Run["script"] {
  if (!isUnspaced(part)) return "spaced";
  return ONLY_IDEOGRAPHS.test(part) ? "ideographs" : "unspaced";
}

function* partsIn(text: string, pattern: RegExp, at = 0): Generator<Part> {
  for (const { 0: part, index } of text.matchAll(pattern))
    yield { part, start: at + index, end: at + index + part.length };
}

/** Characters processed at once: bounds how long patterns and segmenters block the event loop. */
const SLICE_CHARS = 8_000;
/** Read with a slice and left to the next: longer words are split. */
const AHEAD_CHARS = 1_000;

/** Tokens of a text, a slice at a time; only those longer than `AHEAD_CHARS` are split. */
function* sliced(text: string, read: (slice: string) => Generator<Token>): Generator<Token> {
  if (text.length <= SLICE_CHARS + AHEAD_CHARS) return yield* read(text);
  let next = 0;
  for (let from = 0; from < text.length; from = next) {
    next = from + SLICE_CHARS;
    for (const token of read(text.slice(from, next + AHEAD_CHARS))) {
      if (token.start >= SLICE_CHARS) break;
      const end = from + token.end;
      next = Math.max(next, end);
      yield { ...token, start: from + token.start, end };
    }
  }
}

/**
 * The runs of a text, those that want a segmenter cut into words or letters. A segmenter makes two iterators outside the
 * heap, kilobytes that no collector hurries to free: one reads all.
 */
function* pieces(unit: keyof typeof SEGMENTERS, text: string): Generator<Run> {
  const some = [...runs(text)];
  // No word or letter crosses a line break.
  const lines = some.flatMap(({ part, script }) => (script === "unspaced" ? `${part}\n` : [])).join("");
  const segments = lines === "" ? null : SEGMENTERS[unit].segment(lines)[Symbol.iterator]();
  for (const run of some)
    if (segments === null || run.script !== "unspaced") yield run;
    else yield* lineOf(segments, run.start);
}

function* lineOf(segments: Iterator<Intl.SegmentData>, from: number): Generator<Run> {
  let start = from;
  for (;;) {
    const part = segments.next().value?.segment;
    if (part === undefined || part === "\n") return;
    const end = start + part.length;
    yield { part, start, end, script: "unspaced" };
    start = end;
  }
}

function* plainIdeographs({ part, start: at }: Part): Generator<Token> {
  let start = at;
  for (const word of part) {
    yield { word, start, end: start + word.length, isCapital: false };
    start += word.length;
  }
}

function* ideographs({ part, start, end }: Part): Generator<Token> {
  if (!HAS_IDEOGRAPHS.test(part)) yield tokenOf({ part, start, end });
  else for (const one of partsIn(part, IDEOGRAPHS, start)) yield tokenOf(one);
}

function tokenOf({ part, start, end }: Part): Token {
  return { word: fold(part), start, end, isCapital: /^\p{Lu}/u.test(part) };
}

/** Sentence spans, in order, without surrounding white space. Line breaks end a sentence. */
export function sentences(text: string): Span[] {
  return [...sentencesIn(text)];
}

/** Like `sentences`, but lazily, for callers that may need only the first. */
export function* sentencesIn(text: string): Generator<Span> {
  const boundary = /(?<![\p{STerm}…])[\p{STerm}…]+["'”’)\]]*(?=\s|$)|[。！？｡]+["'”’」』）)\]]*|\n+/gu;
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(start, match.index - AROUND_CHARS), match.index);
    if (match[0].startsWith(".") && isAbbreviation(before, text.slice(end, end + AROUND_CHARS))) continue;
    yield* trimmed(text, start, end);
    start = end;
  }
  yield* trimmed(text, start, text.length);
}

function* trimmed(text: string, start: number, end: number): Generator<Span> {
  const raw = text.slice(start, end);
  const lead = raw.length - raw.trimStart().length;
  const body = raw.trim();
  if (body !== "") yield { start: start + lead, end: start + lead + body.length };
}

/** Characters before and after a full stop that decide whether it ends a sentence: more than the longest abbreviation. */
const AROUND_CHARS = 60;
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
 * The position of `quote` in `text`: exact, else ignoring case, marks, kinds of quotation marks and white space.
 * Null if its words do not occur there in a row.
 */
export function findQuote(text: string, quote: string): Span | null {
  const wanted = quote.trim();
  if (wanted === "") return null;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  const [span] = spansOfWords(text, letters(wanted));
  return span ?? null;
}

/** The first run of `wanted` in `haystack`, as a span of the original text. */
export function findWords(haystack: readonly (Span & { word: string })[], wanted: string[]): Span | null {
  const [at] = runsOfWords(
    haystack.map(({ word }) => word),
    wanted,
  );
  return at === undefined
    ? null
    : { start: haystack[at]?.start ?? 0, end: haystack[at + wanted.length - 1]?.end ?? 0 };
}

/** All runs of `words` as spans. */
export function findAllWords(text: string, words: string[]): Span[] {
  return [...spansOfWords(text, words.flatMap(letters))];
}

function* spansOfWords(text: string, wanted: readonly string[]): Generator<Span> {
  if (wanted.length === 0) return;
  const { words, starts, ends } = remembered("letters", text) ?? listOf(letterTokensIn(text));
  for (const at of runsOfWords(words, wanted))
    yield { start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? 0 };
}

/** Start positions of non-overlapping runs of `wanted`; each word is visited once (Knuth, Morris and Pratt 1977). */
function* runsOfWords(haystack: readonly string[], wanted: readonly string[]): Generator<number> {
  if (wanted.length === 0) return;
  const back = borders(wanted);
  let matched = 0;
  // Without `entries()`, which allocates a pair for each word of a long text.
  for (let at = 0; at < haystack.length; at++) {
    const word = haystack[at];
    while (matched > 0 && word !== wanted[matched]) matched = back[matched - 1] ?? 0;
    if (word === wanted[matched]) matched += 1;
    if (matched < wanted.length) continue;
    yield at + 1 - wanted.length;
    matched = 0;
  }
}

/** For each prefix of a list, the length of its longest proper suffix that is also a prefix. */
function borders(list: readonly string[]): number[] {
  const found = [0];
  for (let at = 1, length = 0; at < list.length; at++) {
    while (length > 0 && list[at] !== list[length]) length = found[length - 1] ?? 0;
    if (list[at] === list[length]) length += 1;
    found.push(length);
  }
  return found;
}

/** Cuts at a word boundary; the ellipsis counts. */
export function clip(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const beginning = cut(text, charsMax - 1);
  const space = beginning.lastIndexOf(" ");
  return `${(space > charsMax / 2 ? beginning.slice(0, space) : beginning).trimEnd()}…`;
}

/** Scripts without spaces, and signs such as emoji: about one token per character. */
const DENSE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]|[^\p{ASCII}\p{L}\p{N}\s]/u;

/** Rough token count for budgets: characters / 4, as in the retrieval metric; dense scripts one per character. */
export function estimateTokens(text: string): number {
  const dense = /[^\0-\x7f]/.test(text) ? denseIn(text) : 0;
  return Math.ceil((text.length - dense) / 4) + dense;
}

/** Caches whether each UTF-16 unit seen is dense. */
const denseUnits = new Uint8Array(0x10000);
const SPARSE = 1;
const IS_DENSE = 2;

/** Prompts of megabytes are counted on every turn: a unit costs a nanosecond, a pattern a hundred. */
function denseIn(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff;
    if (isPair) {
      dense += Number(DENSE.test(text.slice(at, at + 2)));
      at += 1;
      continue;
    }
    let known = denseUnits[unit];
    if (known === 0) known = denseUnits[unit] = DENSE.test(String.fromCharCode(unit)) ? IS_DENSE : SPARSE;
    if (known === IS_DENSE) dense += 1;
  }
  return dense;
}

/** Longest run without a break, characters. */
const RUN_CHARS_MAX = 1_000;
const LONG_RUN = new RegExp(`(?<!\\S)\\S{${RUN_CHARS_MAX + 1},}`, "gu");
const LONG_SPACE = new RegExp(`(?<!\\s)(\\s{${RUN_CHARS_MAX}})\\s+`, "gu");
const PIECE = new RegExp(`\\S{1,${RUN_CHARS_MAX}}`, "gu");

/**
 * Breaks runs such as 45,000 dashes: a model server's tokenizer treats a run as one word, and some crash on a word
 * that long.
 */
export function breakLongRuns(text: string): string {
  if (text.length <= RUN_CHARS_MAX) return text;
  return text.replace(LONG_SPACE, "$1").replace(LONG_RUN, (run) => (run.match(PIECE) ?? []).join("\n"));
}
