import { words } from "../../language/text.ts";
import type { DialogueTurn, TextHit } from "../../ports/memory-store.ts";
import { searched, type SearchContext, type LaneHit, type LaneHits } from "./lanes.ts";
import type { TimeSpan } from "./query.ts";
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
export async function rescoreDialogues(context: SearchContext, found: LaneHits): Promise<LaneHits> {
  const { text = [], vector = [] } = found;
  const { weights } = context.request.recipe.fusion;
  if (weights.text === 0 || !text.some(({ spoken }) => spoken)) return found;
  const near = new Map(vector.flatMap((hit) => (hit.kind === "episode" ? [[hit.id, hit]] : [])));
  // Most share a word or two with the question.
  const wanted = { kinds: ["dialogue" as const], limit: 4 * POOL, besides: [...near.keys()] };
  const [{ named }, turns] = await Promise.all([
    context.times,
    searched(context, context.query.terms, wanted),
  ]);
  const hits = turns.flatMap(({ turn, ...hit }) =>
    turn === undefined ? [] : [{ ...hit, turn, near: near.get(hit.id)?.score ?? 0 }],
  );
  const scores = dialogueScores(hits, { names: new Set(context.query.nGrams), times: named });
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
  const byWords = shares(hits, ({ score }) => score);
  const byMeaning = shares(hits, ({ near }) => near);
  const own = shares(hits, (hit) => {
    const isOnlyNamed = hit.score > 0 && hit.near === 0 && isNamed(hit.turn, question);
    return byWords(hit) + byMeaning(hit) + (isOnlyNamed ? DIALOGUE.named : 0);
  });
  // The L3 norm of its turns' scores: between the best of them (one word said once) and their sum (long talks).
  const talks = Map.groupBy(hits, ({ turn }) => turn.conversationId);
  const ofTalk = shares([...talks.keys()], (id) =>
    Math.cbrt((talks.get(id) ?? []).reduce((sum, hit) => sum + own(hit) ** 3, 0)),
  );
  const at = new Map(hits.map((hit) => [`${hit.turn.conversationId} ${hit.turn.ordinal}`, hit]));
  const inContext = shares(hits, ({ turn }) => {
    const near = (distance: number): DialogueHit | undefined =>
      at.get(`${turn.conversationId} ${turn.ordinal + distance}`);
    const ownAt = (distance: number): number => {
      const hit = near(distance);
      return hit === undefined ? 0 : own(hit);
    };
    let around = ofTalk(turn.conversationId) + (near(-1)?.turn.asks === true ? ownAt(-1) : 0);
    for (let distance = 1; distance <= DIALOGUE.radius; distance++)
      around += ownAt(-distance) + ownAt(distance);
    return (ownAt(0) + DIALOGUE.share * around) * factor(turn, question);
  });
  return new Map(hits.map((hit) => [hit.id, inContext(hit)]));
}

/** A score as its share of the best one. */
function shares<T>(all: readonly T[], scoreOf: (one: T) => number): (one: T) => number {
  const scores = new Map(all.map((one) => [one, scoreOf(one)]));
  const best = Math.max(1e-9, ...scores.values());
  return (one) => (scores.get(one) ?? 0) / best;
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
