import { cleanExternalId, cleanText } from "./clean-text.ts";
import type { ImportedTurn } from "./types.ts";
import { cut } from "../../language/graphemes.ts";

/** Longest text of one episode, characters; the limit of the API. */
export const PIECE_CHARS_MAX = 200_000;

/** A turn, or part of a long one, that becomes one episode. */
export interface TurnPiece extends ImportedTurn {
  /** It only continues the previous piece's reply: forgotten together with that piece. */
  continuesReply: boolean;
}

/**
 * A turn as episodes: nearly always one. An oversized turn continues in further ones, suffixed `#2`, `#3`; the reply
 * begins with the last piece of the message it answers. Empty if there are no words.
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

/** Where a text may be split, best first. */
const BOUNDARIES = ["\n\n", "\n", " "];

/**
 * Splits a text into pieces of at most `charsMax`, at a paragraph end in the second half of a piece if there is one,
 * else at a line, a word, or between two characters. Deterministic, so that the pieces are recognised by the next
 * import.
 */
function splitText(text: string, charsMax: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > charsMax) {
    const end = cutAt(rest, charsMax);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  pieces.push(rest);
  return pieces.filter((piece) => piece !== "");
}

function cutAt(text: string, charsMax: number): number {
  for (const boundary of BOUNDARIES) {
    const found = text.lastIndexOf(boundary, charsMax);
    if (found >= charsMax / 2) return found;
  }
  return cut(text, charsMax).length || charsMax;
}
