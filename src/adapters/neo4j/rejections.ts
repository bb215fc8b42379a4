import type { Rejection, RejectionPatterns } from "../../domain/rejection.ts";
import { DAY_MS, type Interval, toInstant, toMs } from "../../domain/time.ts";
import type { Page, PageRequest, RejectionQuery } from "../../ports/memory-store.ts";
import { type RejectionRow, toRejection } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import { HIGHEST, page } from "./cursor.ts";

export async function readRejection(ctx: Context, id: string): Promise<Rejection | null> {
  const found = await ctx.tx.one<{ row: RejectionRow }>("rejections/read", { id });
  return found ? toRejection(found.row) : null;
}

export function rejectionPage(ctx: Context, query: RejectionQuery & PageRequest): Promise<Page<Rejection>> {
  const { episodeId } = query;
  const asked = {
    reason: query.reason ?? null,
    stage: query.stage ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
  return page<RejectionRow, Rejection>(
    ctx,
    query,
    {
      kind: "rejections",
      filters: [asked.reason, asked.stage, episodeId ?? null, asked.from, asked.to],
      statement: episodeId === undefined ? "rejections/page" : "rejections/page-of-episode",
      params: { ...asked, ...(episodeId === undefined ? {} : { episode_id: episodeId }) },
      key: ["n"],
      first: [HIGHEST.number],
      keyOf: (row) => [row.n],
    },
    (rows) => rows.map(toRejection),
  );
}

/** What of a proposal is counted; kept beside it, since the database cannot look into it. */
export function countedIn(proposal: string): { predicate: string | null; origin: string | null } {
  const found = JSON.parse(proposal) as { predicate?: unknown; origin?: unknown } | null;
  const plain = (value: unknown): string | null =>
    typeof value === "string" || typeof value === "number" ? String(value) : null;
  return { predicate: plain(found?.predicate)?.toUpperCase() ?? null, origin: plain(found?.origin) };
}

type By = "day" | "week";

interface Group {
  reason: string;
  stage: string;
  predicate: string | null;
  origin: string | null;
  overruled: boolean;
  day: string;
  count: number;
}

export async function rejectionPatterns(
  ctx: Context,
  query: Interval & { by: By },
): Promise<RejectionPatterns> {
  const interval = { from: query.from ?? "", to: query.to ?? HIGHEST.text };
  const [groups, proposed] = await Promise.all([
    ctx.tx.run<Group>("rejections/groups", interval),
    ctx.tx.run<{ day: string; count: number }>("rejections/proposed-per-day", interval),
  ]);
  const count = (nameOf: (group: Group) => string | null): Record<string, number> =>
    counted(groups.map((group) => [nameOf(group) ?? "unknown", group.count]));
  const byReason = count((group) => group.reason);
  return {
    total: Object.values(byReason).reduce((sum, n) => sum + n, 0),
    overruled: count((group) => (group.overruled ? "yes" : "no"))["yes"] ?? 0,
    byReason,
    byStage: count((group) => group.stage),
    byPredicate: count((group) => group.predicate),
    byOrigin: count((group) => group.origin),
    overTime: overTime(groups, proposed, query.by),
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

function overTime(
  groups: Group[],
  proposed: { day: string; count: number }[],
  by: By,
): RejectionPatterns["overTime"] {
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

/** `2026-W09`: the week of a day, by ISO 8601, counted in the year that its Thursday lies in. */
function isoWeek(day: string): string {
  const ms = toMs(`${day}T00:00:00.000Z`);
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  const thursday = toInstant(ms + (3 - weekday) * DAY_MS);
  const year = thursday.slice(0, 4);
  const week = Math.floor((toMs(thursday) - toMs(`${year}-01-01T00:00:00.000Z`)) / DAY_MS / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
