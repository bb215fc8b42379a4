import { contentWords, crudeStem } from "../../../language/stems.ts";
import { figures, hasNumber, numberIndexOf } from "../../../language/numbers.ts";
import { sentences, tokens, words } from "../../../language/text.ts";

/**
 * Whether a text says no name and no number that its sources do not: every figure, and every capitalised word but those
 * without a meaning of their own, stands there, whatever its ending. Strict rather than kind: a good text that is refused
 * costs a plainer one, a wrong name is believed.
 */
export function isSupported(text: string, sources: string[]): boolean {
  const told = sources.join("\n");
  const numbers = numberIndexOf(told);
  if (figures(text).some((figure) => !hasNumber(numbers, figure))) return false;
  const known = new Set(words(told).map(crudeStem));
  return capitalised(text).every((word) => known.has(crudeStem(word)) || contentWords(word).length === 0);
}

/** Folded words that begin with a capital, the first of each sentence among them. */
function capitalised(text: string): string[] {
  return sentences(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    return tokens(sentence)
      .filter((token) => /^\p{Lu}/u.test(sentence.slice(token.start, token.end)))
      .map(({ word }) => word);
  });
}
