import { anySource, everyRow, everyWord } from "./index.ts";
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

/** Words that count by themselves. */
const COUNTING = everyWord(({ words }) => words.counting);

/** The numbers a statement tells, in digits: its figures and the words that count. */
export function toldNumbers(text: string): string[] {
  const spelled = words(text).flatMap((word) => (COUNTING.has(word) ? (spelledNumber(word) ?? []) : []));
  return [...figures(text), ...spelled];
}

const FIGURE = /\d+(?:[.,:]\d+)*/g;

/** Figures as they stand in a text, "14k" without its letter. */
export function figures(text: string): string[] {
  return text.match(FIGURE) ?? [];
}

/** "A year old", "ein Jahr", "un an". */
const ONE_OF = new RegExp(
  `\\b(?:${anySource(({ words }) => words.one)}) (?:${anySource(({ words }) => words.spans)})\\b`,
);

/** Every way in which the numbers of a text may be written: its figures, their parts, and the digits of its words. */
export function numberForms(text: string): Set<string> {
  const forms = new Set<string>();
  for (const figure of figures(text)) {
    forms.add(figure);
    forms.add(figure.replace(/[.,:]/g, ""));
    for (const piece of figure.split(/[.,:]/)) forms.add(piece.replace(/^0+(?=\d)/, ""));
  }
  for (const word of words(text)) {
    const digits = spelledNumber(word);
    if (digits !== null) forms.add(digits);
  }
  if (ONE_OF.test(fold(text))) forms.add("1");
  return forms;
}

/** A year may be told by its last two digits: "a Petrof of '78". */
const YEAR = /^(?:19|20)\d\d$/;

/** Whether a figure is among the forms, however it is grouped. */
export function hasNumber(forms: ReadonlySet<string>, figure: string): boolean {
  const bare = figure.replace(/^0+(?=\d)/, "");
  if (YEAR.test(figure) && forms.has(figure.slice(2))) return true;
  return forms.has(figure) || forms.has(bare) || forms.has(figure.replace(/[.,:]/g, ""));
}

/** "16", "7:30", "19:00". */
const CLOCK = /^(\d{1,2})(?:[:.](?:00|15|30|45))?$/;

/** Whether a figure is an hour that is told by a clock of twelve: "16 Uhr" for "at four", "7:30" for "halb acht". */
export function hasHour(forms: ReadonlySet<string>, figure: string): boolean {
  const hour = Number(CLOCK.exec(figure)?.[1] ?? Number.NaN);
  if (!(hour <= 24) || (hour <= 12 && !/\D/.test(figure))) return false;
  const onClock = ((hour + 11) % 12) + 1;
  const next = (hour % 12) + 1;
  return forms.has(String(onClock)) || (/\D(?:15|30|45)$/.test(figure) && forms.has(String(next)));
}
