import type { Rejection, RejectionPatterns } from "../../domain/rejection.ts";
import type { Interval } from "../../domain/time.ts";
import type { Page, PageRequest, RejectionQuery } from "../../ports/memory-store.ts";
import type { NewRejectionRow } from "../store-core/graph.ts";
import { type RejectionRow, toRejection } from "../store-core/rows.ts";
import { type Value, insertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";

const COLUMNS = [
  "user_id",
  "id",
  "episode_id",
  "fact_id",
  "stage",
  "reason",
  "detail",
  "proposal",
  "reasoning",
  "at",
];

export function addRejection(ctx: Context, row: NewRejectionRow): void {
  ctx.db.runNamed(insertSql("rejections", COLUMNS).replace("INSERT", "INSERT OR IGNORE"), {
    user_id: ctx.user,
    ...row,
  });
}

/** The row stays: what was wrongly refused teaches most. */
export function overruleRejection(
  ctx: Context,
  { id, factId }: { id: string; factId: string },
  runId: string | null,
): void {
  ctx.db.run(
    `UPDATE rejections SET overruled_at = ?, overruled_run = ?, overruled_fact = ?
     WHERE user_id = ? AND id = ? AND overruled_at IS NULL`,
    ctx.now,
    runId,
    factId,
    ctx.user,
    id,
  );
}

export function unoverrule(ctx: Context, runId: string): void {
  ctx.db.run(
    `UPDATE rejections SET overruled_at = NULL, overruled_run = NULL, overruled_fact = NULL
     WHERE user_id = ? AND overruled_run = ?`,
    ctx.user,
    runId,
  );
}

/** A fact that is back was not refused after all. */
export function dropRejectionsOf(ctx: Context, factId: string): void {
  ctx.db.run(
    "DELETE FROM rejections WHERE user_id = ? AND fact_id = ? AND overruled_at IS NULL",
    ctx.user,
    factId,
  );
}

export function readRejection(ctx: Context, id: string): Rejection | null {
  const row = ctx.db.get<RejectionRow>("SELECT * FROM rejections WHERE user_id = ? AND id = ?", ctx.user, id);
  return row ? toRejection(row) : null;
}

export function rejectionPage(ctx: Context, query: RejectionQuery & PageRequest): Page<Rejection> {
  const { sql, params } = where(ctx, query);
  return page<RejectionRow, Rejection>(
    ctx,
    query,
    {
      kind: "rejections",
      filters: [query.reason, query.stage, query.episodeId, query.from, query.to].map((f) => f ?? null),
      select: `SELECT * FROM rejections WHERE ${sql}`,
      params,
      key: ["n"],
      order: "DESC",
      keyOf: (row) => [row.n],
    },
    (rows) => rows.map(toRejection),
  );
}

function where(ctx: Context, query: RejectionQuery): { sql: string; params: Value[] } {
  const { reason, stage, episodeId, from, to } = query;
  const asked: [condition: string, value: string | undefined][] = [
    ["reason = ?", reason],
    ["stage = ?", stage],
    ["episode_id = ?", episodeId],
    ["at >= ?", from],
    ["at < ?", to],
  ];
  const given = asked.flatMap(([condition, value]) =>
    value === undefined ? [] : [[condition, value] as const],
  );
  return {
    sql: ["user_id = ?", ...given.map(([condition]) => condition)].join(" AND "),
    params: [ctx.user, ...given.map(([, value]) => value)],
  };
}

/** Entries of the longest list; a bound, not a page. */
const GROUPS_MAX = 100;
const PERIODS = { day: "substr(at, 1, 10)", week: "strftime('%G-W%V', at)" } as const;

export function rejectionPatterns(
  ctx: Context,
  query: Interval & { by: keyof typeof PERIODS },
): RejectionPatterns {
  const { sql, params } = where(ctx, query);
  const count = (by: string): Record<string, number> =>
    Object.fromEntries(
      ctx.db
        .all<{ name: string | null; count: number }>(
          `SELECT ${by} AS name, count(*) AS count FROM rejections WHERE ${sql}
           GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${GROUPS_MAX}`,
          ...params,
        )
        .map((row) => [row.name ?? "unknown", row.count]),
    );
  const byReason = count("reason");
  return {
    total: Object.values(byReason).reduce((sum, n) => sum + n, 0),
    overruled: count("iif(overruled_at IS NULL, 'no', 'yes')")["yes"] ?? 0,
    byReason,
    byStage: count("stage"),
    byPredicate: count("upper(json_extract(proposal, '$.predicate'))"),
    byOrigin: count("json_extract(proposal, '$.origin')"),
    overTime: overTime(ctx, query),
  };
}

function overTime(ctx: Context, { from, to, by }: Interval & { by: keyof typeof PERIODS }) {
  const period = PERIODS[by];
  const rows = ctx.db.all<{ period: string; rejections: number; facts: number }>(
    `SELECT ${period} AS period, sum(refused) AS rejections, count(*) - sum(refused) AS facts FROM (
       SELECT at, 1 AS refused FROM rejections WHERE user_id = ?1
       UNION ALL SELECT created_at, 0 FROM facts WHERE user_id = ?1 AND origin IS NOT NULL)
     WHERE at >= ?2 AND at < ?3 GROUP BY 1 ORDER BY 1 DESC LIMIT ${PERIODS_MAX}`,
    ctx.user,
    from ?? "",
    to ?? "9999",
  );
  return rows.reverse().map(({ period, rejections, facts }) => ({
    period,
    rejections,
    rate: Math.round((rejections / (rejections + facts)) * 1000) / 1000,
  }));
}

/** A year of days. */
const PERIODS_MAX = 366;
