import type { VectorKind, Vectors } from "../../ports/memory-store.ts";
import type { Context } from "./context.ts";
import type { Value } from "./parameters.ts";
import { isUsable } from "./vectors.ts";

export type ComingVectors = Awaited<ReturnType<typeof comingVectors>>;

/** Vectors that arrive with a batch: a write of a memory's words includes its vector. */
export async function comingVectors(ctx: Context, vectors: Vectors | undefined) {
  const wanted = vectors !== undefined && (await ctx.owner())?.vector_tag === vectors.tag ? vectors : null;
  const left = new Map((wanted?.items ?? []).map((item) => [`${item.kind} ${item.id}`, item]));
  let count = 0;
  return {
    /** The properties of a memory, with its vector if there is one for exactly this text. */
    taken(kind: VectorKind, id: string, text: string, found: Record<string, Value>): Record<string, Value> {
      const key = `${kind} ${id}`;
      const item = left.get(key);
      // An empty tag: waits for a vector. Unset if there is nothing to find, or the words stayed the same.
      if (item === undefined || found.embedding_tag !== "" || item.text !== text) return found;
      left.delete(key);
      const embedding = item.vector !== null && isUsable(item.vector) ? item.vector : null;
      if (embedding !== null) count += 1;
      return { ...found, embedding, embedding_tag: wanted?.tag ?? null };
    },
    /** How many were used. */
    count: () => count,
    /** Vectors whose words were never written. */
    left: () => [...left.values()],
  };
}
