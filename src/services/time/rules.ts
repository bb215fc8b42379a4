import { type Language, PACKS, type TimeWords } from "../../language/index.ts";
import * as meanings from "./meanings.ts";
import type { Meaning } from "./meanings.ts";
import { numericRules } from "./numeric.ts";
import { compile } from "./pattern.ts";

export interface Rule {
  pattern: RegExp;
  meaning: Meaning;
}

/** Bare month words that are also ordinary words ("may", "march", "mar", "mars") count only after another word. */
const UNITS_AND_NAMES = ["unit", "weekday", "month", "season"];

const YEARS = "{year} ?[-–/] ?{year2}";

/** A year after any word, for texts that ask for a time rather than state one. */
export const ANY_YEAR: Rule = {
  pattern: /(?<![¤\d.:/+-] ?|\d,)(?<year>\d{4})(?![\d%]|[:.,/-]\d)/gu,
  meaning: meanings.yearAlone,
};

const compiled = new Map<Language, Rule[]>();

/** A language's rules, compiled on first use. */
export function rulesOf(language: Language): Rule[] {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const rules = [...wordRules(PACKS[language].times), ...numericRules(language)];
  compiled.set(language, rules);
  return rules;
}

function wordRules(words: TimeWords): Rule[] {
  const rule = (template: string, meaning: Meaning): Rule => ({ pattern: compile(template, words), meaning });
  const all = (templates: string[], meaning: Meaning): Rule[] =>
    templates.map((template) => rule(template, meaning));
  const directed = (templates: string[], meaning: Meaning): Rule[] =>
    templates.flatMap((template) =>
      UNITS_AND_NAMES.map((name) => rule(template.replace("{x}", `{${name}}`), meaning)),
    );
  return [
    ...Object.entries(words.days).map(([text, days]) => rule(text, meanings.namedDay(days))),
    ...all(words.ago, meanings.away(-1)),
    ...all(words.ahead, meanings.away(1)),
    ...directed(words.last, meanings.directed("last")),
    ...all(words.secondLast, meanings.secondLast),
    ...all(words.periodEnd, meanings.periodEnd),
    ...directed(words.this, meanings.directed("this")),
    ...directed(words.next, meanings.directed("next")),
    ...all(words.recent, meanings.rollingPeriod(-1)),
    ...all(words.coming, meanings.rollingPeriod(1)),
    ...words.afterWeekday.map(([template, days]) => rule(template, meanings.afterWeekday(days))),
    ...all(words.dayRange, meanings.dayRange),
    ...all(words.monthRange, meanings.monthRange),
    ...all(words.date, meanings.date),
    ...all(words.monthYear, meanings.monthYear),
    ...all(words.seasonYear, meanings.seasonYear),
    ...aloneRules(words),
  ];
}

function aloneRules(words: TimeWords): Rule[] {
  const rule = (template: string, meaning: Meaning): Rule => ({ pattern: compile(template, words), meaning });
  return [
    rule(`(?<=(?<![\\p{L}])(?:${words.beforeMonth})[ -]?){month}(?! ?\\d)`, meanings.monthAlone),
    caseSensitive(rule(`(?<month>${words.plainMonths})(?! ?\\d)`, meanings.monthAlone)),
    rule(`(?<=(?<![\\p{L}])(?:${words.beforeSeason}) ?){season}`, meanings.seasonAlone),
    rule("(?=\\p{L}{5}){weekday}", meanings.weekdayAlone),
    ...words.dayOfMonth.map((template) => caseSensitive(rule(template, meanings.dayOfMonth))),
    ...words.decade.map((template) => rule(template, meanings.decade)),
    rule(`(?<=(?<![\\p{L}])(?:${words.beforeYear})[ -]?){year}(?![:.,]\\d)`, meanings.yearAlone),
    rule(`(?<=(?<![\\p{L}])(?:${words.beforeYear}) ){shortYear}`, meanings.yearAlone),
    rule("(?<=\\(){year}(?=\\))", meanings.yearAlone),
    rule(`(?<![\\d-] ?)${YEARS}(?![\\d-])`, meanings.yearRange),
    rule(
      `(?:${words.between}|${words.from}) {year} (?:${words.to}|${words.and}) {year2}`,
      meanings.yearRange,
    ),
    ...(words.bareYear === undefined
      ? []
      : [caseSensitive(rule(`(?<![¤\\d.,:/+-] ?)${words.bareYear}(?![:.,/-]\\d)`, meanings.yearAlone))]),
  ];
}

/** For words distinguished by case: "April" the month, or the noun after a German number. */
function caseSensitive(rule: Rule): Rule {
  return { ...rule, pattern: new RegExp(rule.pattern.source, rule.pattern.flags.replace("i", "")) };
}
