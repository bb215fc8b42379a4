import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { type Activity, type DayCounts, type DayReport, TOP_ENTITIES_MAX } from "../../domain/model/day.ts";
import type { Interval } from "../../domain/model/time.ts";
import { NO_COUNTS, addedCounts, sortedActivity } from "../store-core/days.ts";
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

interface ActivityRow {
  what: "episodes" | "facts" | "entities" | "rejections" | "feedback" | "tokens" | "reasonings" | "reviews";
  name: string;
  detail: string;
  count: number;
}

export async function activity(ctx: Context, { from, to }: Required<Interval>): Promise<Activity> {
  const span = { from: from ?? "", to: to ?? "" };
  const [rows, topEntities] = await Promise.all([
    ctx.tx.run<ActivityRow>("days/activity", { ...span, suspicious: SUSPICIOUS }),
    ctx.tx.run<{ id: string; mentions: number }>("days/top-entities", { ...span, limit: TOP_ENTITIES_MAX }),
  ]);
  const of = (what: ActivityRow["what"]): ActivityRow[] => rows.filter((row) => row.what === what);
  const counts = (what: ActivityRow["what"]): Record<string, number> =>
    Object.fromEntries(of(what).map(({ name, count }) => [name, count]));
  const [rated, tokens] = [counts("feedback"), counts("tokens")];
  const { suspicious = 0, plain = 0 } = counts("reasonings");
  return sortedActivity({
    episodes: of("episodes")[0]?.count ?? 0,
    facts: counts("facts"),
    entities: of("entities")[0]?.count ?? 0,
    rejections: of("rejections").map(({ name, detail, count }) => ({ stage: name, reason: detail, count })),
    feedback: { helpful: rated["helpful"] ?? 0, unhelpful: rated["unhelpful"] ?? 0 },
    tokens: { prompt: tokens["prompt"] ?? 0, completion: tokens["completion"] ?? 0 },
    reasonings: { total: suspicious + plain, suspicious },
    topEntities,
    openReviews: counts("reviews"),
  });
}
