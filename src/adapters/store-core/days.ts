import type { Activity, DayCounts } from "../../domain/model/day.ts";

/** Sorted by name, so that equal days are equal rows. */
export function sortedCounts(counts: DayCounts): DayCounts {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Both together; `known` is JSON, null if nothing was counted yet. */
export function addedCounts(known: string | null, more: DayCounts): string {
  const sum: DayCounts = known === null ? {} : (JSON.parse(known) as DayCounts);
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
  return JSON.stringify(sortedCounts(sum));
}

/** `{}`: a day without counts. */
export const NO_COUNTS = "{}";

/** In an order independent of the store. */
export function sortedActivity(activity: Activity): Activity {
  return {
    ...activity,
    facts: sortedCounts(activity.facts),
    openReviews: sortedCounts(activity.openReviews),
    rejections: activity.rejections.toSorted(
      (a, b) => b.count - a.count || (`${a.stage} ${a.reason}` < `${b.stage} ${b.reason}` ? -1 : 1),
    ),
  };
}
