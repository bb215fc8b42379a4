import type { Instant } from "../../domain/model/time.ts";
import type { JobPayload, JobQueue } from "../../ports/job-queue.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import type { LivePass } from "../extraction/live-pass.ts";
import { registerModelJob } from "./model-away.ts";
import { partsOf } from "../collections.ts";

/**
 * Job `extract`: the live pass over waiting turns of one conversation. Turns whose attempt failed wait in the store for the next one.
 * A lost job loses no data: `recoverExtractions` finds due turns in the store.
 */
export interface ExtractPayload extends JobPayload {
  conversationId: string;
}

const NAME = "extract";
const RECOVERED_MAX = 5_000;
/** Jobs enqueued at once. */
const AT_ONCE = 100;

export function registerExtract(queue: JobQueue, livePass: LivePass): void {
  const job = { name: NAME, priority: 1, keyOf };
  registerModelJob<ExtractPayload>(queue, job, async ({ userId, conversationId }, signal) => {
    while (await livePass.run(userId, conversationId, signal)) signal.throwIfAborted();
  });
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
