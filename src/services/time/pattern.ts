import { cardinals } from "../../language/spelled-numbers.ts";
import type { TimeWords, Unit } from "../../language/index.ts";
import { fullYear, isYear } from "./period.ts";

/** The matches of a template's placeholders. */
export type Groups = Record<string, string | undefined>;

const YEAR = "(?:1[89]|20|21)\\d{2}";
/** "'98", but not a number at the start of a quotation. */
const SHORT_YEAR = "['’‘ʼ]\\d{2}(?!\\d| ?%|[^'’]{0,60}['’](?!\\p{L}))";
/** "May 98.": too large for a day, and not followed by anything it could count. */
const BARE_SHORT_YEAR = "(?:3[2-9]|[4-9]\\d)(?=[.!?]?$|[.,;:!?)]\\s)";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";

/** Whatever its case: ignoring that of every letter of the world takes most of the time that a pattern is compiled in. */
const IN_WORD = "(?-i:[\\p{L}\\p{N}])";

/** Fills `{month}` and other placeholders with a language's words; matches whole words only. */
export function compile(template: string, words: TimeWords): RegExp {
  const alternatives = (table: Record<string, unknown>): string => `(?:${Object.keys(table).join("|")})`;
  const parts: Record<string, string> = {
    n: `(?<n>\\d{1,3}|${alternatives(numbersOf(words))})`,
    unit: `(?<unit>${alternatives(words.units)})`,
    month: `(?<month>${alternatives(words.months)})`,
    month2: `(?<month2>${alternatives(words.months)})`,
    weekday: `(?<weekday>${alternatives(words.weekdays)})`,
    season: `(?<season>${alternatives(words.seasons)})`,
    year: `(?<year>${YEAR})`,
    anyYear: `(?<year>${YEAR}|${SHORT_YEAR}|${BARE_SHORT_YEAR})`,
    shortYear: `(?<year>${SHORT_YEAR})`,
    year2: `(?<year2>${YEAR})`,
    day: `(?<day>${DAY})`,
    day2: `(?<day2>${DAY})`,
  };
  const counted = `(?:{n}(?:(?<half> ${words.half}) {unit}| {unit}(?<half> ${words.half})?)|{unit}(?<half> ${words.half}))`;
  // A blank may be a line break or a no-break space.
  const source = template
    .replace("{n} {unit}", counted)
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
    .replaceAll(" ", "\\s");
  return new RegExp(`(?<!${IN_WORD})(?:${source})(?!${IN_WORD})`, "giu");
}

/** The value of the key (a small regular expression) that matches the whole text. */
export function lookUp<T>(table: Record<string, T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const found = Object.entries(table).find(([key]) => new RegExp(`^(?:${key})$`, "iu").test(text));
  return found?.[1];
}

const numbers = new Map<string, Record<string, number>>();

function numbersOf({ spelledIn, numbers: amounts }: TimeWords): Record<string, number> {
  const known = numbers.get(spelledIn) ?? { ...cardinals(spelledIn), ...amounts };
  numbers.set(spelledIn, known);
  return known;
}

/** Finer units, for parts of one. */
const FINER: Record<Unit, readonly [unit: Unit, count: number]> = {
  decade: ["year", 10],
  year: ["month", 12],
  month: ["week", 4],
  week: ["day", 7],
  weekend: ["day", 7],
  day: ["hour", 24],
  hour: ["minute", 60],
  minute: ["minute", 1],
};

/** "{n} {unit}": how many of which unit; "half a year" is six months. */
export function amountOf(words: TimeWords, groups: Groups): { count: number; unit: Unit } | null {
  const { n, half } = groups;
  const number = n !== undefined && /^\d+$/.test(n) ? Number(n) : lookUp(numbersOf(words), n ?? "");
  const unit = lookUp(words.units, groups["unit"]);
  if (unit === undefined || (number === undefined && half === undefined)) return null;
  const count = (number ?? 1) + (half === undefined ? 0 : 0.5);
  if (Number.isInteger(count)) return { count, unit };
  const [finer, parts] = FINER[unit];
  return { count: Math.round(count * parts), unit: finer };
}

/** @param now wall time, relative to which two-digit years are resolved */
export function toYear(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const year = fullYear(text.replace(/\D/g, ""), now);
  return isYear(year) ? year : undefined;
}
