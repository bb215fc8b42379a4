import type { Embedded, VectorKind, Vectors } from "../../ports/memory-store.ts";
import type { Context } from "./context.ts";
import type { Value } from "./parameters.ts";
import { isUsable } from "./vectors.ts";

/** Vectors that come with a batch: whoever writes a memory's words takes its vector along. */
export interface ComingVectors {
  /** What is written of a memory, with its vector if it has one for just this text. */
  taken(kind: VectorKind, id: string, text: string, found: Record<string, Value>): Record<string, Value>;
  /** How many were taken. */
  count(): number;
  /** Nobody wrote the words of these. */
  left(): Embedded[];
}

export async function comingVectors(ctx: Context, vectors: Vectors | undefined): Promise<ComingVectors> {
  const wanted = vectors !== undefined && (await ctx.owner())?.vector_tag === vectors.tag ? vectors : null;
  const left = new Map((wanted?.items ?? []).map((item) => [`${item.kind} ${item.id}`, item]));
  let count = 0;
  return {
    taken(kind, id, text, found) {
      const key = `${kind} ${id}`;
      const item = left.get(key);
      // An empty tag: it waits for a vector. Without one there is nothing to find, or its words stayed as they were.
      if (item === undefined || found.embedding_tag !== "" || item.text !== text) return found;
      left.delete(key);
      const embedding = item.vector !== null && isUsable(item.vector) ? item.vector : null;
      if (embedding !== null) count += 1;
      return { ...found, embedding, embedding_tag: wanted?.tag ?? null };
    },
    count: () => count,
    left: () => [...left.values()],
  };
}
