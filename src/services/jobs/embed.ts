import type { JobQueue } from "../../ports/job-queue.ts";
import type { EmbedMemories } from "../embedding/embed-memories.ts";
import { Preempted } from "../model/gate.ts";
import { isModelAway, pauseMs } from "./model-away.ts";

/**
 * Job `embed`: vectors for what waits of one user. Policy: one at a time per user; taken up again at once when a chat
 * took the machine; later, with growing pauses, while the embedder does not answer. The store knows what waits.
 */
interface EmbedPayload {
  userId: string;
  /** Times in a row the embedder did not answer. */
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
