import type { JobQueue } from "../ports/job-queue.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { LivePass } from "../services/extraction/live-pass.ts";
import { Preempted } from "../services/model/gate.ts";
import { isModelAway, pauseMs } from "./model-away.ts";

/**
 * Job `extract`: the live pass over what waits in one conversation. Policy: one at a time per conversation; taken up
 * again at once when a chat took the model; later, with growing pauses, while the model does not answer. Nothing is
 * lost when a job is: `recoverExtractions` finds what waits in the store.
 */
export interface ExtractPayload {
  userId: string;
  conversationId: string;
  /** Times in a row the model did not answer. */
  misses?: number;
}

const NAME = "extract";
const RECOVERED_MAX = 5_000;

export function registerExtract(queue: JobQueue, livePass: LivePass): void {
  queue.register<ExtractPayload>(NAME, async (payload, signal) => {
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
  });
}

export async function enqueueExtract(queue: JobQueue, payload: ExtractPayload): Promise<void> {
  await queue.enqueue(NAME, keyOf(payload), { ...payload, misses: 0 });
}

/** Puts everything the store says is waiting back into the queue: at start, and as a sweep. */
export async function recoverExtractions(queue: JobQueue, store: MemoryStore): Promise<number> {
  const waiting = await store.system.pendingExtraction(RECOVERED_MAX);
  for (const { userId, conversationId } of waiting)
    await queue.enqueue(NAME, keyOf({ userId, conversationId }), { userId, conversationId });
  return waiting.length;
}

function keyOf(payload: ExtractPayload): string {
  return `${payload.userId}/${payload.conversationId}`;
}
