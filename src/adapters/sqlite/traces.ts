import type { Instant } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { type TraceRow, toTrace, traces as mapper } from "../store-core/rows.ts";
import { KINDS } from "../../store/schema.ts";
import { upsertSql } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";

const PUT = upsertSql("traces", ["user_id", ...mapper.columns], ["user_id", ...KINDS.trace.key]);

export function putTrace(ctx: Context, trace: Trace): void {
  ctx.db.runNamed(PUT, { user_id: ctx.user, ...mapper.toRow(trace) });
}

export function traces(ctx: Context, episodeIds: string[]): Trace[] {
  const rows = ctx.db.all<TraceRow>(
    `SELECT * FROM traces WHERE user_id = ? AND episode_id ${IN_LIST} ORDER BY at, purpose`,
    ctx.user,
    list(episodeIds),
  );
  return rows.map((row) => toTrace(row));
}

export function modelUse(ctx: Context, since: Instant): { calls: number; tokens: number; seconds: number } {
  const row = ctx.db.get<{ calls: number; tokens: number; seconds: number }>(
    `SELECT count(*) AS calls, coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens,
       coalesce(sum(seconds), 0) AS seconds
     FROM traces WHERE user_id = ? AND at >= ? AND purpose NOT IN ('reply', 'tools', 'extract')`,
    ctx.user,
    since,
  );
  return row ?? { calls: 0, tokens: 0, seconds: 0 };
}
