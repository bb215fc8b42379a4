import type { ExtractionState } from "../../domain/episode.ts";
import { plusMs, type Instant } from "../../domain/time.ts";
import { AnswerCut, EngramError, type ErrorCode } from "../../errors.ts";
import { Preempted } from "../model/gate.ts";

/**
 * The attempts at extracting one turn. States: pending -> (attempt fails) -> pending until `retryAt` -> ... -> failed.
 * The store keeps them, so they outlive the process.
 */

/** Errors that say nothing about the turn: something it needs is away, or the service ends. */
const AWAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "model_unavailable",
  "store_unavailable",
  "store_full",
  "queue_unavailable",
  "shutting_down",
  "cancelled",
]);

/** Whether it was an attempt at the turn. One that a chat preempted, or that met nobody, is made again at no cost. */
export function countsAsAttempt(error: unknown): boolean {
  if (error instanceof Preempted) return false;
  if (error instanceof AnswerCut) return true;
  return !(error instanceof EngramError && AWAY.has(error.code));
}

/** The state after one more failed attempt. There are as many pauses as further attempts. */
export function afterFailure(
  { attempts: before }: ExtractionState,
  { reason, now, pausesMs }: { reason: string; now: Instant; pausesMs: readonly number[] },
): ExtractionState {
  const attempts = before + 1;
  const pauseMs = pausesMs[before];
  if (pauseMs === undefined) return { state: "failed", attempts, error: reason, retryAt: null };
  return { state: "pending", attempts, error: reason, retryAt: plusMs(now, pauseMs) };
}
