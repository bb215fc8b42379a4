import type { Activity, Day, DayCounts, DayReport } from "../../domain/model/day.ts";

/** A day as both stores keep it. */
export interface DayRow {
  date: string;
  /** JSON, by name in order, so that equal days are equal rows. */
  counts: string;
  report: string | null;
}

export function toDay(row: DayRow): Day {
  return {
    date: row.date,
    counts: JSON.parse(row.counts) as DayCounts,
    report: row.report === null ? null : (JSON.parse(row.report) as DayReport),
  };
}

export function toDayRow({ date, counts, report }: Day): DayRow {
  return { date, counts: countsText(counts), report: report === null ? null : JSON.stringify(report) };
}

function countsText(counts: DayCounts): string {
  const names = Object.keys(counts).sort();
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, counts[name]])));
}

/** Both together; `known` is JSON, null when nothing was counted yet. */
export function addedCounts(known: string | null, more: DayCounts): string {
  const sum: DayCounts = known === null ? {} : (JSON.parse(known) as DayCounts);
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
  return countsText(sum);
}

/** `{}`: a day of which nothing was counted. */
export const NO_COUNTS = "{}";

/** In an order that does not depend on the store. */
export function sortedActivity(activity: Activity): Activity {
  const byName = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...activity,
    facts: byName(activity.facts),
    openReviews: byName(activity.openReviews),
    rejections: activity.rejections.toSorted(
      (a, b) => b.count - a.count || (`${a.stage} ${a.reason}` < `${b.stage} ${b.reason}` ? -1 : 1),
    ),
  };
}
