/** Joins two times into a range ("from Monday to Friday"), and narrows one by a word ("early March"). */
import type { TimeWords } from "../../language/index.ts";
import { DAY_MS } from "../../domain/model/time.ts";
import type { FoundTime } from "./found.ts";
import { plusDays, WEEK_DAYS } from "./period.ts";

const THIRDS = 3;
/** Characters before a time that are searched for a modifying word; longer than any such word. */
const LEAD_CHARS = 60;

export function joinRanges(found: FoundTime[], text: string, words: TimeWords): FoundTime[] {
  const joined: FoundTime[] = [];
  for (const one of found) {
    const before = joined.at(-1);
    const range = before === undefined ? null : toRange(before, one, text, words);
    if (range === null) joined.push(one);
    else joined[joined.length - 1] = range;
  }
  return joined;
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
