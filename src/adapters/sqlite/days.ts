import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { type Activity, type DayCounts, type DayReport, TOP_ENTITIES_MAX } from "../../domain/model/day.ts";
import type { Interval } from "../../domain/model/time.ts";
import { NO_COUNTS, addedCounts, sortedActivity } from "../store-core/days.ts";
import type { Context } from "./context.ts";
import { listed } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

export function addCounts(ctx: Context, days: { date: string; counts: DayCounts }[]): void {
  if (ctx.user === 0) return;
  for (const { date, counts } of days) {
    const known = ctx.db.get<{ counts: string }>(
      "SELECT counts FROM days WHERE user_id = ? AND date = ?",
      ctx.user,
      date,
    );
    ctx.db.run(
      `INSERT INTO days (user_id, date, counts) VALUES (?, ?, ?)
       ON CONFLICT (user_id, date) DO UPDATE SET counts = excluded.counts`,
      ctx.user,
      date,
      addedCounts(known?.counts ?? null, counts),
    );
  }
}

export function putReport(ctx: Context, report: DayReport, keepFrom: string): void {
  if (ctx.user === 0) return;
  ctx.db.run(
    `INSERT INTO days (user_id, date, counts, report) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, date) DO UPDATE SET report = excluded.report`,
    ctx.user,
    report.date,
    NO_COUNTS,
    JSON.stringify(report),
  );
  ctx.db.run("DELETE FROM days WHERE user_id = ? AND date < ?", ctx.user, keepFrom);
}

export const dayPage = listed(LISTS.days, {
  from: "date >= ?",
  to: "date <= ?",
  reported: "report IS NOT NULL",
});

export function activity(ctx: Context, { from, to }: Required<Interval>): Activity {
  const span = [ctx.user, from ?? "", to ?? ""];
  const one = <T>(sql: string): T | undefined => ctx.db.get<T>(sql, ...span);
  const groups = (sql: string): Record<string, number> =>
    Object.fromEntries(
      ctx.db.all<{ name: string; count: number }>(sql, ...span).map(({ name, count }) => [name, count]),
    );
  const rated = groups(
    `SELECT iif(helpful = 1, 'helpful', 'unhelpful') AS name, count(*) AS count FROM feedback
     WHERE user_id = ? AND at >= ? AND at < ? AND basis = 'rated' GROUP BY 1`,
  );
  const calls = one<Record<"prompt" | "completion" | "total" | "suspicious", number>>(
    `SELECT coalesce(sum(prompt_tokens), 0) AS prompt, coalesce(sum(completion_tokens), 0) AS completion,
       count(suspicion) AS total, coalesce(sum(suspicion > ${SUSPICIOUS}), 0) AS suspicious
     FROM traces WHERE user_id = ? AND at >= ? AND at < ?`,
  );
  return sortedActivity({
    episodes:
      one<{ c: number }>(
        "SELECT count(*) AS c FROM episodes WHERE user_id = ? AND recorded_at >= ? AND recorded_at < ?",
      )?.c ?? 0,
    facts: groups(
      `SELECT status AS name, count(*) AS count FROM facts
       WHERE user_id = ? AND created_at >= ? AND created_at < ? GROUP BY 1`,
    ),
    entities:
      one<{ c: number }>(
        `SELECT count(*) AS c FROM entities
         WHERE user_id = ? AND created_at >= ? AND created_at < ? AND merged_into IS NULL`,
      )?.c ?? 0,
    rejections: ctx.db.all(
      `SELECT stage, reason, count(*) AS count FROM rejections
       WHERE user_id = ? AND at >= ? AND at < ? GROUP BY 1, 2`,
      ...span,
    ),
    feedback: { helpful: rated["helpful"] ?? 0, unhelpful: rated["unhelpful"] ?? 0 },
    tokens: { prompt: calls?.prompt ?? 0, completion: calls?.completion ?? 0 },
    reasonings: { total: calls?.total ?? 0, suspicious: calls?.suspicious ?? 0 },
    topEntities: ctx.db.all(
      `SELECT m.entity_id AS id, count(*) AS mentions FROM episodes e
       JOIN mentions m ON m.user_id = e.user_id AND m.episode_id = e.id
       JOIN entities x ON x.user_id = m.user_id AND x.id = m.entity_id
       WHERE e.user_id = ? AND e.recorded_at >= ? AND e.recorded_at < ? AND x.is_self = 0 AND x.merged_into IS NULL
       GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP_ENTITIES_MAX}`,
      ...span,
    ),
    openReviews: Object.fromEntries(
      ctx.db
        .all<{ kind: string; count: number }>(
          "SELECT kind, count(*) AS count FROM reviews WHERE user_id = ? AND state = 'open' GROUP BY 1",
          ctx.user,
        )
        .map(({ kind, count }) => [kind, count]),
    ),
  });
}
