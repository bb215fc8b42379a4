import { EngramError } from "../../errors.ts";
import type { JobPayload, JobQueue } from "../../ports/job-queue.ts";
import { Preempted } from "../model/gate.ts";

const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 300_000;
/** Attempts before a job that fails for other reasons than an unreachable model waits for its owner. */
const ATTEMPTS_MAX = 3;

/** The server does not answer, or not usefully: the work waits for it. */
export function isModelAway(error: unknown): boolean {
  return (
    error instanceof EngramError &&
    ["model_unavailable", "model_timeout", "model_error", "context_too_long"].includes(error.code)
  );
}

interface ModelPayload extends JobPayload {
  /** Consecutive times the model did not answer. */
  misses?: number;
}

/**
 * Work that needs a model, one at a time per key: retried at once if a chat preempts it, and with increasing back-off while the
 * model does not answer.
 */
export function registerModelJob<Payload extends ModelPayload>(
  queue: JobQueue,
  { name, priority, keyOf }: { name: string; priority: number; keyOf: (payload: Payload) => string },
  work: (payload: Payload, signal: AbortSignal) => Promise<unknown>,
): void {
  queue.register<Payload>(
    name,
    async (payload, signal) => {
      try {
        await work(payload, signal);
      } catch (error) {
        if (signal.aborted) return;
        const isPreempted = error instanceof Preempted;
        if (!isPreempted && !isModelAway(error)) throw error;
        const { misses = 0 } = payload;
        const delayMs = isPreempted ? 0 : Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** misses);
        const next = { ...payload, misses: isPreempted ? 0 : misses + 1 };
        await queue.enqueue(name, keyOf(payload), next, { delayMs });
      }
    },
    { priority, attempts: ATTEMPTS_MAX },
  );
}
