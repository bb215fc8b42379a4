import { invalidField } from "../../errors.ts";
import type {
  DialogueTurn,
  SearchKind,
  TextHit,
  TextQuery,
  VectorHit,
  VectorKind,
} from "../../ports/memory-store.ts";

/** The query for one kind, from one over several kinds: each is answered separately, all in parallel. */
export type OfKind<Query extends { kinds: readonly unknown[] }> = Omit<Query, "kinds"> & {
  kind: Query["kinds"][number];
};

export function eachKind<Query extends { kinds: readonly unknown[] }, T>(
  query: Query,
  ask: (one: OfKind<Query>) => Promise<T>,
): Promise<T[]> {
  const { kinds, ...rest } = query;
  return Promise.all([...new Set(kinds)].map((kind) => ask({ ...rest, kind })));
}

export function allOrNone<T>(found: (T[] | null)[]): T[] | null {
  return found.every((hits) => hits !== null) ? found.flat() : null;
}

/** Lucene takes no more than 1,024. */
const TERMS_MAX = 1_000;

/** The beginning of a word, if a term is one: `wor*`. */
const BEGINNING = /^[\p{L}\p{N}\p{M}]+(?=\*$)/u;

/**
 * Terms in a database's syntax, as phrases, so that nothing a user types is syntax. `escaped`: what stands between the quotes;
 * `beginsWith`: any word with this beginning. Throws `invalid_request`.
 */
export function phrasesOf(
  { terms }: Pick<TextQuery, "terms">,
  escaped: (text: string) => string,
  beginsWith: (beginning: string) => string,
): string[] {
  if (terms.length > TERMS_MAX) throw invalidField("terms", `at most ${TERMS_MAX}`);
  const searchable = terms.filter((term) => /[\p{L}\p{N}]/u.test(term));
  return searchable.map((term) => {
    const beginning = BEGINNING.exec(term)?.[0];
    return beginning === undefined ? `"${escaped(term.replaceAll("\0", " "))}"` : beginsWith(beginning);
  });
}

/** A row of a search by words; `id` is null where a row of the index was filtered out. */
export interface HitRow {
  id: string | null;
  score: number;
  speaker: string | null;
}

export function toTextHits(kind: SearchKind, rows: HitRow[]): TextHit[] {
  return rows.flatMap(({ id, score, speaker }) => {
    if (id === null) return [];
    return [speaker === null ? { kind, id, score } : { kind, id, score, speaker }];
  });
}

export type NearRow = Omit<VectorHit, "kind">;

export function toVectorHits(kind: VectorKind, rows: NearRow[]): VectorHit[] {
  return rows.map(({ id, score }) => ({ kind, id, score }));
}

/** Most hits are from another conversation or time. */
export function isNarrow(query: Pick<TextQuery, "conversationIds" | "occurred">): boolean {
  return query.conversationIds !== undefined || query.occurred !== undefined;
}

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
