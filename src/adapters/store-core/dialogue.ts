import type { DialogueTurn, TextHit, TextQuery } from "../../ports/memory-store.ts";

/** How far beside a hit turns are brought along. */
export const DIALOGUE_RADIUS = 2;
/** Characters at a turn's end in which a question is looked for; a note of what was sent along may follow it. */
export const ENDING_CHARS = 200;
const ENDS_ASKING = /\?["'”’)]*\s*(?:\[[^\][]*\]\s*)?$/;

export interface TurnRow extends Omit<DialogueTurn, "asks"> {
  id: string;
  /** The last characters of what was said. */
  ending: string;
}

/** Of the hits those with a speaker. */
export function scoresOfSpoken(hits: TextHit[]): Map<string, number> {
  return new Map(hits.filter(({ speaker }) => speaker !== undefined).map((hit) => [hit.id, hit.score]));
}

/** Ids of the turns that are looked up with those beside them: hits, and what the query brings along. */
export function turnIdsOf(
  scores: ReadonlyMap<string, number>,
  { besides }: Pick<TextQuery, "besides">,
): string[] {
  return [...new Set([...scores.keys(), ...(besides ?? [])])];
}

/** Turns as hits; those that were only brought along score 0. */
export function dialogueHits(
  rows: TurnRow[],
  scores: Map<string, number>,
  query: Pick<TextQuery, "notEpisodeIds">,
): TextHit[] {
  const left = new Set(query.notEpisodeIds);
  return rows
    .filter(({ id }) => !left.has(id))
    .map(({ id, ending, ...turn }) => ({
      kind: "dialogue",
      id,
      score: scores.get(id) ?? 0,
      speaker: turn.speaker,
      turn: { ...turn, asks: ENDS_ASKING.test(ending) },
    }));
}
