import { plusMs, type Instant } from "../../domain/model/time.ts";
import { importedTurns, pairTurns, type PairedTurn, type SaidMessage } from "./pair-turns.ts";
import type { ImportedConversation, ImportFormat } from "./types.ts";

/** Between two turns of which the second has no date of its own. */
const STEP_MS = 1000;

export interface ChatParts {
  format: ImportFormat;
  id: string | null | undefined;
  title: string | null | undefined;
  /** When the chat was begun, as it says itself; `changedAt` is taken where nothing else is dated. */
  startedAt: Instant | null;
  changedAt?: Instant | null;
  /** Of the visible branch, in order. */
  messages: readonly SaidMessage[];
}

/** A chat with an assistant; null when the user said nothing in it, or nothing tells it from another. */
export function chatOf({ format, id, title, messages, ...told }: ChatParts): ImportedConversation | null {
  const turns = pairTurns(messages);
  const known = id ?? messages[0]?.id;
  if (turns.length === 0 || known === undefined) return null;
  const startedAt = told.startedAt ?? messages.find(({ at }) => at !== null)?.at ?? told.changedAt ?? null;
  const externalId = `${format}:${known}`;
  return {
    externalId,
    title: title ?? null,
    startedAt,
    turns: importedTurns(dated(turns, startedAt), externalId),
  };
}

/** A turn without a date follows the one before it. Only where nothing at all is dated do the turns stay undated. */
function dated(turns: PairedTurn[], startedAt: Instant | null): PairedTurn[] {
  let previous: Instant | null = null;
  return turns.map((turn) => {
    const at: Instant | null = turn.at ?? (previous === null ? startedAt : plusMs(previous, STEP_MS));
    previous = at;
    return { ...turn, at };
  });
}
