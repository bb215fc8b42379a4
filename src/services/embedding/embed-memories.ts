import { EngramError } from "../../errors.ts";
import { entityVectorText, saidText } from "../../domain/model/embedded-text.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { MutationBatch } from "../../domain/model/mutation.ts";
import type { Embeddable, Embedded, Vectors } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { EMBEDDED_CHARS_MAX } from "./query-vectors.ts";

export type EmbedMemories = ReturnType<typeof createEmbedMemories>;

/** A text that every embedder takes. */
const ANY_TEXT = "Engram";
/** Memories per batch. */
const BATCH = 32;
/** Longest that storing a batch waits for its vectors. */
const WITH_BATCH_MS_MAX = 1_000;

/**
 * Vectors are computed in the background, never while a chat is active. A new tag (another model) is processed like any other
 * waiting memory; until it is complete, searches use the previous vectors.
 */
export function createEmbedMemories({ store, embedder, gate }: Needs<"store" | "embedder" | "gate">) {
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
  /** One text that the embedder rejects must not hold up the others. If it rejects any text, that is its own fault: rejects. */
  const oneByOne = async (items: Embeddable[], signal: AbortSignal): Promise<Embedded[]> => {
    if (items.length === 1) {
      await gate.background("live", signal, (inner) => embedder.embed([ANY_TEXT], "passage", inner));
      return items.map((item) => ({ ...item, vector: null }));
    }
    const done: Embedded[] = [];
    for (const item of items) done.push(...(await embedBatch([item], signal)));
    return done;
  };
  return {
    /**
     * Embeds waiting memories, newest first; returns how many. A new model is calibrated first; a rejected one embeds nothing.
     * Rejects with `Preempted` if a chat takes the machine, with `model_unavailable` if the embedder does not answer, and with
     * `model_error` if it returns no vectors; the remaining memories keep waiting.
     */
    async run(userId: string, signal: AbortSignal): Promise<number> {
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
    /**
     * Vectors of a turn and the memories extracted from it, to be stored with them. Undefined if they are not ready soon (an active
     * chat, no answer): the memories then wait like any others.
     */
    async withBatch(
      episode: Episode,
      batch: MutationBatch,
      signal: AbortSignal,
    ): Promise<Vectors | undefined> {
      // The caller holds the user's lock: a chat waiting for it would deadlock with the gate, which waits for the chat.
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
    /** Users with memories waiting for vectors. */
    async waiting(signal: AbortSignal): Promise<string[]> {
      await embedder.calibrate(signal);
      const tag = await embedder.tag(signal);
      if (tag === null) return [];
      const users = await store.system.pendingEmbedding(tag);
      return users.map(({ userId }) => userId);
    },
  };
}

/** The new memories of a batch, and the turn they come from. A known entity that gets new names waits instead. */
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
  return [{ kind: "episode", id: episode.id, text: saidText(episode) }, ...brought];
}

/** It answered, but without usable vectors: the text is too long, or its vector is zero. */
function isRefusal(error: unknown): boolean {
  return error instanceof EngramError && ["model_error", "context_too_long"].includes(error.code);
}
