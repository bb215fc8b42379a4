import { AnswerCut, EngramError, type ErrorCode } from "../../errors.ts";
import { Preempted } from "./gate.ts";

/** Errors that say nothing about the request itself: a dependency is away, or the service is stopping. */
const AWAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "model_unavailable",
  "store_unavailable",
  "store_full",
  "queue_unavailable",
  "shutting_down",
  "cancelled",
]);

/**
 * Whether a failed request counts as an attempt. If a chat preempted it, or the server was away, it is repeated without
 * being counted.
 */
export function countsAsAttempt(error: unknown): boolean {
  if (error instanceof Preempted) return false;
  if (error instanceof AnswerCut) return true;
  return !(error instanceof EngramError && AWAY.has(error.code));
}
