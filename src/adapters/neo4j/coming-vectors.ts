import type { VectorKind, Vectors } from "../../ports/memory-store.ts";
import { TABLE_OF } from "../store-core/rows.ts";
import type { Context } from "./context.ts";
import type { Value } from "./parameters.ts";
import type { Writes } from "./unit-of-work-writes.ts";
import { isUsable } from "./vectors.ts";

export type ComingVectors = Awaited<ReturnType<typeof comingVectors>>;

/** Vectors that arrive with a batch: a memory's vector is written with its words. */
export async function comingVectors(ctx: Context, writes: Writes, vectors: Vectors | undefined) {
  const wanted = vectors !== undefined && (await ctx.owner())?.vector_tag === vectors.tag ? vectors : null;
  const left = new Map((wanted?.items ?? []).map((item) => [`${item.kind} ${item.id}`, item]));
  let count = 0;
  return {
    /** Writes a memory's vector if there is one for exactly this text. */
    take(kind: VectorKind, id: string, text: string, found: Record<string, Value>): void {
      const key = `${kind} ${id}`;
      const item = left.get(key);
      // An empty tag: waits for a vector. Unset if there is nothing to find, or the words stayed the same.
      if (item === undefined || found.embedding_tag !== "" || item.text !== text) return;
      left.delete(key);
      const vector = item.vector !== null && isUsable(item.vector) ? item.vector : null;
      if (vector !== null) count += 1;
      writes.add(`vectors/put-${TABLE_OF[kind]}`, { id, vector, tag: wanted?.tag ?? null, serving: null });
    },
    /** How many were used. */
    count: () => count,
    /** Vectors whose words were never written. */
    left: () => [...left.values()],
  };
}
