import type { Instant } from "../../domain/model/time.ts";
import type { ImportedTurn } from "./types.ts";

/** One message of a chat, already known to be shown and to have words. */
export interface SaidMessage {
  id: string;
  role: "user" | "assistant";
  text: string;
  /** Null when the source does not tell. */
  at: Instant | null;
}

export interface PairedTurn {
  /** Of the user's message. */
  id: string;
  userMessage: string;
  assistantReply: string | null;
  /** When the user's message was said. */
  at: Instant | null;
}

/**
 * Messages as turns: what the user said with all that the assistant answered until the user spoke again. An
 * assistant that speaks first answers nobody and is left out. A message without a date has that of its answer.
 */
export function pairTurns(messages: Iterable<SaidMessage>): PairedTurn[] {
  const turns: PairedTurn[] = [];
  for (const { id, role, text, at } of messages) {
    const last = turns.at(-1);
    if (role === "user") turns.push({ id, userMessage: text, assistantReply: null, at });
    else if (last) {
      last.assistantReply = last.assistantReply === null ? text : `${last.assistantReply}\n\n${text}`;
      last.at ??= at;
    }
  }
  return turns;
}

/** Holds the place of a date that nobody knows. */
const UNDATED: Instant = "1970-01-01T00:00:00.000Z";

/** Turns of the conversation `conversationId`, whose external ids theirs begin with. */
export function importedTurns(turns: readonly PairedTurn[], conversationId: string): ImportedTurn[] {
  return turns.map(({ id, at, userMessage, assistantReply }) => ({
    externalId: `${conversationId}:${id}`,
    userMessage,
    assistantReply,
    speaker: null,
    occurredAt: at ?? UNDATED,
    dated: at !== null,
  }));
}
