import type { MemoryStore } from "../../../ports/memory-store.ts";
import type { CalibratedEmbedder } from "../../embedding/calibrated.ts";
import type { EmbedMemories } from "../../embedding/embed-memories.ts";
import { defineJob, type StepDeps } from "../job.ts";
import { retryPreempted } from "../retry-preempted.ts";

interface ReEmbedDeps extends StepDeps {
  store: MemoryStore;
  /** None: there is nothing to do. */
  embedder: CalibratedEmbedder | null;
  embedMemories: EmbedMemories | null;
}

/**
 * Makes the vectors that are missing or of another model (EMB-3), now and to the end, by the same steps as the background
 * does. `embedder` 0: none is configured, or it was refused. `waiting`: memories without a vector of the current model, `embedded` those of
 * them that wait no longer. Vectors are derived: there is nothing to undo, and run again it finds nothing to do. Rejects with
 * `model_unavailable` when the embedder does not answer; what waits goes on waiting.
 */
export const reEmbed = defineJob<ReEmbedDeps>({
  name: "re-embed",
  title: "Make search vectors",
  does: "Makes search vectors that are missing or of another model.",
  schedule: "",
  async work({ user, userId, dryRun, signal }, { store, embedder, embedMemories }) {
    const none = { embedder: 0, waiting: 0, embedded: 0 };
    if (embedder === null || embedMemories === null) return none;
    await embedder.calibrate(signal);
    const tag = await embedder.tag(signal);
    if (tag === null) return none;
    if (!dryRun) await user.unembedded(tag, 1);
    const waiting = await waitingOf(store, userId, tag);
    if (dryRun) return { embedder: 1, waiting, embedded: 0 };
    await retryPreempted(signal, () => embedMemories.run(userId, signal));
    return { embedder: 1, waiting, embedded: waiting - (await waitingOf(store, userId, tag)) };
  },
});

async function waitingOf(store: MemoryStore, userId: string, tag: string): Promise<number> {
  const pending = await store.system.pendingEmbedding(tag);
  return pending.find((user) => user.userId === userId)?.memories ?? 0;
}
