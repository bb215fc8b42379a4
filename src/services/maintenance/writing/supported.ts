import { isDeepStrictEqual } from "node:util";
import type { SummaryBasis } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { contentWords, crudeStem } from "../../../language/stems.ts";
import { figures, hasNumber, numberIndexOf } from "../../../language/numbers.ts";
import { tokens, words } from "../../../language/text.ts";

/**
 * Whether a text contains no name or number that its sources lack: every figure, and every capitalised content word, must occur
 * there, whatever its ending. Strict on purpose: rejecting a good text only costs a plainer one, but a wrong name is believed.
 */
export function isSupported(text: string, sources: string[]): boolean {
  const told = sources.join("\n");
  const numbers = numberIndexOf(told);
  if (figures(text).some((figure) => !hasNumber(numbers, figure))) return false;
  const known = new Set(words(told).map(crudeStem));
  return tokens(text).every(
    ({ word, isCapital }) => !isCapital || known.has(crudeStem(word)) || contentWords(word).length === 0,
  );
}

/** The basis of a text over these facts. Of a model, it is kept while it is based on the same ones and adds nothing to them. */
export function renewedBasis(
  known: SummaryBasis | null,
  facts: readonly Fact[],
  addsNothing: () => boolean,
): SummaryBasis {
  const factIds = facts.map(({ id }) => id);
  const isSame = known !== null && isDeepStrictEqual(known.factIds, factIds);
  const isKept = isSame && known.writtenBy === "model" && addsNothing();
  const asked = isSame && known.asked && (isKept || known.writtenBy === "code");
  return { factIds, writtenBy: isKept ? "model" : "code", asked };
}
