import { anySource, everyRow, everyWord } from "./index.ts";
import { isSpelledIn, scaledFiguresIn, withPlainDigits, wordingOf } from "./spelled-numbers.ts";
import { fold, words } from "./text.ts";

/** Cardinals and ordinals in words, folded. */
const SPELLED = new Map(
  everyRow(({ words }) => words.numbers).flatMap(([digits, spelled]) =>
    spelled.split(" ").map((word) => [word, digits] as const),
  ),
);

/** The digits a word spells, or null. "Once" and "sept" are numbers in one language and words in another: taken. */
export function spelledNumber(word: string): string | null {
  return SPELLED.get(word) ?? null;
}

/** Words with a numeric value of their own. */
const COUNTING = everyWord(({ words }) => words.counting);

/** The numbers in a statement, as digits: its figures and number words. */
export function toldNumbers(text: string): string[] {
  const spelled = words(text).flatMap((word) => (COUNTING.has(word) ? (spelledNumber(word) ?? []) : []));
  return [...figures(text), ...spelled];
}

const FIGURE = /\d+(?:[.,:]\d+)*/g;

/** Figures as written in a text, "14k" without its letter. */
export function figures(text: string): string[] {
  return withPlainDigits(text).match(FIGURE) ?? [];
}

/** The figures of a text with a multiplier word, written out: 18000 for "18k". */
export function scaledFigures(text: string): string[] {
  return scaledFiguresIn(fold(withPlainDigits(text)));
}

const AMOUNTS = everyWord(({ words }) => words.amounts);

/** Whether a text has a fraction, or several number words that may be one number: "half", "a hundred and fifty". */
export function hasSpelledAmount(text: string): boolean {
  const textWords = words(text);
  return (
    textWords.some((word) => AMOUNTS.has(word)) || textWords.filter((word) => SPELLED.has(word)).length > 1
  );
}

/** Figures of one text from which another may be derived. */
const SUMMED_FIGURES_MAX = 8;

/** Whether a figure is the sum or difference of two in a text: "down from 96 kilos to 81" is 15 less. */
export function isSumOrDifference(figure: string, text: string): boolean {
  const known = figures(text).slice(0, SUMMED_FIGURES_MAX).map(valueOf);
  const value = valueOf(figure);
  return known.some((a, n) => known.slice(n + 1).some((b) => a + b === value || Math.abs(a - b) === value));
}

/** "1,150" is 1150, and "4.2" stays. */
function valueOf(figure: string): number {
  return Number(figure.replace(/[.,](?=\d{3}(?!\d))/g, "").replace(",", "."));
}

const TELEPHONE = /\+?\d[\d ()/.-]{5,}\d/g;
/** Shorter ones are not telephone numbers. */
const TELEPHONE_DIGITS_MIN = 7;

/** A text without telephone numbers that another text has, with any prefix and spacing: "+44 20 ..." for "020 ...". */
export function withoutTelephones(text: string, reference: string): string {
  const known = (reference.match(TELEPHONE) ?? []).map(digitsOf);
  return text.replace(TELEPHONE, (telephone) => {
    const digits = digitsOf(telephone);
    const isKnown = known.some((other) => {
      const [short, long] = other.length < digits.length ? [other, digits] : [digits, other];
      return short.length >= TELEPHONE_DIGITS_MIN && long.endsWith(short);
    });
    return isKnown ? "" : telephone;
  });
}

function digitsOf(telephone: string): string {
  return telephone.replace(/\D/g, "").replace(/^0+/, "");
}

/** "A year old", "ein Jahr", "un an". */
const ONE_OF = new RegExp(
  `\\b(?:${anySource(({ words }) => words.one)}) (?:${anySource(({ words }) => words.spans)})\\b`,
);

/** The numbers of a text, matched in any form. */
export interface NumberIndex {
  /** Its figures, their parts, and the digits of its words. */
  forms: ReadonlySet<string>;
  /** For numbers of several words, and in other languages. */
  wording: string;
}

export function numberIndexOf(text: string): NumberIndex {
  const forms = new Set<string>();
  const found = figures(text);
  for (const figure of found) {
    forms.add(figure.replaceAll(":", ""));
    forms.add(plain(figure));
    for (const piece of figure.split(/[.,:]/)) forms.add(piece.replace(/^0+(?=\d)/, ""));
  }
  if (found.length > 0) for (const figure of scaledFigures(text)) forms.add(figure);
  for (const word of words(text)) {
    const digits = spelledNumber(word);
    if (digits !== null) forms.add(digits);
  }
  if (ONE_OF.test(fold(text))) forms.add("1");
  return { forms, wording: wordingOf(text) };
}

/** A last separator that groups no thousands: "1.5", "1.250,50", "7:30". */
const FRACTION = /^(\d+|\d{1,3}(?:[.,]\d{3})+)[.,:](\d{1,2}|\d{4,})$/;

/** The same for "1,150" and "1.150", for "6,50" and "6.5", and for "19:30" and "19.30"; "1.5" is not "15". */
function plain(figure: string): string {
  const [, whole, fraction = ""] = FRACTION.exec(figure) ?? [];
  if (whole === undefined) return figure.replace(/[.,:]/g, "");
  return `${whole.replace(/[.,]/g, "")}.${fraction}`.replace(/(?:\.|(?<![.0]))0+$/, "");
}

/** A year may be written by its last two digits: "a Petrof of '78". */
const YEAR = /^(?:19|20)\d\d$/;

/** Whether a text contains a figure, in any grouping, or in words of any language. */
export function hasNumber({ forms, wording }: NumberIndex, figure: string): boolean {
  const bare = figure.replace(/^0+(?=\d)/, "");
  if (YEAR.test(figure) && forms.has(figure.slice(2))) return true;
  if (forms.has(figure.replaceAll(":", "")) || forms.has(bare) || forms.has(plain(figure))) return true;
  return isSpelledIn(wording, bare);
}

/** "16", "7:30", "19:00". */
const CLOCK = /^(\d{1,2})(?:[:.](?:00|15|30|45))?$/;

/** Whether a figure is an hour given on a twelve-hour clock: "16 Uhr" for "at four", "7:30" for "halb acht". */
export function hasHour({ forms }: NumberIndex, figure: string): boolean {
  const hour = Number(CLOCK.exec(figure)?.[1] ?? Number.NaN);
  if (!(hour <= 24) || (hour <= 12 && !/\D/.test(figure))) return false;
  const onClock = ((hour + 11) % 12) + 1;
  const next = (hour % 12) + 1;
  return forms.has(String(onClock)) || (/\D(?:15|30|45)$/.test(figure) && forms.has(String(next)));
}
