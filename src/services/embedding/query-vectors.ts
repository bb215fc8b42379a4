import type { Embedder } from "../../ports/embedder.ts";

/** The vector of a question, with the tag of those it may be compared with. */
export interface QueryVector {
  tag: string;
  vector: Float32Array;
}

/** Null when there is no embedder, or when it does not answer in time: the other lanes answer without it. */
export type EmbedQuery = (text: string, signal?: AbortSignal) => Promise<QueryVector | null>;

/** Questions kept with their vectors: a turn is often tried again, and a page of results asked for anew. */
const KEPT_MAX = 500;
/** Characters of a text, question or memory, that its vector is made of; embedders read some hundred words. */
export const EMBEDDED_CHARS_MAX = 2000;

export function createEmbedQuery(
  embedder: Embedder | null,
  options: { deadlineMs: number; onMiss: (error: unknown) => void },
): EmbedQuery {
  if (embedder === null) return async () => null;
  const kept = new Map<string, Float32Array>();
  const ask = async (text: string, signal: AbortSignal): Promise<QueryVector | null> => {
    const tag = await embedder.tag(signal);
    const key = `${tag}\n${text}`;
    const vector = kept.get(key) ?? (await embedder.embed([text], signal))[0];
    if (vector === undefined) return null;
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, vector);
    return { tag, vector };
  };
  return async (text, signal) => {
    const late = AbortSignal.timeout(options.deadlineMs);
    try {
      return await ask(text.slice(0, EMBEDDED_CHARS_MAX), signal ? AbortSignal.any([signal, late]) : late);
    } catch (error) {
      if (signal?.aborted !== true) options.onMiss(error);
      return null;
    }
  };
}
