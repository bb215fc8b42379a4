import { ownText } from "../../domain/grounding/passages.ts";
import type { TurnExtraction } from "../../domain/model/proposal.ts";
import { capitalisedWords } from "../../language/capitalised.ts";
import { mayHoldForm } from "../../language/names.ts";
import { contentWords } from "../../language/stems.ts";
import { findQuote, words } from "../../language/text.ts";
import { hasFormOf, stemSetOf } from "./stem-set.ts";

type Requests = TurnExtraction["requests"];

/**
 * The requests of a turn that occur in the user's own words: both the quote and the target. A model may read a wish
 * into anything; a wish that was not said does not count.
 */
export function askedRequests(message: string, requests: Requests): Requests {
  if (requests.length === 0) return [];
  const own = ownText(message);
  return requests.filter(({ quote, target }) =>
    quote === null
      ? names(own, target, capitalisedWords(target))
      : findQuote(own, quote) && names(own, target),
  );
}

/**
 * Matches one of its names, or any word if it has none. With the words of the wish quoted, any word will do: a model calls the
 * user by name, who says "my debts".
 */
function names(own: string, target: string, named: readonly string[] = []): boolean {
  const telling = named.length > 0 ? named : contentWords(target);
  const said = stemSetOf(own);
  return (telling.length > 0 ? telling : words(target)).some(
    (word) => hasFormOf(word, said) || mayHoldForm(own, word),
  );
}
