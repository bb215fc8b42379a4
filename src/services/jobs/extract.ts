import type { Instant } from "../../domain/model/time.ts";
import type { JobPayload, JobQueue } from "../../ports/job-queue.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import type { LivePass } from "../extraction/live-pass.ts";
import { Preempted } from "../model/gate.ts";
import { isModelAway, pauseMs } from "./model-away.ts";
import { partsOf } from "../collections.ts";

/**
 * Job `extract`: the live pass over waiting turns of one conversation. Policy: one at a time per conversation; retried at once if a
 * chat preempts it, and with increasing back-off while the model does not answer. Turns whose attempt failed wait in the store for
 * the next one. A lost job loses no data: `recoverExtractions` finds due turns in the store.
 */
export interface ExtractPayload extends JobPayload {
  conversationId: string;
  /** Consecutive times the model did not answer. */
  misses?: number;
}

const NAME = "extract";
const RECOVERED_MAX = 5_000;
/** Jobs enqueued at once. */
const AT_ONCE = 100;
/** Attempts before a job that fails for other reasons than an unreachable model waits for its owner. */
const ATTEMPTS_MAX = 3;

export function registerExtract(queue: JobQueue, livePass: LivePass): void {
  queue.register<ExtractPayload>(
    NAME,
    async (payload, signal) => {
      try {
        while (await livePass.run(payload.userId, payload.conversationId, signal)) signal.throwIfAborted();
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Preempted) return enqueueExtract(queue, payload);
        if (!isModelAway(error)) throw error;
        const misses = payload.misses ?? 0;
        const delayMs = pauseMs(misses);
        await queue.enqueue(NAME, keyOf(payload), { ...payload, misses: misses + 1 }, { delayMs });
      }
    },
    { priority: 1, attempts: ATTEMPTS_MAX },
  );
}

export async function enqueueExtract(queue: JobQueue, payload: ExtractPayload): Promise<void> {
  await queue.enqueue(NAME, keyOf(payload), { ...payload, misses: 0 });
}

/**
 * Enqueues everything that is due in the store: at start, and as a periodic sweep. Dead jobs are left out: they run again at their
 * owner's request, or when the conversation continues.
 */
export async function recoverExtractions(queue: JobQueue, store: MemoryStore, now: Instant): Promise<number> {
  const waiting = await store.system.pendingExtraction(RECOVERED_MAX, now);
  const dead = await queue.deadLetters().catch(() => []);
  const left = new Set(dead.filter(({ name }) => name === NAME).map(({ key }) => key));
  const payloads = new Map(
    waiting.map(({ userId, conversationId }) => [
      keyOf({ userId, conversationId }),
      { userId, conversationId, isBulk: true },
    ]),
  );
  const wanted = [...payloads].filter(([key]) => !left.has(key));
  for (const some of partsOf(wanted, AT_ONCE))
    await Promise.all(some.map(([key, payload]) => queue.enqueue(NAME, key, payload)));
  return waiting.length;
}

function keyOf(payload: ExtractPayload): string {
  return `${payload.userId}/${payload.conversationId}`;
}
