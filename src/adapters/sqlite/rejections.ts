import type { Rejection, RejectionPatterns } from "../../domain/model/rejection.ts";
import type { Interval } from "../../domain/model/time.ts";
import type { Page, PageRequest, RejectionQuery } from "../../ports/memory-store.ts";
import type { NewRejectionRow } from "../store-core/graph.ts";
import { type Bucket, type Refusals, type Proposed, patternsOf } from "../store-core/rejection-patterns.ts";
import { type RejectionRow, rejections, toRejection } from "../store-core/rows.ts";
import { type Value, insertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { LISTS } from "../store-core/listing.ts";

const INSERT = insertSql("rejections", ["user_id", ...rejections.columns]).replace(
  "INSERT",
  "INSERT OR IGNORE",
);

export function addRejection(ctx: Context, row: NewRejectionRow): void {
  ctx.db.runNamed(INSERT, { user_id: ctx.user, ...row });
}

/** The row stays: wrong rejections teach most. */
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

/** A restored fact is no longer rejected. */
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
  return page(ctx, query, {
    ...LISTS.rejections,
    filters: [query.reason, query.stage, query.episodeId, query.from, query.to].map((f) => f ?? null),
    select: `SELECT * FROM rejections WHERE ${sql}`,
    params,
  });
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

export function rejectionPatterns(
  { db, user }: Context,
  query: Interval & { by: Bucket },
): RejectionPatterns {
  const interval = [user, query.from ?? "", query.to ?? "9999"] as const;
  const groups = db.all<Refusals>(
    `SELECT reason, stage, upper(json_extract(proposal, '$.predicate')) AS predicate,
       json_extract(proposal, '$.origin') AS origin, overruled_at IS NOT NULL AS overruled,
       substr(at, 1, 10) AS day, count(*) AS count
     FROM rejections WHERE user_id = ? AND at >= ? AND at < ? GROUP BY 1, 2, 3, 4, 5, 6`,
    ...interval,
  );
  const proposed = db.all<Proposed>(
    `SELECT substr(created_at, 1, 10) AS day, count(*) AS count FROM facts
     WHERE user_id = ? AND created_at >= ? AND created_at < ? AND origin IS NOT NULL GROUP BY 1`,
    ...interval,
  );
  return patternsOf(groups, proposed, query.by);
}
