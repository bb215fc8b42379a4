import { plusMs, type Instant } from "../../domain/model/time.ts";
import { importedTurns, pairTurns, type PairedTurn, type SaidMessage } from "./pair-turns.ts";
import type { ImportedConversation, ImportedTurn, ImportFormat } from "./types.ts";

/** Between two turns if the second has no date. */
const STEP_MS = 1000;

export interface ChatParts {
  format: ImportFormat;
  id: string | null;
  title: string | null;
  /** The chat's own start time; `changedAt` is used if nothing else is dated. */
  startedAt: Instant | null;
  changedAt?: Instant | null;
  /** Of the visible branch, in order. Only words of the user and the assistant count. */
  messages: readonly (Omit<SaidMessage, "role"> & { role: string | null })[];
}

/** A chat with an assistant; null if it has no user message, or nothing that identifies it. */
export function chatOf({ format, id, title, ...told }: ChatParts): ImportedConversation | null {
  const messages = told.messages.filter(isSaid);
  const turns = pairTurns(messages);
  const known = id ?? messages[0]?.id;
  if (turns.length === 0 || known === undefined) return null;
  const startedAt = told.startedAt ?? messages.find(({ at }) => at !== null)?.at ?? told.changedAt ?? null;
  const externalId = `${format}:${known}`;
  return {
    externalId,
    title,
    startedAt,
    turns: importedTurns(dated(turns, startedAt), externalId),
  };
}

/** Other conversations begin with their first dated turn; null without turns. */
export function conversationOf(
  externalId: string,
  title: string | null,
  turns: ImportedTurn[],
): ImportedConversation | null {
  if (turns.length === 0) return null;
  const startedAt = turns.find(({ occurredAt }) => occurredAt !== null)?.occurredAt ?? null;
  return { externalId, title, startedAt, turns };
}

function isSaid(message: ChatParts["messages"][number]): message is SaidMessage {
  return (message.role === "user" || message.role === "assistant") && message.text !== "";
}

/** An undated turn follows the one before it. Turns stay undated only if nothing at all is dated. */
function dated(turns: PairedTurn[], startedAt: Instant | null): PairedTurn[] {
  let previous: Instant | null = null;
  return turns.map((turn) => {
    const at: Instant | null = turn.at ?? (previous === null ? startedAt : plusMs(previous, STEP_MS));
    previous = at;
    return { ...turn, at };
  });
}
