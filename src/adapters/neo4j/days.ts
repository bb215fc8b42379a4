import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { type Activity, type DayCounts, type DayReport, TOP_ENTITIES_MAX } from "../../domain/model/day.ts";
import type { Interval } from "../../domain/model/time.ts";
import type { MemoryStats } from "../../ports/memory-store.ts";
import { type CountRow, NO_COUNTS, activityOf, addedCounts, statsOf } from "../store-core/days.ts";
import type { Context } from "./context.ts";
import { listed } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

/** Holds the user's lock from read to write: no other process adds in between. */
export async function addCounts(ctx: Context, days: { date: string; counts: DayCounts }[]): Promise<void> {
  if (days.length === 0 || (await ctx.owner()) === null) return;
  const dates = days.map(({ date }) => date);
  const rows = await ctx.tx.run<{ date: string; counts: string }>("days/by-date", { dates });
  const known = new Map(rows.map(({ date, counts }) => [date, counts]));
  for (const { date, counts } of days) known.set(date, addedCounts(known.get(date) ?? null, counts));
  await ctx.tx.run("days/put-counts", { rows: [...known].map(([date, counts]) => ({ date, counts })) });
}

export async function putReport(ctx: Context, report: DayReport, keepFrom: string): Promise<void> {
  if ((await ctx.owner()) === null) return;
  await ctx.tx.run("days/put-report", {
    date: report.date,
    report: JSON.stringify(report),
    no_counts: NO_COUNTS,
  });
  await ctx.tx.run("days/drop-before", { keep_from: keepFrom });
}

export const dayPage = listed(LISTS.days, () => "days/page");

export async function activity({ tx }: Context, { from, to }: Required<Interval>): Promise<Activity> {
  const span = { from: from ?? "", to: to ?? "" };
  const [rows, topEntities] = await Promise.all([
    tx.run<CountRow>("days/activity", { ...span, suspicious: SUSPICIOUS }),
    tx.run<Activity["topEntities"][number]>("days/top-entities", { ...span, limit: TOP_ENTITIES_MAX }),
  ]);
  return activityOf(rows, topEntities);
}

export async function stats({ tx }: Context): Promise<MemoryStats> {
  const rows = await Promise.all([tx.run<CountRow>("stats/counts"), tx.run<CountRow>("stats/groups")]);
  return statsOf(rows.flat());
}
