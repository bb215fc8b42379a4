import { contentWords, crudeStem } from "../../../language/stems.ts";
import { figures, hasNumber, numberIndexOf } from "../../../language/numbers.ts";
import { sentences, tokens, words } from "../../../language/text.ts";

/**
 * Whether a text contains no name or number that its sources lack: every figure, and every capitalised content word, must occur
 * there, whatever its ending. Strict on purpose: rejecting a good text only costs a plainer one, but a wrong name is believed.
 */
export function isSupported(text: string, sources: string[]): boolean {
  const told = sources.join("\n");
  const numbers = numberIndexOf(told);
  if (figures(text).some((figure) => !hasNumber(numbers, figure))) return false;
  const known = new Set(words(told).map(crudeStem));
  return capitalised(text).every((word) => known.has(crudeStem(word)) || contentWords(word).length === 0);
}

/** Folded words that begin with a capital, including the first of each sentence. */
function capitalised(text: string): string[] {
  return sentences(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    return tokens(sentence)
      .filter((token) => /^\p{Lu}/u.test(sentence.slice(token.start, token.end)))
      .map(({ word }) => word);
  });
}
