import { everyWord } from "../../language/index.ts";
import { contentWords } from "../../language/stems.ts";
import { valueKindProblem } from "../../domain/belief/value-kind.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { words } from "../../language/text.ts";

/** Longest value of a fact, words: anything longer is a paragraph, not an object. */
const VALUE_WORDS_MAX = 40;
const PRONOUNS = everyWord(({ words }) => words.pronouns);

/** The problem with the form of a fact, or null. Novel types and predicates are fine (F16). */
export function shapeProblem(fact: Fact): string | null {
  if (!/^[\p{Lu}\p{Lo}\p{N}_]{1,64}$/u.test(fact.predicate)) return "the predicate is not a name";
  if ((fact.objectId === null) === (fact.value === null)) return "it needs an entity or a value, not both";
  if (fact.value !== null) {
    const parts = words(fact.value);
    if (parts.length === 0) return "the value is empty";
    if (parts.length > VALUE_WORDS_MAX) return "the value is too long";
    if (parts.every((part) => PRONOUNS.has(part))) return "the value is a pronoun";
    const problem = valueKindProblem(fact.predicate, fact.value);
    if (problem !== null) return problem;
  }
  if (contentWords(fact.text).length === 0) return "the sentence says nothing";
  if (fact.validAt && fact.invalidAt && fact.validAt.at >= fact.invalidAt.at)
    return "it ends before it begins";
  return null;
}
