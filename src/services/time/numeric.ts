/** Numeric dates, the same in all languages except for the order of day and month in dates with slashes. */
import { anySource, PACKS, type Language } from "../../language/index.ts";
import { MINUTE_MS } from "../../domain/model/time.ts";
import { choose } from "./choose.ts";
import { datesAround } from "./around.ts";
import type { TimeContext, Meaning } from "./meanings.ts";
import type { Groups } from "./pattern.ts";
import type { Rule } from "./rules.ts";
import { datePeriod, fullYear, isYear, monthPeriod, type Period } from "./period.ts";

const TIME = "(?:[T ](?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)(?::[0-5]\\d(?:\\.\\d+)?)?(?!\\d))?";

const BEFORE_SHORT_DATE = anySource(({ times }) => times.beforeShortDate);

export function numericRules(language: Language): Rule[] {
  const isMonthFirst = PACKS[language].times.monthFirst === true;
  const slash = isMonthFirst ? monthFirst : dayFirst;
  return [
    rule(`(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${TIME}`, dayFirst),
    rule(`(?<year>\\d{4})/(?<month>\\d{1,2})/(?<day>\\d{1,2})`, dayFirst),
    rule(`(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.\\s?(?<year>\\d{4}|\\d{2}(?![.:]))`, dayFirst),
    rule(`(?<=\\b(?:${BEFORE_SHORT_DATE}) )(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.`, dayFirst),
    rule(`(?<day>\\d{1,2})-(?<month>\\d{1,2})-(?<year>\\d{4})`, dayFirst),
    rule(`(?<first>\\d{1,2})/(?<second>\\d{1,2})/(?<year>\\d{4}|\\d{2})`, slash),
    rule(`(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])(?!-?\\d)`, isoMonth),
  ];
}

function rule(source: string, meaning: Meaning): Rule {
  return {
    pattern: new RegExp(`(?<![\\p{L}\\d.:/+-])(?:${source})(?![\\p{L}\\d]|[./:-]\\d)`, "gu"),
    meaning,
  };
}

const dayFirst: Meaning = (groups, context) =>
  fromParts(
    groups,
    Number(groups["month"] ?? groups["second"]),
    Number(groups["day"] ?? groups["first"]),
    context,
  );

/** In English 3/12 is the 12th of March, unless that is impossible. */
const monthFirst: Meaning = (groups, context) => {
  const [first, second] = [Number(groups["first"]), Number(groups["second"])];
  return first > 12 ? fromParts(groups, second, first, context) : fromParts(groups, first, second, context);
};

const isoMonth: Meaning = (groups) => {
  const year = Number(groups["year"]);
  return isYear(year) ? monthPeriod(year, Number(groups["month"])) : null;
};

function fromParts(groups: Groups, month: number, day: number, { now, prefer }: TimeContext): Period | null {
  if (groups["year"] === undefined) return choose(datesAround(month, day, now), now, prefer);
  const year = fullYear(groups["year"], now);
  const period = isYear(year) ? datePeriod(year, month, day) : null;
  return period === null || groups["hour"] === undefined ? period : atMinute(period, groups);
}

function atMinute(day: Period, groups: Groups): Period {
  const from = day.from + (Number(groups["hour"]) * 60 + Number(groups["minute"])) * MINUTE_MS;
  return { from, to: from + MINUTE_MS, precision: "minute" };
}
