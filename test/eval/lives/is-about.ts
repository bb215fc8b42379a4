import { namesOf, type Cast } from "./entities.ts";
import type { LifeFact } from "./format.ts";

/** Words beside names that a text shares with what was told of a fact; a single one may meet by chance. */
const SHARED_WORDS_MIN = 2;
/** Share of the text's words beside names: a long text may hold two of them by chance, such as a month and a year. */
const SHARED_MIN = 1 / 3;

/**
 * Whether a text is about a fact, in whatever words: it holds the whole value ("4471", "a vape at school"), or enough
 * of the words in which the fact was told. The names of the user and of the fact's subject say nothing of it.
 */
export function isAbout(cast: Cast, text: string, fact: LifeFact): boolean {
  const words = contentOf(cast, [text]);
  const value = contentOf(cast, fact.value === null ? [] : [fact.value]);
  if (value.size > 0 && value.isSubsetOf(words)) return true;
  const people = [fact.subject, cast.selfId ?? fact.subject].flatMap((id) => namesOf(cast, id));
  const telling = words.difference(contentOf(cast, people));
  const shared = telling.intersection(contentOf(cast, wordsOf(cast, fact)));
  return shared.size >= SHARED_WORDS_MIN && shared.size >= SHARED_MIN * telling.size;
}

function wordsOf(cast: Cast, { text, quote, value, object }: LifeFact): string[] {
  const objects = value === null ? namesOf(cast, object ?? "") : [value];
  return [text, quote, ...objects];
}

function contentOf(cast: Cast, texts: string[]): Set<string> {
  return new Set(texts.flatMap((text) => cast.folded(text).content));
}
