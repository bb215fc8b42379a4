import type { Instant } from "./time.ts";

/**
 * What can be forgotten. It leaves a tombstone: no content, only the time and keyed hashes (HMAC; the key lies outside the store) that let
 * every writer recognise the same content when evidence dated before `forgottenAt` brings it again.
 */
export type ForgetTargetKind = "fact" | "entity" | "episode" | "conversation" | "range" | "everything";

export type ForgetTarget =
  | { factId: string }
  | { entityId: string }
  | { episodeId: string }
  | { conversationId: string }
  | { from: Instant; to: Instant }
  | { everything: true };

/** What stands in a text where words were forgotten. */
export const REDACTED = "[forgotten]";

/** What stands for a sentence that asked for that. */
export const FORGET_INTENT = "[a wish to forget]";

/** What forgetting removed. All zero when nothing was left. */
export interface ForgetCounts {
  facts: number;
  entities: number;
  /** Episodes removed whole. */
  episodes: number;
  conversations: number;
  /** Spans of words redacted in episodes that stay. */
  redactions: number;
  rejections: number;
  changes: number;
}

/**
 * Whether the words have left the files as well: `pending`, they will when nobody reads the old state any more;
 * `unknown`, the database writes over them in its own time.
 */
export type ForgetOutcome = ForgetCounts & {
  purged: true | "pending" | "unknown";
  similar: SimilarTurns;
};

/** Turns that stay and hold words like those that went: nobody knows whether they mean the same. */
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
