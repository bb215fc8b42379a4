import type { Instant } from "../../domain/model/time.ts";
import type { ImportedTurn } from "./types.ts";

/** One message of a chat, already known to be visible and not empty. */
export interface SaidMessage {
  id: string;
  role: "user" | "assistant";
  text: string;
  /** Null if the source does not say. */
  at: Instant | null;
}

export interface PairedTurn {
  /** Id of the user's message. */
  id: string;
  /** Absent or null: the user. */
  speaker?: string | null;
  userMessage: string;
  assistantReply?: string | null;
  /** Time of the user's message. */
  at: Instant | null;
}

/**
 * Groups messages into turns: a user message with all assistant messages up to the next one. Assistant messages before
 * the first user message are left out. An undated message gets the date of its answer.
 */
export function pairTurns(messages: Iterable<SaidMessage>): PairedTurn[] {
  const turns: PairedTurn[] = [];
  for (const { id, role, text, at } of messages) {
    const last = turns.at(-1);
    if (role === "user") turns.push({ id, userMessage: text, at });
    else if (last) {
      last.assistantReply = last.assistantReply ? `${last.assistantReply}\n\n${text}` : text;
      last.at ??= at;
    }
  }
  return turns;
}

/** Turns of the conversation `conversationId`, which prefixes their external ids. */
export function importedTurns(turns: readonly PairedTurn[], conversationId: string): ImportedTurn[] {
  return turns.map(({ id, at, userMessage, assistantReply = null, speaker = null }) => ({
    externalId: `${conversationId}:${id}`,
    userMessage,
    assistantReply,
    speaker,
    occurredAt: at,
  }));
}
