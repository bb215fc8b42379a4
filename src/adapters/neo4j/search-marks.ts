import type { Value } from "./parameters.ts";

/**
 * The index of replies has a user key of its own: it is touched when a turn is answered and not already when it is
 * opened. Each full-text index a write touches costs it more than everything else does.
 */
export function repliedBy(userKey: string, reply_text: string): Record<string, Value> {
  return reply_text === "" ? { reply_text: null, reply_key: null } : { reply_text, reply_key: userKey };
}

/**
 * Properties of a memory with new words: what full text sees, and that it waits for a vector (`embedding_tag` is
 * empty). Where there is nothing to find, no vector is waited for. Not for words that stayed the same: it would lose
 * its vector.
 */
export function foundBy<T extends { search_text: string }>(texts: T): T & Record<string, Value> {
  const none = { embedding: null, served_embedding: null, served_tag: null };
  return { ...texts, ...none, embedding_tag: texts.search_text === "" ? null : "" };
}
