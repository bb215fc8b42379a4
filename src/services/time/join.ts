/** Joins two times ("from Monday to Friday", "Tuesday last week"), and narrows one by a word ("early March"). */
import type { TimeWords } from "../../language/index.ts";
import { spelledNumber } from "../../language/numbers.ts";
import { fold } from "../../language/text.ts";
import { DAY_MS } from "../../domain/model/time.ts";
import type { FoundTime } from "./found.ts";
import { lookUp } from "./pattern.ts";
import { dayPeriod, plusDays, WEEK_DAYS, weekdayOf, type Period } from "./period.ts";

const THIRDS = 3;
/** Characters before a time that are searched for a modifying word; longer than any such word. */
const LEAD_CHARS = 60;

export function joinTimes(found: FoundTime[], text: string, words: TimeWords): FoundTime[] {
  const joined: FoundTime[] = [];
  for (const one of found) {
    const before = joined.at(-1);
    const both = before && (toWeekday(before, one, text, words) ?? toRange(before, one, text, words));
    if (both) joined[joined.length - 1] = both;
    else joined.push(one);
  }
  return joined;
}

/** "Tuesday last week", "nächste Woche Dienstag", "the first Monday in June". */
function toWeekday(first: FoundTime, last: FoundTime, text: string, words: TimeWords): FoundTime | null {
  if (!/^,?\s(?:\p{L}{1,3}\s)?$/u.test(text.slice(first.end, last.start))) return null;
  const weekdays = [first, last].map(({ start, end }) => lookUp(words.weekdays, text.slice(start, end)));
  const weekday = weekdays.find((one) => one !== undefined);
  const within = weekdays[0] === undefined ? first : last;
  const days = (within.to - within.from) / DAY_MS;
  const order =
    within.precision === "month" ? ordinalBefore(first.start, text) : { nth: 1, start: first.start };
  if (weekday === undefined || days < WEEK_DAYS || days > MONTH_DAYS || order === null) return null;
  return { ...nthWeekday(order.nth, weekday, within), start: order.start, end: last.end };
}

const MONTH_DAYS = 31;

function ordinalBefore(at: number, text: string): { nth: number; start: number } | null {
  const [, word = ""] = /(?<!\p{L})(\p{L}+)\s$/u.exec(text.slice(Math.max(0, at - LEAD_CHARS), at)) ?? [];
  const nth = Number(spelledNumber(fold(word)) ?? Number.NaN);
  return nth >= 1 && nth <= 4 ? { nth, start: at - word.length - 1 } : null;
}

function nthWeekday(nth: number, weekday: number, { from }: Period): Period {
  const first = (weekday - weekdayOf(from) + WEEK_DAYS) % WEEK_DAYS;
  return dayPeriod(plusDays(from, first + (nth - 1) * WEEK_DAYS));
}

function toRange(first: FoundTime, last: FoundTime, text: string, words: TimeWords): FoundTime | null {
  const link = text.slice(first.end, last.start).trim();
  const opened = new RegExp(`(?<![\\p{L}])(?:${words.between}) (?:(?:${words.the}) )?$`, "iu").test(
    text.slice(Math.max(0, first.start - LEAD_CHARS), first.start),
  );
  const isLink = new RegExp(`^(?:${words.to}${opened ? `|${words.and}` : ""})$`, "iu").test(link);
  if (!isLink) return null;
  const to = last.to <= first.from && isDays(first, last) ? plusDays(last.to, WEEK_DAYS) : last.to;
  return to <= first.to ? null : { ...first, to, end: last.end };
}

/** Weekdays are chosen independently: the Friday of "Monday to Friday" may have come out as the previous one. */
function isDays(first: FoundTime, last: FoundTime): boolean {
  return first.precision === "day" && last.precision === "day" && plusDays(last.to, WEEK_DAYS) > first.to;
}

/** Narrows a month, season, year or decade to one third. */
export function narrow(found: FoundTime[], text: string, words: TimeWords): FoundTime[] {
  const thirds = [words.early, words.middle, words.late];
  return found.map((one) => {
    if (one.precision === "day" || one.precision === "minute") return one;
    const from = Math.max(0, one.start - LEAD_CHARS);
    const before = text.slice(from, one.start);
    const matches = thirds.map((source) => new RegExp(`(?<![\\p{L}])(?:${source})[ -]?$`, "iu").exec(before));
    const third = matches.findIndex((match) => match !== null);
    const match = matches[third];
    return match === undefined || match === null
      ? one
      : { ...one, ...thirdOf(one, third), start: from + match.index };
  });
}

function thirdOf(period: FoundTime, third: number): Pick<FoundTime, "from" | "to" | "precision"> {
  if (period.precision === "year") return wholeMonths(period, third);
  const part = Math.round((period.to - period.from) / THIRDS / DAY_MS) * DAY_MS;
  const from = period.from + third * part;
  return { from, to: third === THIRDS - 1 ? period.to : from + part, precision: "day" };
}

function wholeMonths(period: FoundTime, third: number): Pick<FoundTime, "from" | "to" | "precision"> {
  const year = new Date(period.from).getUTCFullYear();
  const months = ((new Date(period.to).getUTCFullYear() - year) * 12) / THIRDS;
  return {
    from: Date.UTC(year, third * months),
    to: Date.UTC(year, (third + 1) * months),
    precision: "month",
  };
}
