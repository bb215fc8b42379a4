import { EngramError } from "../../errors.ts";

const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 300_000;

/** A server that does not answer, or not usefully: the work waits for it. */
export function isModelAway(error: unknown): boolean {
  return (
    error instanceof EngramError &&
    ["model_unavailable", "model_timeout", "model_error", "context_too_long"].includes(error.code)
  );
}

/** How long to wait after the n-th miss in a row, from 0. */
export function pauseMs(misses: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** misses);
}
