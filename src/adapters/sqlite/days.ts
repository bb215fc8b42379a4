import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import { type Activity, type DayCounts, type DayReport, TOP_ENTITIES_MAX } from "../../domain/model/day.ts";
import type { Interval } from "../../domain/model/time.ts";
import type { MemoryStats } from "../../ports/memory-store.ts";
import { type CountRow, NO_COUNTS, activityOf, addedCounts, statsOf } from "../store-core/days.ts";
import type { Context } from "./context.ts";
import { listed } from "./cursor.ts";
import { WAITS_FOR_EXTRACTION, WAITS_FOR_VERIFICATION } from "./episode-queries.ts";
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

/** Parameters: the user, and the interval. */
const ACTIVITY = `
  SELECT 'episodes' AS what, '' AS name, '' AS detail, count(*) AS count FROM episodes
    WHERE user_id = ?1 AND recorded_at >= ?2 AND recorded_at < ?3
  UNION ALL SELECT 'facts', status, '', count(*) FROM facts
    WHERE user_id = ?1 AND created_at >= ?2 AND created_at < ?3 GROUP BY status
  UNION ALL SELECT 'entities', '', '', count(*) FROM entities
    WHERE user_id = ?1 AND created_at >= ?2 AND created_at < ?3 AND merged_into IS NULL
  UNION ALL SELECT 'rejections', stage, reason, count(*) FROM rejections
    WHERE user_id = ?1 AND at >= ?2 AND at < ?3 GROUP BY stage, reason
  UNION ALL SELECT 'feedback', iif(helpful = 1, 'helpful', 'unhelpful'), '', count(*) FROM feedback
    WHERE user_id = ?1 AND at >= ?2 AND at < ?3 AND basis = 'rated' GROUP BY helpful
  UNION ALL SELECT 'tokens', 'prompt', '', coalesce(sum(prompt_tokens), 0) FROM traces
    WHERE user_id = ?1 AND at >= ?2 AND at < ?3
  UNION ALL SELECT 'tokens', 'completion', '', coalesce(sum(completion_tokens), 0) FROM traces
    WHERE user_id = ?1 AND at >= ?2 AND at < ?3
  UNION ALL SELECT 'reasonings', iif(suspicion > ${SUSPICIOUS}, 'suspicious', 'plain') AS kind, '', count(*) FROM traces
    WHERE user_id = ?1 AND at >= ?2 AND at < ?3 AND suspicion IS NOT NULL GROUP BY kind
  UNION ALL SELECT 'reviews', kind, '', count(*) FROM reviews WHERE user_id = ?1 AND state = 'open' GROUP BY kind`;

export function activity({ db, user }: Context, { from, to }: Required<Interval>): Activity {
  const span = [user, from ?? "", to ?? ""];
  const topEntities = db.all<Activity["topEntities"][number]>(
    `SELECT m.entity_id AS id, count(*) AS mentions FROM episodes e
     JOIN mentions m ON m.user_id = e.user_id AND m.episode_id = e.id
     JOIN entities x ON x.user_id = m.user_id AND x.id = m.entity_id
     WHERE e.user_id = ? AND e.recorded_at >= ? AND e.recorded_at < ? AND x.is_self = 0 AND x.merged_into IS NULL
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP_ENTITIES_MAX}`,
    ...span,
  );
  return activityOf(db.all<CountRow>(ACTIVITY, ...span), topEntities);
}

const STATS = `
  SELECT 'episodes' AS what, '' AS name, count(*) AS count FROM episodes WHERE user_id = ?1
  UNION ALL SELECT 'conversations', '', count(*) FROM conversations WHERE user_id = ?1
  UNION ALL SELECT 'extraction', '', count(*) FROM episodes WHERE user_id = ?1 AND ${WAITS_FOR_EXTRACTION}
  UNION ALL SELECT 'verification', '', count(*) FROM episodes WHERE user_id = ?1 AND ${WAITS_FOR_VERIFICATION}
  UNION ALL SELECT 'entities', status, count(*) FROM entities WHERE user_id = ?1 GROUP BY status
  UNION ALL SELECT 'types', type, count(*) FROM entities WHERE user_id = ?1 AND merged_into IS NULL GROUP BY type
  UNION ALL SELECT 'facts', status, count(*) FROM facts WHERE user_id = ?1 GROUP BY status
  UNION ALL SELECT 'predicates', predicate, count(*) FROM facts WHERE user_id = ?1 GROUP BY predicate
  UNION ALL SELECT 'rejections', reason, count(*) FROM rejections WHERE user_id = ?1 GROUP BY reason`;

export function stats({ db, user }: Context): MemoryStats {
  return statsOf(db.all<CountRow>(STATS, user));
}
