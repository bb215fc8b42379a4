import { PREDICATES } from "../../domain/predicate.ts";
import { contentWords } from "../../domain/language.ts";

/**
 * Words of a question and the predicate words they ask for. Extractors name predicates in English whatever the
 * language (WORKS_AS, LIVES_IN), and a question seldom uses the word of the statement: "job" asks for who works as
 * what. Folded.
 */
const BY_WORD = new Map<string, string[]>();
for (const { name, synonyms, narrower, askedBy } of PREDICATES) {
  const names = [name, ...synonyms, ...narrower].join(" ").replaceAll("_", " ");
  const asked = [...new Set(contentWords(names))].filter((word) => word.length > 2);
  for (const word of askedBy) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), ...asked]);
}

/** Predicate words that the question's words ask for and that are not among them already. */
export function askedPredicates(words: readonly string[]): string[] {
  const asked = new Set(words.flatMap((word) => BY_WORD.get(word) ?? []));
  for (const word of words) asked.delete(word);
  return [...asked];
}
