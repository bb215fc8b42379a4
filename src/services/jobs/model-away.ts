import { EngramError } from "../../errors.ts";

const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 300_000;

/** The server does not answer, or not usefully: the work waits for it. */
export function isModelAway(error: unknown): boolean {
  return (
    error instanceof EngramError &&
    ["model_unavailable", "model_timeout", "model_error", "context_too_long"].includes(error.code)
  );
}

/** Back-off after the n-th consecutive miss, from 0. */
export function pauseMs(misses: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** misses);
}
