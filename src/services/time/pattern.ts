import type { TimeWords } from "../../language/index.ts";
import { isYear } from "./period.ts";

/** What the placeholders of a template matched. */
export type Groups = Record<string, string | undefined>;

const YEAR = "(?:1[89]|20|21)\\d{2}";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";

/** Fills `{month}` and the like with a language's words; whole words only. */
export function compile(template: string, words: TimeWords): RegExp {
  const alternatives = (table: Record<string, unknown>): string => `(?:${Object.keys(table).join("|")})`;
  const parts: Record<string, string> = {
    n: `(?<n>\\d{1,3}|${alternatives(words.numbers)})`,
    unit: `(?<unit>${alternatives(words.units)})`,
    month: `(?<month>${alternatives(words.months)})`,
    month2: `(?<month2>${alternatives(words.months)})`,
    weekday: `(?<weekday>${alternatives(words.weekdays)})`,
    season: `(?<season>${alternatives(words.seasons)})`,
    year: `(?<year>${YEAR})`,
    year2: `(?<year2>${YEAR})`,
    day: `(?<day>${DAY})`,
    day2: `(?<day2>${DAY})`,
  };
  // A blank may be a line break or a no-break space.
  const source = template
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
    .replaceAll(" ", "\\s");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "giu");
}

/** The value of the key (a small regular expression) that matches the whole text. */
export function lookUp<T>(table: Record<string, T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const found = Object.entries(table).find(([key]) => new RegExp(`^(?:${key})$`, "iu").test(text));
  return found?.[1];
}

export function toNumber(words: TimeWords, text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : lookUp(words.numbers, text);
}

export function toYear(text: string | undefined): number | undefined {
  const year = Number(text);
  return text !== undefined && isYear(year) ? year : undefined;
}
