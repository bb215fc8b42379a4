import type { Activity, DayCounts } from "../../domain/model/day.ts";
import type { MemoryStats } from "../../ports/memory-store.ts";

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

/** What was counted of one kind under one name. */
export interface CountRow {
  what: string;
  name: string;
  detail?: string;
  count: number;
}

function recordOf(rows: readonly CountRow[], what: string): Record<string, number> {
  return Object.fromEntries(rows.filter((row) => row.what === what).map(({ name, count }) => [name, count]));
}

/** In an order independent of the store. A row without a name counts all of its kind. */
export function activityOf(rows: CountRow[], topEntities: Activity["topEntities"]): Activity {
  const of = (what: string): Record<string, number> => recordOf(rows, what);
  const [rated, tokens] = [of("feedback"), of("tokens")];
  const { suspicious = 0, plain = 0 } = of("reasonings");
  return {
    episodes: of("episodes")[""] ?? 0,
    facts: sortedCounts(of("facts")),
    entities: of("entities")[""] ?? 0,
    rejections: rows
      .filter(({ what }) => what === "rejections")
      .map(({ name, detail = "", count }) => ({ stage: name, reason: detail, count }))
      .sort((a, b) => b.count - a.count || (`${a.stage} ${a.reason}` < `${b.stage} ${b.reason}` ? -1 : 1)),
    feedback: { helpful: rated["helpful"] ?? 0, unhelpful: rated["unhelpful"] ?? 0 },
    tokens: { prompt: tokens["prompt"] ?? 0, completion: tokens["completion"] ?? 0 },
    reasonings: { total: suspicious + plain, suspicious },
    topEntities,
    openReviews: sortedCounts(of("reviews")),
  };
}

/** Entries of the longest lists; a bound, not a page. */
const GROUPS_MAX = 1_000;

export function statsOf(rows: CountRow[]): MemoryStats {
  const groups = (what: string): CountRow[] =>
    rows
      .filter((row) => row.what === what)
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, GROUPS_MAX);
  const record = (what: string): Record<string, number> => recordOf(groups(what), what);
  const count = (what: string): number => recordOf(rows, what)[""] ?? 0;
  return {
    episodes: count("episodes"),
    conversations: count("conversations"),
    entities: record("entities"),
    facts: record("facts"),
    rejections: record("rejections"),
    types: groups("types").map(({ name, count }) => ({ type: name, count })),
    predicates: groups("predicates").map(({ name, count }) => ({ predicate: name, count })),
    pending: { extraction: count("extraction"), verification: count("verification") },
  };
}
