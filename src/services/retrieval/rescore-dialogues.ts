import type { TextHit } from "../../ports/memory-store.ts";
import { dialogueScores } from "./dialogue.ts";
import type { LaneContext, LaneHit } from "./lanes.ts";
import { turnFilter } from "./search-scope.ts";
import type { Lane } from "./types.ts";

export type LaneHits = Partial<Record<Lane, LaneHit[]>>;

/** Turns of dialogues that are scored by what stands around them; most say a word or two of the question. */
const POOL = 400;
/** Of these the best are candidates. */
const QUOTA = 60;

/**
 * What the lanes found, with turns of named speakers scored anew in the context of their dialogues. Words and vectors of
 * a dialogue are one score, which stands in the text lane; without weight for that lane nothing is done.
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
 * What the vector lane weighs beside the text lane: the best turn of all dialogues gets what both lanes gave the best of
 * these turns, so that it stands no higher beside other turns than before.
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
    terms: query.terms,
    kinds: ["dialogue"],
    limit: POOL,
    besides,
    statuses,
    ...turnFilter(request),
  });
}
