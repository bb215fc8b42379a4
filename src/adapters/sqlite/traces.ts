import type { Instant } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { type TraceRow, toTrace, toTraceRow } from "../store-core/traces.ts";
import { upsertSql } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";

const COLUMNS = [
  "user_id",
  "episode_id",
  "purpose",
  "at",
  "origin",
  "model",
  "prompt_tokens",
  "completion_tokens",
  "seconds",
  "reasoning",
  "suspicion",
  "ballots",
  "rulings",
];
const KEY = ["user_id", "episode_id", "purpose"];

export function putTrace(ctx: Context, trace: Trace): void {
  ctx.db.runNamed(upsertSql("traces", COLUMNS, KEY), {
    user_id: ctx.user,
    ...toTraceRow(trace),
  });
}

export function traces(ctx: Context, episodeIds: string[]): Trace[] {
  const rows = ctx.db.all<TraceRow>(
    `SELECT * FROM traces WHERE user_id = ? AND episode_id ${IN_LIST} ORDER BY at, purpose`,
    ctx.user,
    list(episodeIds),
  );
  return rows.map(toTrace);
}

export function modelUse(ctx: Context, since: Instant): { calls: number; tokens: number; seconds: number } {
  const row = ctx.db.get<{ calls: number; tokens: number; seconds: number }>(
    `SELECT count(*) AS calls, coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens,
       coalesce(sum(seconds), 0) AS seconds
     FROM traces WHERE user_id = ? AND at >= ? AND purpose <> 'extract'`,
    ctx.user,
    since,
  );
  return row ?? { calls: 0, tokens: 0, seconds: 0 };
}
