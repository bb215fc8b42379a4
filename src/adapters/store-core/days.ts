import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { type Activity, type DayCounts, type DayReport, TOP_ENTITIES_MAX } from "../../domain/model/day.ts";
import type { Interval } from "../../domain/model/time.ts";
import type { MemoryStats } from "../../ports/memory-store.ts";
import { type Steps, ask } from "./steps.ts";
import { type Rows, type UserRows, together, written } from "./verbs.ts";

/** No other process adds in between: a write holds the user's lock. */
export function* addCounts(db: UserRows, days: { date: string; counts: DayCounts }[]): Steps<void> {
  if (days.length === 0 || (yield* ask(db.owner())) === null) return;
  const dates = days.map(({ date }) => date);
  const rows = yield* ask(db.find<{ date: string; counts: string }>("days/by-date", { dates }));
  const known = new Map(rows.map(({ date, counts }) => [date, counts]));
  for (const { date, counts } of days) known.set(date, addedCounts(known.get(date) ?? null, counts));
  const sums = [...known].map(([date, counts]) => ({ date, counts }));
  yield* written(db, "days/put-counts", { rows: sums });
}

export function* putReport(db: UserRows, report: DayReport, keepFrom: string): Steps<void> {
  if ((yield* ask(db.owner())) === null) return;
  const row = { date: report.date, report: JSON.stringify(report), no_counts: NO_COUNTS };
  yield* written(db, "days/put-report", row);
  yield* written(db, "days/drop-before", { keep_from: keepFrom });
}

export function* activity(db: Rows, { from = "", to = "" }: Required<Interval>): Steps<Activity> {
  const [rows, topEntities] = yield* together(
    db.find<CountRow>("days/activity", { from, to, suspicious: SUSPICIOUS }),
    db.find<Activity["topEntities"][number]>("days/top-entities", { from, to, limit: TOP_ENTITIES_MAX }),
  );
  return activityOf(rows, topEntities);
}

export function* stats(db: Rows): Steps<MemoryStats> {
  const rows = yield* together(db.find<CountRow>("stats/counts"), db.find<CountRow>("stats/groups"));
  return statsOf(rows.flat());
}

/** Sorted by name, so that equal days are equal rows. */
export function sortedCounts(counts: DayCounts): DayCounts {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Both together; `known` is JSON, null if nothing was counted yet. */
function addedCounts(known: string | null, more: DayCounts): string {
  const sum: DayCounts = known === null ? {} : (JSON.parse(known) as DayCounts);
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
  return JSON.stringify(sortedCounts(sum));
}

/** `{}`: a day without counts. */
const NO_COUNTS = "{}";

/** What was counted of one kind under one name. */
interface CountRow {
  what: string;
  name: string;
  detail?: string;
  count: number;
}

function recordOf(rows: readonly CountRow[], what: string): Record<string, number> {
  return Object.fromEntries(rows.filter((row) => row.what === what).map(({ name, count }) => [name, count]));
}

/** In an order independent of the store. A row without a name counts all of its kind. */
function activityOf(rows: CountRow[], topEntities: Activity["topEntities"]): Activity {
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

function statsOf(rows: CountRow[]): MemoryStats {
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
