import { AnswerCut, EngramError, type ErrorCode } from "../../errors.ts";
import { Preempted } from "./gate.ts";

/** Errors that say nothing about what was asked: something it needs is away, or the service ends. */
const AWAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "model_unavailable",
  "store_unavailable",
  "store_full",
  "queue_unavailable",
  "shutting_down",
  "cancelled",
]);

/** Whether a request that failed was an attempt at what it asks about. One that a chat preempted, or that met nobody, is made again at no cost. */
export function countsAsAttempt(error: unknown): boolean {
  if (error instanceof Preempted) return false;
  if (error instanceof AnswerCut) return true;
  return !(error instanceof EngramError && AWAY.has(error.code));
}
