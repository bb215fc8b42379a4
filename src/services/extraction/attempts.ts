import type { ExtractionState } from "../../domain/model/episode.ts";
import { plusMs, type Instant } from "../../domain/model/time.ts";

/**
 * The attempts at extracting one turn. States: pending -> (attempt fails) -> pending until `retryAt` -> ... -> failed.
 * Stored, so they survive a restart.
 */

/** The state after another failed attempt. There is one pause per further attempt. */
export function afterFailure(
  { attempts: before }: ExtractionState,
  { reason, now, pausesMs }: { reason: string; now: Instant; pausesMs: readonly number[] },
): ExtractionState {
  const attempts = before + 1;
  const pauseMs = pausesMs[before];
  if (pauseMs === undefined) return { state: "failed", attempts, error: reason, retryAt: null };
  return { state: "pending", attempts, error: reason, retryAt: plusMs(now, pauseMs) };
}
