import type { Value } from "./parameters.ts";

/**
 * Properties of a memory with new words: what full text sees, and that it waits for a vector (`embedding_tag` is
 * empty). Where there is nothing to find, no vector is waited for. Not for words that stayed the same: it would lose
 * its vector.
 */
export function foundBy<T extends { search_text: string }>(texts: T): T & Record<string, Value> {
  return { ...texts, embedding: null, embedding_tag: texts.search_text === "" ? null : "" };
}
