import type { Episode } from "../../domain/model/episode.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import type { SearchResult } from "./types.ts";

/**
 * What rests on nothing but an earlier reply comes after all that the user said; the order is kept otherwise. The user's
 * words are looked at again: full text may have missed one of them ("Hunde", "Hund").
 */
export function repliesLast(results: SearchResult[], question: string): SearchResult[] {
  const asked = stems(question);
  const replies = new Set(results.filter((result) => restsOnReply(result, asked)));
  if (replies.size === 0) return results;
  const said = results.filter((result) => !replies.has(result));
  const least = Math.min(...said.map(({ score }) => score));
  return [...said, ...[...replies].map((result) => ({ ...result, score: Math.min(result.score, least) }))];
}

function restsOnReply({ components, item }: SearchResult, asked: ReadonlySet<string>): boolean {
  if (components.onlyReply === undefined) return false;
  return stems((item as Episode).userMessage).isDisjointFrom(asked);
}

/**
 * Whether a turn's line shows its reply as well: the user's words speak of what is asked, or the reply says a word of it
 * that they lack.
 */
export function showsReply({ item, components }: SearchResult, question: string): boolean {
  if (components.cosine !== undefined) return true;
  const { userMessage, assistantReply } = item as Episode;
  return !stems(`${userMessage} ${assistantReply ?? ""}`).isDisjointFrom(stems(question));
}

function stems(text: string): Set<string> {
  return new Set(contentWords(text).map(crudeStem));
}
