import type { IntentKind } from "../../language/index.ts";
import type { Instant } from "./time.ts";
import { FORGET_INTENT } from "./tombstone.ts";

/** `consolidated`: a summary of others. */
export type EpisodeSource = "chat" | "api" | "import" | "document" | "consolidated";
export type EpisodeState = "open" | "complete" | "interrupted";
/** `on`: recall and store for later; `read`: recall only; `off`: neither. The turn itself is always kept. */
export type MemoryMode = "on" | "read" | "off";
export type ChatMode = "chat" | "memory";
/** What the user may ask of the memory itself, in plain words. */

/** Facts that one answer to a question would take; `episodeIds` only in intents of earlier versions. */
interface IntentCandidate {
  factIds: string[];
  episodeIds: string[];
}

/**
 * The intent a turn was, as far as later turns need it. Ids only, never words. `asked`: a question went back and
 * `candidates` are its numbered answers; `on`, `off`: the conversation is off the record from here on, or no more.
 */
export interface EpisodeIntent {
  kind: IntentKind;
  state: "done" | "asked" | "on" | "off";
  candidates: IntentCandidate[];
  /** Changes it made, to be undone on demand. */
  changeIds: string[];
  /** The question was about these to forget: ids of questions to the owner, as they were listed. */
  pending?: string[];
}

/** Importance of what the user asked in words to be remembered. */
export const EXPLICIT_IMPORTANCE = 0.9;

/** What is stored in the place of words that were said off the record. */
export const OFF_THE_RECORD = "[off the record]";

/** Of a turn that asked to forget: code read that, and stored the turn without its words; no model reads one off the record. */
export function hadPlainWish({ userMessage }: { userMessage: string }): boolean {
  return userMessage.includes(FORGET_INTENT) || userMessage === OFF_THE_RECORD;
}

/** How a turn felt of which nothing is known; 0 painful, 1 joyful. */
export const NEUTRAL_VALENCE = 0.5;

/** The model name of replies that code wrote. */
export const CODE_MODEL = "engram";

/**
 * `none`: nothing to extract (memory off, empty). `failed`: set aside after its last attempt; can be asked for again.
 */
type ExtractionStateName = "none" | "pending" | "done" | "failed";
/** Whether the idle pass has judged what this episode staged. */
type VerificationStateName = "none" | "pending" | "done" | "deferred" | "failed";

export interface ExtractionState {
  state: ExtractionStateName;
  /** Attempts made; those that failed while it is `pending` or `failed`. */
  attempts: number;
  /** Why the last attempt failed; never a user's words. */
  error: string | null;
  /** Not before then is a `pending` one tried again; null: at once. */
  retryAt: Instant | null;
}

export interface VerificationState {
  state: VerificationStateName;
  attempts: number;
  error: string | null;
}

/** One recalled memory as it is shown to the model and to the client. */
export interface RecalledItem {
  /** Its number in the recall block, from 1. */
  n: number;
  kind: "fact" | "entity" | "episode" | "community";
  id: string;
  text: string;
  status: string;
  score: number;
  /** What the score is made of. */
  components?: Record<string, number>;
  evidence: RecalledEvidence[];
}

export interface RecalledEvidence {
  episodeId: string;
  start: number;
  end: number;
  quote: string;
  assertedBy: string;
  occurredAt: Instant;
}

/**
 * One thing that was said: a turn (user message and reply), or one message by one speaker.
 * Immutable evidence: only forgetting changes its words.
 */
export interface Episode {
  id: string;
  conversationId: string;
  /** Position in its conversation, from 0, without gaps at creation. */
  ordinal: number;
  userMessage: string;
  assistantReply: string | null;
  /** Who spoke `userMessage`; null is the user. */
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
  /** The summary that stands for it in retrieval. */
  consolidatedInto: string | null;
  /** Turns it stands for: 1, of a summary more. */
  sourceCount: number;
  /** Identity in the system an import came from, unique per user. */
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
  /** True when forgetting removed words from it. */
  redacted: boolean;
  /** What it asked of the memory; null for ordinary turns. */
  intent: EpisodeIntent | null;
}

/** What a turn keeps of a memory recalled for it: never its words, which are read again when it is shown. */
export interface RecalledRef extends Pick<RecalledItem, "n" | "kind" | "id" | "score"> {
  /** Turns it rested on, other than itself. */
  episodeIds: string[];
}

/** What prompts show of a turn. */
export type SaidTurn = Pick<Episode, "id" | "userMessage" | "assistantReply" | "speaker" | "occurredAt">;

/** With what it was answered with. */
export interface AnsweredEpisode extends Episode {
  recalled: RecalledRef[];
  /** It waits on this machine for the store, which is away. */
  spooled?: true | undefined;
}

/** Only what the user says to this memory asks it for something: no document, no other speaker, no old conversation. */
export function mayAskMemory({ source, speaker }: Pick<Episode, "source" | "speaker">): boolean {
  return speaker === null && (source === "chat" || source === "api");
}
