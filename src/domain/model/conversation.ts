import { clip } from "../../language/text.ts";
import type { Instant } from "./time.ts";

/** A thread of turns. */
export interface Conversation {
  id: string;
  title: string | null;
  startedAt: Instant;
  lastMessageAt: Instant;
  /** Number of episodes it holds. */
  episodeCount: number;
  /** System text a `/v1` client sent; part of the byte-stable prompt prefix. */
  clientSystem: string | null;
  /** Where the prompt's history begins; everything before is told by `historySummary`. Moves rarely, in large steps. */
  historyFrom: number;
  historySummary: string | null;
  /** Identity in the system an import came from, unique per user. */
  externalId: string | null;
}

const TITLE_CHARS_MAX = 60;

/** What a conversation is called until the user says otherwise: how its first message begins. */
export function titleOf(message: string): string {
  return clip(message.replace(/\s+/g, " ").trim(), TITLE_CHARS_MAX);
}
