import type { MemoryStore } from "../../../ports/memory-store.ts";
import type { EmbedMemories } from "../../embedding/embed-memories.ts";
import type { Needs } from "../../kernel.ts";
import { defineJob } from "../job.ts";
import { retryPreempted } from "../retry-preempted.ts";

interface ReEmbedDeps extends Needs<"store" | "embedder"> {
  embedMemories: EmbedMemories;
}

/**
 * Computes all missing vectors and those of another model (EMB-3) at once, with the same steps as the background job. `embedder` is
 * 0 if none is configured or it was rejected; `waiting` is the number of memories without a vector of the current model, `embedded`
 * how many of them got one. Vectors are derived data: there is nothing to undo, and a second run finds nothing to do. Rejects with
 * `model_unavailable` if the embedder does not answer; the remaining memories keep waiting.
 */
export const reEmbed = defineJob<ReEmbedDeps>({
  name: "re-embed",
  title: "Make search vectors",
  does: "Makes search vectors that are missing or of another model.",
  schedule: "",
  async work({ user, userId, dryRun, signal }, { store, embedder, embedMemories }) {
    await embedder.calibrate(signal);
    const tag = await embedder.tag(signal);
    if (tag === null) return { embedder: 0, waiting: 0, embedded: 0 };
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
