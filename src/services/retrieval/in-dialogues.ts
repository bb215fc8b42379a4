import type { TextHit } from "../../ports/memory-store.ts";
import { dialogueScores } from "./dialogue.ts";
import type { LaneContext, LaneHit } from "./lanes.ts";
import type { Lane } from "./types.ts";

export type LaneHits = Partial<Record<Lane, LaneHit[]>>;

/** Turns of dialogues that are scored by what stands around them; most say a word or two of the question. */
const POOL = 400;
/** Of these the best are candidates. */
const QUOTA = 60;

/**
 * What the lanes found, its turns of named speakers replaced by the best that their dialogues tell. Words and vectors of
 * a dialogue are one score, which stands in the text lane.
 */
export async function inDialogues(context: LaneContext, found: LaneHits): Promise<LaneHits> {
  const { text = [], vector = [] } = found;
  if (!text.some(({ spoken }) => spoken)) return found;
  const near = new Map(vector.filter(isTurn).map(({ id, score }) => [id, score]));
  const pool = await turnsAround(context, [...near.keys()]);
  const hits = pool.flatMap(({ turn, ...hit }) =>
    turn === undefined ? [] : [{ ...hit, turn, near: near.get(hit.id) ?? 0 }],
  );
  const { nGrams, times } = context.query;
  const scores = dialogueScores(hits, { names: new Set(nGrams), times });
  const isElsewhere = (hit: LaneHit): boolean => !isTurn(hit) || !scores.has(hit.id);
  const others = text.filter(isElsewhere);
  const best = bestOf(context, text.filter((hit) => !isElsewhere(hit)), near);
  const turns = [...scores].sort(([, a], [, b]) => b - a).slice(0, QUOTA);
  return {
    ...found,
    vector: vector.filter(isElsewhere),
    text: [...others, ...turns.map(([id, score]) => ({ kind: "episode" as const, id, score: score * best }))],
  };
}

function isTurn({ kind }: LaneHit): boolean {
  return kind === "episode";
}

function turnsAround({ user, request, query, statuses }: LaneContext, besides: string[]): Promise<TextHit[]> {
  return user.search({
    terms: query.terms,
    kinds: ["dialogue"],
    limit: POOL,
    besides,
    statuses,
    conversationId: request.conversationId,
    notEpisodeIds: request.excludeEpisodeIds,
    occurred: request.occurred,
  });
}

/** What both lanes gave the best of these turns together: the best of the dialogues stands no higher beside other turns. */
function bestOf({ request }: LaneContext, turns: LaneHit[], near: ReadonlyMap<string, number>): number {
  const { text, vector } = request.recipe.fusion.weights;
  const share = text > 0 ? vector / text : 1;
  return Math.max(0, ...turns.map(({ id, score }) => score + share * (near.get(id) ?? 0)));
}
