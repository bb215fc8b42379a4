import { searchedIn } from "../../language/forms.ts";
import { words } from "../../language/text.ts";
import type { DialogueTurn, TextHit } from "../../ports/memory-store.ts";
import { turnFilter, type LaneContext, type LaneHit, type LaneHits } from "./lanes.ts";
import { TERMS_MAX, type TimeSpan } from "./query.ts";
import { DIALOGUE, FIFTH, POOL } from "./weights.ts";

/** A turn between named speakers, found by its words or as the neighbour of such a turn (`score` 0). */
export type DialogueHit = TextHit & {
  turn: DialogueTurn;
  /** Nearness in the vector lane; 0 without vectors. */
  near: number;
};

/** What a question says about the turn it looks for: its folded words and names, and the times it names. */
type DialogueQuestion = { names: ReadonlySet<string>; times: readonly TimeSpan[] };

/**
 * In conversations between people a turn is understood from its context: the answer to "How was the race?" does not mention a race.
 * So the neighbours of a match count as well, and so does its conversation. In chats with an assistant this lowers recall, so it
 * applies only to turns with a speaker. Words and vectors of a dialogue become one score, kept in the text lane; without weight for
 * that lane nothing is done.
 */
export async function rescoreDialogues(
  { user, request, query, statuses, times }: LaneContext,
  found: LaneHits,
): Promise<LaneHits> {
  const { text = [], vector = [] } = found;
  const { weights } = request.recipe.fusion;
  if (weights.text === 0 || !text.some(({ spoken }) => spoken)) return found;
  const near = new Map(vector.flatMap((hit) => (hit.kind === "episode" ? [[hit.id, hit]] : [])));
  const [named, turns] = await Promise.all([
    times,
    user.search({
      terms: searchedIn(query.language, query.terms).slice(0, TERMS_MAX),
      kinds: ["dialogue"],
      // Most share a word or two with the question.
      limit: 4 * POOL,
      besides: [...near.keys()],
      statuses,
      ...turnFilter(request),
    }),
  ]);
  const hits = turns.flatMap(({ turn, ...hit }) =>
    turn === undefined ? [] : [{ ...hit, turn, near: near.get(hit.id)?.score ?? 0 }],
  );
  const scores = dialogueScores(hits, { names: new Set(query.nGrams), times: named });
  const isSpoken = ({ kind, id }: LaneHit): boolean => kind === "episode" && scores.has(id);
  // The best gets what both lanes gave the best of these turns, so it ranks no higher among other turns than before.
  const best = text
    .filter(isSpoken)
    .map(({ id, score }) => score + (weights.vector / weights.text) * (near.get(id)?.score ?? 0))
    .reduce((most, score) => Math.max(most, score), 0);
  return {
    ...found,
    vector: vector.filter((hit) => !isSpoken(hit)),
    text: [
      ...text.filter((hit) => !isSpoken(hit)),
      ...[...scores].map(([id, score]): LaneHit => ({
        ...near.get(id),
        kind: "episode",
        id,
        score: score * best,
      })),
    ],
  };
}

/**
 * Scores for all hits by id, 1 for the best. Words and meaning count equally and are added before a turn shares its score with its
 * neighbours: an answer may follow a turn that is only near in meaning.
 */
export function dialogueScores(
  hits: readonly DialogueHit[],
  question: DialogueQuestion,
): Map<string, number> {
  const byWords = scaled(hits.map(({ id, score }) => [id, score]));
  const byMeaning = scaled(hits.map(({ id, near }) => [id, near]));
  const own = scaled(
    hits.map(({ id, score, near, turn }) => [
      id,
      (byWords.get(id) ?? 0) +
        (byMeaning.get(id) ?? 0) +
        (score > 0 && near === 0 && isNamed(turn, question) ? DIALOGUE.named : 0),
    ]),
  );
  const at = new Map(
    hits.map(({ id, turn }) => [
      `${turn.conversationId} ${turn.ordinal}`,
      { score: own.get(id) ?? 0, asks: turn.asks },
    ]),
  );
  const conversations = conversationScores(hits, own);
  return scaled(
    hits.map(({ id, turn }) => {
      const near = (distance: number) => at.get(`${turn.conversationId} ${turn.ordinal + distance}`);
      let score = (near(0)?.score ?? 0) + DIALOGUE.share * (conversations.get(turn.conversationId) ?? 0);
      for (let distance = 1; distance <= DIALOGUE.radius; distance++)
        score += DIALOGUE.share * ((near(-distance)?.score ?? 0) + (near(distance)?.score ?? 0));
      const before = near(-1);
      if (before?.asks === true) score += DIALOGUE.share * before.score;
      return [id, score * factor(turn, question)];
    }),
  );
}

/** Scaled so that the best is 1. */
function scaled(scores: [id: string, score: number][]): Map<string, number> {
  const best = Math.max(1e-9, ...scores.map(([, score]) => score));
  return new Map(scores.map(([id, score]) => [id, score / best]));
}

/** The L3 norm of its turns' scores: between the best of them (one word said once) and their sum (long talks). */
function conversationScores(hits: readonly DialogueHit[], own: Map<string, number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { id, turn } of hits)
    sums.set(turn.conversationId, (sums.get(turn.conversationId) ?? 0) + (own.get(id) ?? 0) ** 3);
  return scaled([...sums].map(([id, sum]) => [id, Math.cbrt(sum)]));
}

function isNamed({ speaker }: DialogueTurn, { names }: DialogueQuestion): boolean {
  return words(speaker).some((word) => names.has(word));
}

/** A turn that asks back tells less. */
function factor(turn: DialogueTurn, question: DialogueQuestion): number {
  const isThen = question.times.some(({ from, to }) => turn.occurredAt >= from && turn.occurredAt < to);
  return (
    (isNamed(turn, question) ? DIALOGUE.speaker : 1) *
    (isThen ? DIALOGUE.time : 1) *
    (turn.asks ? 1 - FIFTH : 1) *
    (turn.ordinal === 0 ? DIALOGUE.opens : 1)
  );
}
