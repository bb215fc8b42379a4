import { words } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { DialogueTurn, TextHit } from "../../ports/memory-store.ts";

/** A turn between named speakers, found by its words or as the neighbour of such a turn (`score` 0). */
export type DialogueHit = TextHit & {
  turn: DialogueTurn;
  /** Nearness in the vector lane; 0 without vectors. */
  near: number;
};

/** What a question says about the turn it looks for. */
export interface DialogueQuestion {
  /** Folded words and names of the question. */
  names: ReadonlySet<string>;
  times: readonly { from: Instant; to: Instant }[];
}

/**
 * In conversations between people a turn is understood from its context: the answer to "How was the race?" does not mention a race.
 * So the neighbours of a match count as well, and so does its conversation. In chats with an assistant this lowers recall, so it
 * applies only to turns with a speaker. Weights: `test/eval/NOTES.md`.
 */
const DIALOGUE = {
  /** Share of a neighbour's score, up to two turns away on either side. */
  neighbour: 0.4,
  radius: 2,
  /** Added if the turn before asked a question. */
  answer: 0.4,
  conversation: 0.4,
  /** Added to a match by words, without vectors, if its speaker is named in the question. */
  named: 0.1,
  /**
   * Factors: the speaker is named in the question; the time is named in it; the turn asks back; it is the first of a conversation,
   * where people share their news.
   */
  speaker: 1.8,
  time: 2.4,
  asks: 0.8,
  opens: 1.3,
};

/** Scores for all hits by id, 1 for the best. */
export function dialogueScores(
  hits: readonly DialogueHit[],
  question: DialogueQuestion,
): Map<string, number> {
  const own = ownScores(hits, question);
  const at = turnScores(hits, own);
  const conversations = conversationScores(hits, own);
  return scaled(hits.map((hit) => [hit.id, contextScore(hit, at, conversations) * factor(hit, question)]));
}

/**
 * Words and meaning count equally and are added before a turn shares its score with its neighbours: an answer may follow a turn
 * that is only near in meaning. Added afterwards, vectors gain only a fifth as much (test/eval/NOTES.md).
 */
function ownScores(hits: readonly DialogueHit[], question: DialogueQuestion): Map<string, number> {
  const byWords = wordScores(hits);
  if (hits.every(({ near }) => near === 0)) return scaled(withNames(hits, byWords, question));
  const near = scaled(hits.map((hit) => [hit.id, hit.near]));
  return scaled([...byWords].map(([id, score]) => [id, score + (near.get(id) ?? 0)]));
}

/**
 * Full text gives no weight to a name that occurs in half of all turns, so matches by a named speaker get a small bonus. Vectors
 * include the speaker's name and need no bonus.
 */
function withNames(
  hits: readonly DialogueHit[],
  byWords: ReadonlyMap<string, number>,
  question: DialogueQuestion,
): [id: string, score: number][] {
  return hits.map((hit) => {
    const score = byWords.get(hit.id) ?? 0;
    return [hit.id, score > 0 && isNamed(hit, question) ? score + DIALOGUE.named : score];
  });
}

/** Scaled so that the best is 1. */
function scaled(scores: [id: string, score: number][]): Map<string, number> {
  const best = Math.max(1e-9, ...scores.map(([, score]) => score));
  return new Map(scores.map(([id, score]) => [id, score / best]));
}

/**
 * Converts FTS5's fixed BM25 (k1 1.2, b .75) to k1 .9, b .2 (Anserini's values): exact for words that occur once in a turn. Among
 * friends, short turns are no better than long ones.
 */
function wordScores(hits: readonly DialogueHit[]): Map<string, number> {
  const mean = hits.reduce((sum, { turn }) => sum + turn.length, 0) / hits.length;
  return scaled(
    hits.map(({ id, score, turn }) => {
      const length = turn.length / mean;
      return [id, (score * saturation(0.9, 0.2, length)) / saturation(1.2, 0.75, length)];
    }),
  );
}

/** BM25's term weight for a single occurrence; `length` is relative to the mean. */
function saturation(k1: number, b: number, length: number): number {
  return (k1 + 1) / (1 + k1 * (1 - b + b * length));
}

interface TurnScore {
  score: number;
  asks: boolean;
}

type TurnScores = (conversationId: string, ordinal: number) => TurnScore | undefined;

function turnScores(hits: readonly DialogueHit[], own: Map<string, number>): TurnScores {
  const key = (conversationId: string, ordinal: number): string => `${conversationId} ${ordinal}`;
  const at = new Map(
    hits.map(({ id, turn }) => [
      key(turn.conversationId, turn.ordinal),
      { score: own.get(id) ?? 0, asks: turn.asks },
    ]),
  );
  return (conversationId, ordinal) => at.get(key(conversationId, ordinal));
}

/** The L3 norm of its turns' scores: between the best of them (one word said once) and their sum (long talks). */
function conversationScores(hits: readonly DialogueHit[], own: Map<string, number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { id, turn } of hits) {
    sums.set(turn.conversationId, (sums.get(turn.conversationId) ?? 0) + (own.get(id) ?? 0) ** 3);
  }
  const best = Math.max(1e-9, ...sums.values());
  return new Map([...sums].map(([id, sum]) => [id, Math.cbrt(sum / best)]));
}

function contextScore({ turn }: DialogueHit, at: TurnScores, conversations: Map<string, number>): number {
  const near = (distance: number): TurnScore | undefined => at(turn.conversationId, turn.ordinal + distance);
  let score = near(0)?.score ?? 0;
  for (let distance = 1; distance <= DIALOGUE.radius; distance++) {
    score += DIALOGUE.neighbour * ((near(-distance)?.score ?? 0) + (near(distance)?.score ?? 0));
  }
  const before = near(-1);
  if (before?.asks === true) score += DIALOGUE.answer * before.score;
  return score + DIALOGUE.conversation * (conversations.get(turn.conversationId) ?? 0);
}

function isNamed({ turn }: DialogueHit, { names }: DialogueQuestion): boolean {
  return words(turn.speaker).some((word) => names.has(word));
}

function factor(hit: DialogueHit, question: DialogueQuestion): number {
  const { turn } = hit;
  const then = question.times.some(({ from, to }) => turn.occurredAt >= from && turn.occurredAt < to);
  return (
    (isNamed(hit, question) ? DIALOGUE.speaker : 1) *
    (then ? DIALOGUE.time : 1) *
    (turn.asks ? DIALOGUE.asks : 1) *
    (turn.ordinal === 0 ? DIALOGUE.opens : 1)
  );
}
