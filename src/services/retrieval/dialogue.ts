import { words } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { DialogueTurn, TextHit } from "../../ports/memory-store.ts";

/** A turn between named speakers, as the store found it: by words, or beside one that was (`score` 0). */
export type DialogueHit = TextHit & {
  turn: DialogueTurn;
  /** How near in meaning the vector lane found it; 0 without one. */
  near: number;
};

/** What a question says about the turn it looks for. */
export interface DialogueQuestion {
  /** Folded words and names of the question. */
  names: ReadonlySet<string>;
  times: readonly { from: Instant; to: Instant }[];
}

/**
 * Where two people talk, a turn is understood by what stands around it: the answer to "How was the race?" names no
 * race. So turns beside a match count as well, and the conversation they are in. In chats with an assistant the same
 * lowers recall, so it is done for turns with a speaker alone. Weights: `test/eval/NOTES.md`.
 */
const DIALOGUE = {
  /** Share of a neighbour's score, up to two turns away on either side. */
  neighbour: 0.4,
  radius: 2,
  /** On top, when the turn before asked something. */
  answer: 0.4,
  conversation: 0.4,
  /** On top of a match by words, where there are no vectors, when someone whom the question names said it. */
  named: 0.1,
  /**
   * Factors: said by someone the question names; said in a time it names; a turn that asks back; the first of a
   * conversation, in which people tell what is new.
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
 * Words and meaning count alike, and are added before a turn lends its score to its neighbours: an answer may stand
 * beside a turn that is only near in meaning. Added afterwards, vectors gain a fifth of that
 * (test/eval/NOTES.md).
 */
function ownScores(hits: readonly DialogueHit[], question: DialogueQuestion): Map<string, number> {
  const said = wordScores(hits);
  if (hits.every(({ near }) => near === 0)) return scaled(withNames(hits, said, question));
  const near = scaled(hits.map((hit) => [hit.id, hit.near]));
  return scaled([...said].map(([id, score]) => [id, score + (near.get(id) ?? 0)]));
}

/**
 * Full text gives a name that stands in half of all turns no weight, so matches said by someone named get a little.
 * Vectors are made of the speaker's name as well and need no such help.
 */
function withNames(
  hits: readonly DialogueHit[],
  said: ReadonlyMap<string, number>,
  question: DialogueQuestion,
): [id: string, score: number][] {
  return hits.map((hit) => {
    const score = said.get(hit.id) ?? 0;
    return [hit.id, score > 0 && isNamed(hit, question) ? score + DIALOGUE.named : score];
  });
}

/** 1 for the best. */
function scaled(scores: [id: string, score: number][]): Map<string, number> {
  const best = Math.max(1e-9, ...scores.map(([, score]) => score));
  return new Map(scores.map(([id, score]) => [id, score / best]));
}

/**
 * BM25 with k1 .9, b .2 (Anserini's values) out of FTS5's fixed k1 1.2, b .75: exact for words that stand once in a
 * turn. Short turns are no better than long ones among friends.
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

/** What BM25 makes of a word that stands once, of 1 for a text of mean length. */
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

/** The cubic norm of its turns' scores: between the best of them (one word said once) and their sum (long talks). */
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
