import type { Episode } from "../../domain/model/episode.ts";
import { cut as beginning } from "../../language/graphemes.ts";
import { clip, estimateTokens } from "../../language/text.ts";
import type { ReadExtraction } from "./schema.ts";

/** Maximum tokens of a turn read at once. */
const PIECE_TOKENS_MAX = 6_000;
/** A failed turn is read in smaller pieces, down to this size. */
const PIECE_TOKENS_MIN = 400;
const PIECES_MAX = 64;

/** A long turn that failed is not retried as a whole. */
export function isReadInPieces({ extraction, userMessage }: Episode): boolean {
  return extraction.attempts > 0 && estimateTokens(userMessage) > 2 * PIECE_TOKENS_MIN;
}

/**
 * The pieces in which an oversized or failed turn is read. They are halved with each attempt: a smaller piece needs
 * less of the model's context and a shorter answer.
 *
 * @param room estimated tokens available for a turn's words in one request
 */
export function piecesOf(episode: Episode, room: number): Episode[] {
  const tokens = estimateTokens(episode.userMessage);
  const halved = Math.max(PIECE_TOKENS_MIN, Math.ceil(tokens / 2 ** episode.extraction.attempts));
  const size = Math.max(1, Math.min(PIECE_TOKENS_MAX, room, halved));
  if (tokens <= size) return [episode];
  const charsPerToken = episode.userMessage.length / tokens;
  const texts = cut(episode.userMessage, Math.max(1, Math.floor(size * charsPerToken)));
  const reply = episode.assistantReply;
  return texts.map((userMessage, at) => ({
    ...episode,
    userMessage,
    assistantReply: at < texts.length - 1 || reply === null ? null : clip(reply, size * 2),
  }));
}

/** Where a piece may end, best first. */
const ENDS = [/\n\s*\n/g, /[.!?…]["'”’»)]*\s|[。！？]["”’」』）]*|\n/g, /\s/g];

function cut(text: string, charsMax: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end =
      text.length - start <= charsMax ? text.length : start + endIn(beginning(text.slice(start), charsMax));
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces.slice(0, PIECES_MAX);
}

/** Not in the first half, because that would make many small pieces. */
function endIn(window: string): number {
  for (const end of ENDS) {
    const last = [...window.matchAll(end)].at(-1);
    const at = last === undefined ? 0 : last.index + last[0].length;
    if (at > window.length / 2) return at;
  }
  return window.length;
}

/** Merges the extractions of a turn's pieces into one. */
export function joinPieces(read: ReadExtraction[]): ReadExtraction {
  const turns = read.flatMap(({ turns: [turn] }) => turn ?? []);
  const [first] = turns;
  const joined = first && {
    ...first,
    turn: 1,
    entities: turns.flatMap(({ entities }) => entities),
    facts: turns.flatMap(({ facts }) => facts),
    requests: turns.flatMap(({ requests }) => requests),
  };
  return {
    turns: joined === undefined ? [] : [joined],
    unreadable: read.flatMap(({ unreadable }) => unreadable.map((item) => ({ ...item, turn: 1 }))),
  };
}

/** Extracted pieces of partly read turns, so that a chat message in between does not lose them. */
export type Parts = ReturnType<typeof createParts>;

type Request = { turns: Episode[]; prompts: unknown[] };

/** Maximum turns with stored pieces. */
const PARTS_MAX = 16;

export function createParts() {
  const kept = new Map<string, { key: string; read: ReadExtraction[] }>();
  const keyOf = ({ turns: [turn], prompts }: Request): string =>
    `${prompts.length}/${turn?.extraction.attempts ?? 0}/${turn?.userMessage ?? ""}`;
  return {
    of(request: Request): ReadExtraction[] {
      const found = kept.get(request.turns[0]?.id ?? "");
      return request.prompts.length > 1 && found?.key === keyOf(request) ? found.read : [];
    },
    keep(request: Request, read: ReadExtraction[]): void {
      const [turn] = request.turns;
      if (turn === undefined || request.prompts.length === 1) return;
      if (kept.size >= PARTS_MAX) kept.clear();
      kept.set(turn.id, { key: keyOf(request), read: [...read] });
    },
    delete: (episodeId: string) => kept.delete(episodeId),
  };
}
