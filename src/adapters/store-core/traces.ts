import type { Instant } from "../../domain/model/time.ts";
import type { Trace } from "../../domain/model/trace.ts";

export interface TraceRow {
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

export function toTraceRow(trace: Trace): TraceRow {
  return {
    episode_id: trace.episodeId,
    purpose: trace.purpose,
    at: trace.at,
    origin: trace.origin,
    model: trace.model,
    prompt_tokens: trace.promptTokens,
    completion_tokens: trace.completionTokens,
    seconds: trace.seconds,
    reasoning: trace.reasoning,
    suspicion: trace.suspicion,
    ballots: JSON.stringify(trace.ballots),
    rulings: JSON.stringify(trace.rulings),
  };
}

export function toTrace(row: TraceRow): Trace {
  return {
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
  };
}
