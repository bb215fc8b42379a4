import { cleanExternalId, cleanText } from "./clean-text.ts";
import { splitText } from "./split-text.ts";
import type { ImportedTurn } from "./types.ts";

/** Longest text of one episode, characters; as the API takes them. */
export const PIECE_CHARS_MAX = 200_000;

/** A turn, or a part of a long one, as it becomes one episode. */
export interface TurnPiece extends ImportedTurn {
  /** The reply of the piece before goes on here and nobody else speaks: it is forgotten along with that piece. */
  continuesReply: boolean;
}

/**
 * A turn as episodes: nearly always one. What is too long goes on in further ones, told apart by `#2`, `#3`; the
 * reply begins with the last piece of the message that it answers. Empty when nobody said anything.
 */
export function piecesOf(turn: ImportedTurn): TurnPiece[] {
  const messages = splitText(cleanText(turn.userMessage), PIECE_CHARS_MAX);
  if (messages.length === 0) return [];
  const [reply = null, ...more] = splitText(cleanText(turn.assistantReply ?? ""), PIECE_CHARS_MAX);
  const said = messages.map((userMessage, i) => ({
    userMessage,
    assistantReply: i === messages.length - 1 ? reply : null,
    continuesReply: false,
  }));
  const rest = more.map((assistantReply) => ({ userMessage: "", assistantReply, continuesReply: true }));
  const id = cleanExternalId(turn.externalId);
  return [...said, ...rest].map((part, i) => ({
    ...turn,
    ...part,
    externalId: i === 0 ? id : `${id}#${i + 1}`,
  }));
}
