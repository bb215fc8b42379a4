import type { DialogueTurn, TextHit, TextQuery } from "../../ports/memory-store.ts";

/** How far around a hit adjacent turns are included. */
export const DIALOGUE_RADIUS = 2;
/** Characters at a turn's end searched for a question; a note about attachments may follow it. */
export const ENDING_CHARS = 200;
const ENDS_ASKING = /\?["'”’)]*\s*(?:\[[^\][]*\]\s*)?$/;

export interface TurnRow extends Omit<DialogueTurn, "asks"> {
  id: string;
  /** The last characters of a message. */
  ending: string;
}

/** The hits with a speaker. */
export function scoresOfSpoken(hits: TextHit[]): Map<string, number> {
  return new Map(hits.filter(({ speaker }) => speaker !== undefined).map((hit) => [hit.id, hit.score]));
}

/** Ids of the turns looked up with their neighbours: hits, and those the query includes. */
export function turnIdsOf(
  scores: ReadonlyMap<string, number>,
  { besides }: Pick<TextQuery, "besides">,
): string[] {
  return [...new Set([...scores.keys(), ...(besides ?? [])])];
}

/** Turns as hits; those only included score 0. */
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
