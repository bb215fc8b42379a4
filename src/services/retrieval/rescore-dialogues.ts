import type { TextHit } from "../../ports/memory-store.ts";
import { dialogueScores } from "./dialogue.ts";
import { asSearched, type LaneContext, type LaneHit } from "./lanes.ts";
import { turnFilter } from "./search-scope.ts";
import type { Lane } from "./types.ts";

export type LaneHits = Partial<Record<Lane, LaneHit[]>>;

/** Turns of dialogues that are scored in context; most share a word or two with the question. */
const POOL = 400;
/** The best of these become candidates. */
const QUOTA = 60;

/**
 * Rescores turns of named speakers in the context of their dialogues. Words and vectors of a dialogue become one score, kept in the
 * text lane; without weight for that lane nothing is done.
 */
export async function rescoreDialogues(context: LaneContext, found: LaneHits): Promise<LaneHits> {
  const { text = [], vector = [] } = found;
  const share = vectorShare(context);
  if (share === null || !text.some(({ spoken }) => spoken)) return found;
  const near = new Map(vector.filter(isTurn).map(({ id, score }) => [id, score]));
  const nearnesses = new Map(vector.map(({ id, nearness }) => [id, nearness]));
  const scores = await scoresAround(context, near);
  const isSpoken = (hit: LaneHit): boolean => isTurn(hit) && scores.has(hit.id);
  const scoresFound = text.filter(isSpoken).map(({ id, score }) => score + share * (near.get(id) ?? 0));
  const best = Math.max(0, ...scoresFound);
  const turns = [...scores].sort(([, a], [, b]) => b - a).slice(0, QUOTA);
  return {
    ...found,
    vector: vector.filter((hit) => !isSpoken(hit)),
    text: [
      ...text.filter((hit) => !isSpoken(hit)),
      ...turns.map(([id, score]): LaneHit => {
        const nearness = nearnesses.get(id);
        const hit = { kind: "episode" as const, id, score: score * best };
        return nearness === undefined ? hit : { ...hit, nearness };
      }),
    ],
  };
}

/**
 * Weight of the vector lane relative to the text lane. The best dialogue turn gets what both lanes gave the best of these turns, so
 * it ranks no higher among other turns than before.
 */
function vectorShare({ request }: LaneContext): number | null {
  const { text, vector } = request.recipe.fusion.weights;
  return text > 0 ? vector / text : null;
}

async function scoresAround(
  context: LaneContext,
  near: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const [times, found] = await Promise.all([context.times, turnsAround(context, [...near.keys()])]);
  const hits = found.flatMap(({ turn, ...hit }) =>
    turn === undefined ? [] : [{ ...hit, turn, near: near.get(hit.id) ?? 0 }],
  );
  return dialogueScores(hits, { names: new Set(context.query.nGrams), times });
}

function isTurn({ kind }: LaneHit): boolean {
  return kind === "episode";
}

function turnsAround({ user, request, query, statuses }: LaneContext, besides: string[]): Promise<TextHit[]> {
  return user.search({
    terms: asSearched(query, query.terms),
    kinds: ["dialogue"],
    limit: POOL,
    besides,
    statuses,
    ...turnFilter(request),
  });
}
