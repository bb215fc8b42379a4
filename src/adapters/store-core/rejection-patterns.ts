import type { RejectionPatterns } from "../../domain/model/rejection.ts";
import { DAY_MS, toInstant, toMs } from "../../domain/model/time.ts";

/** Counts and times of rejections. */

export type Bucket = "day" | "week";

/** Rejections that have all this in common. */
export interface Refusals {
  reason: string;
  stage: string;
  predicate: string | null;
  origin: string | null;
  overruled: boolean | number;
  day: string;
  count: number;
}

/** Facts proposed on a day. */
export interface Proposed {
  day: string;
  count: number;
}

export function patternsOf(groups: Refusals[], proposed: Proposed[], by: Bucket): RejectionPatterns {
  const count = (nameOf: (group: Refusals) => string | null): Record<string, number> =>
    counted(groups.map((group) => [nameOf(group) ?? "unknown", group.count]));
  const byReason = count((group) => group.reason);
  return {
    total: Object.values(byReason).reduce((sum, n) => sum + n, 0),
    overruled: count((group) => (group.overruled ? "yes" : "no"))["yes"] ?? 0,
    byReason,
    byStage: count((group) => group.stage),
    byPredicate: count((group) => group.predicate),
    byOrigin: count((group) => group.origin),
    overTime: overTime(groups, proposed, by),
  };
}

/** Entries of the longest list; a bound, not a page. */
const GROUPS_MAX = 100;

/** Most frequent first. */
function counted(entries: [name: string, count: number][]): Record<string, number> {
  const sums = summed(entries);
  const sorted = [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return Object.fromEntries(sorted.slice(0, GROUPS_MAX));
}

function summed(entries: [name: string, count: number][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of entries) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

/** A year of days. */
const PERIODS_MAX = 366;

function overTime(groups: Refusals[], proposed: Proposed[], by: Bucket): RejectionPatterns["overTime"] {
  const periodOf = by === "day" ? (day: string) => day : isoWeek;
  const refused = summed(groups.map((group) => [periodOf(group.day), group.count]));
  const facts = summed(proposed.map(({ day, count }) => [periodOf(day), count]));
  const periods = [...new Set([...refused.keys(), ...facts.keys()])].sort().slice(-PERIODS_MAX);
  return periods.map((period) => {
    const rejections = refused.get(period) ?? 0;
    const all = rejections + (facts.get(period) ?? 0);
    return { period, rejections, rate: Math.round((rejections / all) * 1000) / 1000 };
  });
}

/** `2026-W09`: the ISO 8601 week of a day, in the year of its Thursday. */
function isoWeek(day: string): string {
  const ms = toMs(`${day}T00:00:00.000Z`);
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  const thursday = toInstant(ms + (3 - weekday) * DAY_MS);
  const year = thursday.slice(0, 4);
  const week = Math.floor((toMs(thursday) - toMs(`${year}-01-01T00:00:00.000Z`)) / DAY_MS / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
