import { EngramError } from "../../errors.ts";
import { entityVectorText, episodeVectorText } from "../../domain/model/embedded-text.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { MutationBatch } from "../../domain/model/mutation.ts";
import type { Embeddable, Embedded, MemoryStore, Vectors } from "../../ports/memory-store.ts";
import type { ModelGate } from "../model/gate.ts";
import type { CalibratedEmbedder } from "./calibrated.ts";
import { EMBEDDED_CHARS_MAX } from "./query-vectors.ts";

export interface EmbedMemoriesDeps {
  store: MemoryStore;
  embedder: CalibratedEmbedder;
  gate: ModelGate;
}

export interface EmbedMemories {
  /**
   * Gives vectors to what waits for them, newest first; returns how many. A new model is calibrated first, and one that was
   * refused makes none. Rejects with `Preempted` when a chat took
   * the machine and `model_unavailable` when nothing answers; what has no vector yet goes on waiting.
   */
  run(userId: string, signal: AbortSignal): Promise<number>;
  /**
   * Of a turn and what was read from it, to be stored with it. Undefined when they are not there soon (a chat runs, nothing
   * answers): then it waits like any other memory.
   */
  withBatch(episode: Episode, batch: MutationBatch, signal: AbortSignal): Promise<Vectors | undefined>;
  /** Users with memories that wait. */
  waiting(signal: AbortSignal): Promise<string[]>;
}

/** Memories a batch takes. */
const BATCH = 32;
/** Longest that storing what was read waits for its vectors. */
const WITH_BATCH_MS_MAX = 1_000;

/**
 * Vectors are made in the background, never while a chat runs. A new tag (another model) is worked off like any other
 * waiting memory; until all is through, searches ask the vectors that were complete before.
 */
export function createEmbedMemories({ store, embedder, gate }: EmbedMemoriesDeps): EmbedMemories {
  const embedBatch = async (items: Embeddable[], signal: AbortSignal): Promise<Embedded[]> => {
    const texts = items.map((item) => item.text.slice(0, EMBEDDED_CHARS_MAX));
    try {
      const vectors = await gate.background("live", signal, (inner) =>
        embedder.embed(texts, "passage", inner),
      );
      return items.map((item, i) => ({ ...item, vector: vectors[i] ?? null }));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return oneByOne(items, signal);
    }
  };
  /** One text that the embedder refuses must not hold up the others. */
  const oneByOne = async (items: Embeddable[], signal: AbortSignal): Promise<Embedded[]> => {
    if (items.length === 1) return items.map((item) => ({ ...item, vector: null }));
    const done: Embedded[] = [];
    for (const item of items) done.push(...(await embedBatch([item], signal)));
    return done;
  };
  return {
    async run(userId, signal) {
      await embedder.calibrate(signal);
      const user = store.forUser(userId);
      const tag = await embedder.tag(signal);
      if (tag === null) return 0;
      for (let stored = 0; ;) {
        signal.throwIfAborted();
        const items = await user.unembedded(tag, BATCH);
        if (items.length === 0) return stored;
        stored += await user.putVectors(tag, await embedBatch(items, signal));
      }
    },
    async withBatch(episode, batch, signal) {
      // Whoever writes holds the user's lock: a chat that wants it would wait for the gate that waits for the chat.
      if (gate.activeChats() > 0) return undefined;
      const items = broughtBy(episode, batch).slice(0, BATCH);
      const inner = AbortSignal.any([signal, AbortSignal.timeout(WITH_BATCH_MS_MAX)]);
      try {
        const tag = await embedder.tag(inner);
        return tag === null ? undefined : { tag, items: await embedBatch(items, inner) };
      } catch {
        return undefined;
      }
    },
    async waiting(signal) {
      await embedder.calibrate(signal);
      const tag = await embedder.tag(signal);
      if (tag === null) return [];
      const users = await store.system.pendingEmbedding(tag);
      return users.map(({ userId }) => userId);
    },
  };
}

/** What is new with a batch, and the turn it was read from. Names that a known thing gets make it wait. */
export function broughtBy(
  episode: Pick<Episode, "id" | "userMessage" | "speaker">,
  { mutations }: MutationBatch,
): Embeddable[] {
  const brought = mutations.flatMap((mutation): Embeddable[] => {
    if (mutation.op === "fact.put") return [{ kind: "fact", id: mutation.fact.id, text: mutation.fact.text }];
    if (mutation.op !== "entity.put") return [];
    const aliases = mutation.entity.aliases.map(({ alias }) => alias);
    return [
      { kind: "entity", id: mutation.entity.id, text: entityVectorText({ ...mutation.entity, aliases }) },
    ];
  });
  return [{ kind: "episode", id: episode.id, text: episodeVectorText(episode) }, ...brought];
}

/** It answered, but not with vectors: the text is too long for it, or it makes a zero vector of it. */
function isRefusal(error: unknown): boolean {
  return error instanceof EngramError && ["model_error", "context_too_long"].includes(error.code);
}
