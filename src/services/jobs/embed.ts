import type { JobQueue } from "../../ports/job-queue.ts";
import type { EmbedMemories } from "../embedding/embed-memories.ts";
import { Preempted } from "../model/gate.ts";
import { isModelAway, pauseMs } from "./model-away.ts";

/**
 * Job `embed`: computes vectors for a user's waiting memories. Policy: one at a time per user; retried at once if a chat preempts
 * it, and with increasing back-off while the embedder does not answer. The store knows which memories are waiting.
 */
interface EmbedPayload {
  userId: string;
  /** Consecutive times the embedder did not answer. */
  misses?: number;
}

const NAME = "embed";
const ATTEMPTS_MAX = 3;

export function registerEmbed(queue: JobQueue, embedMemories: EmbedMemories): void {
  queue.register<EmbedPayload>(
    NAME,
    async ({ userId, misses = 0 }, signal) => {
      try {
        await embedMemories.run(userId, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Preempted) return enqueueEmbed(queue, userId);
        if (!isModelAway(error)) throw error;
        await queue.enqueue(NAME, userId, { userId, misses: misses + 1 }, { delayMs: pauseMs(misses) });
      }
    },
    { priority: 2, attempts: ATTEMPTS_MAX },
  );
}

export async function enqueueEmbed(queue: JobQueue, userId: string): Promise<void> {
  await queue.enqueue(NAME, userId, { userId });
}
