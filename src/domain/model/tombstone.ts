import type { Instant } from "./time.ts";

/**
 * Kinds of targets that can be forgotten. Each leaves a tombstone: no content, only the time and keyed hashes (HMAC;
 * the key is kept outside the store) that let every writer recognise the same content when evidence dated before
 * `forgottenAt` brings it back.
 */
export type ForgetTargetKind = "fact" | "entity" | "episode" | "conversation" | "range" | "everything";

export type ForgetTarget =
  | { factId: string }
  | { entityId: string }
  | { episodeId: string }
  | { conversationId: string }
  | { from: Instant; to: Instant }
  | { everything: true }
  /** Episodes that faded: nobody asked to forget them, so they leave no tombstone, and other texts keep their words. */
  | { fadedIds: string[] };

/** Replaces forgotten words in a text. */
export const REDACTED = "[forgotten]";

/** Replaces a sentence that asked to forget. */
export const FORGET_INTENT = "[a wish to forget]";

/** What forgetting removed. All zero if nothing was left. */
export interface ForgetCounts {
  facts: number;
  entities: number;
  /** Episodes removed whole. */
  episodes: number;
  conversations: number;
  /** Redacted spans in episodes that stay. */
  redactions: number;
  rejections: number;
  changes: number;
}

/**
 * Whether the words are gone from the files as well: `pending`: they will be once the old state has no readers;
 * `unknown`: the database overwrites them in its own time.
 */
export type ForgetOutcome = ForgetCounts & {
  purged: true | "pending" | "unknown";
  similar: SimilarTurns;
};

/** Remaining turns with words like those forgotten; whether they mean the same is unknown. */
export interface SimilarTurns {
  turns: number;
  /** The first of them. */
  episodeIds: string[];
}

export const NONE_SIMILAR: SimilarTurns = { turns: 0, episodeIds: [] };

export function noneForgotten(): ForgetCounts {
  return {
    facts: 0,
    entities: 0,
    episodes: 0,
    conversations: 0,
    redactions: 0,
    rejections: 0,
    changes: 0,
  };
}
