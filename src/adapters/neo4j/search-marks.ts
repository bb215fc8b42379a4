import type { Value } from "./parameters.ts";

/**
 * The index of replies has a separate user key: it is updated when a turn is answered, not when it is
 * opened. Full-text index updates dominate the cost of a write.
 */
export function repliedBy(userKey: string, reply_text: string): Record<string, Value> {
  return reply_text === "" ? { reply_text: null, reply_key: null } : { reply_text, reply_key: userKey };
}

/**
 * Properties of a memory with new words: its full text, and that it waits for a vector (`embedding_tag` is
 * empty). Without searchable text it does not wait for one. Not for unchanged words: they would lose
 * their vector.
 */
export function foundBy(search_text: string): Record<string, Value> {
  const none = { embedding: null, served_embedding: null, served_tag: null };
  return { search_text, ...none, embedding_tag: search_text === "" ? null : "" };
}

/** Unchanged words keep their vector. */
export function foundIfChanged(before: string | null, search_text: string): Record<string, Value> {
  return before === search_text ? {} : foundBy(search_text);
}
