import type { IntentKind } from "../../language/index.ts";
import type { ContextType, Outcome } from "./context.ts";
import type { Evidence } from "./fact.ts";
import type { Instant } from "./time.ts";
import { FORGET_INTENT } from "./tombstone.ts";

/** `consolidated`: a summary of others. */
export type EpisodeSource = "chat" | "api" | "import" | "document" | "consolidated";
export type EpisodeState = "open" | "complete" | "interrupted";
/** `on`: recall and store for later; `read`: recall only; `off`: neither. The turn itself is always kept. */
export type MemoryMode = "on" | "read" | "off";
export type ChatMode = "chat" | "memory";
/** Facts that one answer to a question would select; `episodeIds` only in intents from earlier versions. */
interface IntentCandidate {
  factIds: string[];
  episodeIds: string[];
}

/**
 * The intent of a turn, as later turns need it. Ids only, never words. `asked`: the user was asked a question, and
 * `candidates` are its numbered answers; `on`, `off`: from here on the conversation is off the record, or no longer.
 */
export interface EpisodeIntent {
  kind: IntentKind;
  state: "done" | "asked" | "on" | "off";
  candidates: IntentCandidate[];
  /** Changes it made, for undo. */
  changeIds: string[];
  /** The question is whether to forget these: ids of questions to the owner, in the order listed. */
  pending?: string[];
}

/** Importance of anything the user explicitly asked to be remembered. */
export const EXPLICIT_IMPORTANCE = 0.9;

/** Stored in place of words said off the record. */
export const OFF_THE_RECORD = "[off the record]";

/**
 * For a turn that asked to forget: code recognised the request, and stored the turn without its words; no model reads a
 * turn off the record.
 */
export function hadPlainWish({ userMessage }: { userMessage: string }): boolean {
  return userMessage.includes(FORGET_INTENT) || userMessage === OFF_THE_RECORD;
}

/** Valence of a turn if unknown; 0 painful, 1 joyful. */
export const NEUTRAL_VALENCE = 0.5;

/** The model name of replies written by code. */
export const CODE_MODEL = "engram";

/**
 * `none`: nothing to extract (memory off, empty). `failed`: abandoned after its last attempt; can be requested again.
 */
type ExtractionStateName = "none" | "pending" | "done" | "failed";
/** Whether the idle pass has judged the facts staged from this episode. */
type VerificationStateName = "none" | "pending" | "done" | "deferred" | "failed";

export interface ExtractionState {
  state: ExtractionStateName;
  /** Attempts made; while `pending` or `failed`, the failed ones. */
  attempts: number;
  /** Why the last attempt failed; never a user's words. */
  error: string | null;
  /** Earliest time to retry a `pending` one; null: at once. */
  retryAt: Instant | null;
}

export interface VerificationState {
  state: VerificationStateName;
  attempts: number;
  error: string | null;
}

/** One recalled memory as shown to the model and the client. */
export interface RecalledItem {
  /** Its number in the recall block, from 1. */
  n: number;
  kind: "fact" | "entity" | "episode" | "community";
  id: string;
  text: string;
  status: string;
  score: number;
  /** The parts of the score. */
  components?: Record<string, number>;
  evidence: RecalledEvidence[];
}

export type RecalledEvidence = Omit<Evidence, "part">;

/**
 * One unit of what was said: a turn (user message and reply), or one message by one speaker. Immutable evidence: only
 * forgetting changes its words.
 */
export interface Episode {
  id: string;
  conversationId: string;
  /** Position in its conversation, from 0, without gaps at creation. */
  ordinal: number;
  userMessage: string;
  assistantReply: string | null;
  /** Speaker of `userMessage`; null is the user. */
  speaker: string | null;
  source: EpisodeSource;
  state: EpisodeState;
  memory: MemoryMode;
  mode: ChatMode;
  /** World time of what was said. */
  occurredAt: Instant;
  /** System time of storing. */
  recordedAt: Instant;
  place: string | null;
  summary: string | null;
  emotion: string | null;
  /** 0 painful to 1 joyful; 0.5 neutral. Not importance (F43). */
  valence: number;
  /** 0 trivial to 1 life-changing. */
  importance: number;
  context: string | null;
  extraction: ExtractionState;
  verification: VerificationState;
  /** The summary that replaces it in retrieval. */
  consolidatedInto: string | null;
  /** Number of turns it represents: 1, or more for a summary. */
  sourceCount: number;
  /** Id in the system it was imported from, unique per user. */
  externalId: string | null;
  /** The client's Idempotency-Key, unique per user. */
  idempotencyKey: string | null;
  /** Chained hash of the `/v1` history up to and including this turn. */
  chainHash: string | null;
  /** The turn that replaced this one (edit or regenerate). */
  replacedBy: string | null;
  /** Name of the model that replied. */
  model: string | null;
  /** Stable error code when the reply failed. */
  error: string | null;
  /** True if forgetting removed words from it. */
  redacted: boolean;
  /** Its request to the memory; null for ordinary turns. */
  intent: EpisodeIntent | null;
  outcome?: Outcome;
  contextType?: ContextType;
  /** Lowercase, separated by spaces. */
  tags?: string;
}

/** A turn's record of a memory recalled for it: never its words, which are read again for display. */
export interface RecalledRef extends Pick<RecalledItem, "n" | "kind" | "id" | "score"> {
  /** Turns it is based on, other than itself. */
  episodeIds: string[];
}

/** The parts of a turn shown in prompts. */
export type SaidTurn = Pick<Episode, "id" | "userMessage" | "assistantReply" | "speaker" | "occurredAt">;

/** With its reply and the recalled memories. */
export interface AnsweredEpisode extends Episode {
  recalled: RecalledRef[];
  /** Spooled on this machine because the store is away. */
  spooled?: true | undefined;
}

/**
 * Only the user's own words to this memory count as requests to it: no document, other speaker or old conversation
 * does.
 */
export function mayAskMemory({ source, speaker }: Pick<Episode, "source" | "speaker">): boolean {
  return speaker === null && (source === "chat" || source === "api");
}
