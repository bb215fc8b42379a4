import type { Instant } from "../../domain/time.ts";
import type { Trace } from "../../domain/trace.ts";
import { tokens } from "../../domain/text.ts";
import { upsertSql } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { findEpisodeRow } from "./episodes.ts";
import { findRuns } from "./redact.ts";
import type { Sweep } from "./sweep.ts";
import { redactTexts } from "./tombstones.ts";

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

/** Words that were forgotten while the model was thinking do not come back with its thoughts. */
export function putTrace(ctx: Context, trace: Trace): void {
  const episode = findEpisodeRow(ctx, trace.episodeId);
  if (!episode) return;
  const [reasoning] = redactTexts(ctx, [trace.reasoning], episode.occurred_at).texts;
  ctx.db.runNamed(upsertSql("traces", COLUMNS, KEY), {
    user_id: ctx.user,
    episode_id: trace.episodeId,
    purpose: trace.purpose,
    at: trace.at,
    origin: trace.origin,
    model: trace.model,
    prompt_tokens: trace.promptTokens,
    completion_tokens: trace.completionTokens,
    seconds: trace.seconds,
    reasoning: reasoning ?? null,
    suspicion: trace.suspicion,
    ballots: JSON.stringify(trace.ballots),
    rulings: JSON.stringify(trace.rulings),
  });
}

interface TraceRow {
  episode_id: string;
  purpose: Trace["purpose"];
  at: Instant;
  origin: string;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  seconds: number;
  reasoning: string | null;
  suspicion: number | null;
  ballots: string;
  rulings: string;
}

export function traces(ctx: Context, episodeIds: string[]): Trace[] {
  const rows = ctx.db.all<TraceRow>(
    `SELECT * FROM traces WHERE user_id = ? AND episode_id ${IN_LIST} ORDER BY at, purpose`,
    ctx.user,
    list(episodeIds),
  );
  return rows.map((row) => ({
    episodeId: row.episode_id,
    purpose: row.purpose,
    at: row.at,
    origin: row.origin,
    model: row.model,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    seconds: row.seconds,
    reasoning: row.reasoning,
    suspicion: row.suspicion,
    ballots: JSON.parse(row.ballots) as Trace["ballots"],
    rulings: JSON.parse(row.rulings) as Trace["rulings"],
  }));
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

/** Reasoning about another turn may repeat forgotten words: it goes, what was voted stays. */
export function cutReasoning(ctx: Context, sweep: Sweep): void {
  const runs = sweep.rules.flatMap((rule) => rule.runs);
  if (runs.length === 0) return;
  const rows = ctx.db.all<{ episode_id: string; purpose: string; reasoning: string }>(
    "SELECT episode_id, purpose, reasoning FROM traces WHERE user_id = ? AND reasoning IS NOT NULL",
    ctx.user,
  );
  for (const { episode_id: id, purpose, reasoning } of rows) {
    if (findRuns(tokens(reasoning), runs).length === 0) continue;
    ctx.db.run(
      "UPDATE traces SET reasoning = NULL WHERE user_id = ? AND episode_id = ? AND purpose = ?",
      ctx.user,
      id,
      purpose,
    );
  }
}
