import { kinPredicate } from "../belief/kinship.ts";
import { sensesOf } from "../../language/senses.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { hasNumber, numberIndexOf, spelledNumber, type NumberIndex } from "../../language/numbers.ts";
import { hasClitics, holdsRun, isRunOn, takesClitics } from "../../language/names.ts";
import { spelling } from "../../language/spellings.ts";
import { fold, words } from "../../language/text.ts";

/** The words of a text, indexed by stem, sense, kinship and number. */
export interface WordIndex {
  folded: string;
  words: readonly string[];
  stems: ReadonlySet<string>;
  spellings: ReadonlySet<string>;
  /** Words long enough for fuzzy comparison. */
  long: readonly string[];
  kin: ReadonlySet<string>;
  senses: ReadonlySet<string>;
  numbers: NumberIndex;
}

/** Shortest word matched against misspelt or related forms. */
const LONG = 5;

export function wordIndexOf(text: string): WordIndex {
  const all = words(text);
  const stems = all.map(crudeStem);
  return {
    folded: fold(text),
    words: all,
    stems: new Set(stems),
    spellings: new Set(all.map(spelling)),
    long: [...new Set(all.filter((word) => word.length >= LONG))],
    kin: new Set(all.flatMap((word) => kinPredicate(word) ?? [])),
    senses: new Set(stems.flatMap(sensesOf)),
    numbers: numberIndexOf(text),
  };
}

/** Whether the text holds a word: the same stem, spelling or number, a misspelling, or a cognate. */
export function hasWord(index: WordIndex, word: string): boolean {
  if (index.stems.has(crudeStem(word)) || index.spellings.has(spelling(word))) return true;
  if (/\d/.test(word))
    return hasNumber(index.numbers, word) || hasNumber(index.numbers, word.replace(/(?<!\D)\D+$/, ""));
  if (isRunOn(word)) return holdsRun(index.folded, word);
  if (takesClitics(word) && index.words.some((other) => hasClitics(other, word))) return true;
  const digits = spelledNumber(word);
  if (digits !== null && index.numbers.forms.has(digits)) return true;
  return word.length >= LONG && index.long.some((other) => resembles(word, other));
}

/** As `hasWord`, or a synonym from a small list of everyday words. */
export function hasSense(index: WordIndex, word: string): boolean {
  if (hasWord(index, word)) return true;
  const kin = kinPredicate(word);
  if (kin !== null && index.kin.has(kin)) return true;
  return sensesOf(crudeStem(word)).some((sense) => index.senses.has(sense));
}

/**
 * Share of the content words of a name or value that occur in a text; without word boundaries, whether all of it does.
 */
export function shareOfName(index: WordIndex, name: string): number {
  if (isRunOn(name) && holdsRun(index.folded, name)) return 1;
  return shareOf(contentWords(name.replace(GROUPING, "")), (word) => hasWord(index, word));
}

/** Separators between the digits of one number: "18,000". */
const GROUPING = /(?<=\d)[.,](?=\d{3}(?!\d))/g;

/** Share of the wanted words for which `has` is true; 1 if there are none. */
export function shareOf(wanted: readonly string[], has: (word: string) => boolean): number {
  const distinct = [...new Set(wanted)];
  return distinct.length === 0 ? 1 : distinct.filter(has).length / distinct.length;
}

/** Common prefix, in letters, from which two long words count as one: "vegetarian" and "Vegetarier". */
const PREFIX_MIN = 5;

/** Two words that are likely the same: a long common prefix, or one edit in five letters, two in nine. */
export function resembles(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LONG) return false;
  const shared = sharedPrefix(short, long);
  if (shared >= PREFIX_MIN && shared >= 0.7 * short.length && shared >= 0.5 * long.length) return true;
  if (short[0] !== long[0] || long.length - short.length > 2) return false;
  return editsWithin(short, long, short.length >= 9 ? 2 : 1);
}

function sharedPrefix(a: string, b: string): number {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}

/** Whether two words are at most `max` edits apart; transposing neighbours is one edit. */
export function editsWithin(a: string, b: string, max: number): boolean {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > max) return false;
    [before, row] = [row, next];
  }
  return (row[b.length] ?? Infinity) <= max;
}
