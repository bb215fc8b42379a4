import { sentenceAround } from "./clauses.ts";
import type { Fact } from "../model/fact.ts";
import { contentWords } from "../../language/stems.ts";
import { wordIndexOf, hasWord, shareOf } from "./matching.ts";
import { predicateFamily } from "../belief/predicate.ts";
import type { Span } from "../../language/text.ts";

/** Share of the words unique to the old value that the sentence must contain. */
const NAMED_MIN = 0.99;

/**
 * The known value that the user names alongside the new one: "the right one, not the left", "I said six". If several
 * hold at once, this identifies the one meant. Null if none or more than one is named.
 */
export function priorValueNamed(fact: Fact, known: readonly Fact[], text: string, at: Span): Fact | null {
  if (fact.value === null || fact.polarity === "negative") return null;
  const { start, end } = sentenceAround(text, at);
  const said = wordIndexOf(text.slice(start, end));
  const own = wordIndexOf(fact.value);
  const named = known.filter((other) => {
    if (other.value === null || other.polarity === "negative" || other.subjectId !== fact.subjectId)
      return false;
    if (predicateFamily(other.predicate) !== predicateFamily(fact.predicate)) return false;
    const different = contentWords(other.value).filter((word) => !hasWord(own, word));
    return different.length > 0 && shareOf(different, (word) => hasWord(said, word)) >= NAMED_MIN;
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}
