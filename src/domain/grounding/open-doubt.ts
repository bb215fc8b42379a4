import { everyWord } from "../../language/index.ts";
import { doubt, type Problem } from "./claim.ts";
import { sentenceAround } from "./clauses.ts";
import type { Span } from "../../language/text.ts";

/**
 * The strongest signs that a sentence is not a plain statement by its speaker. They replace a reader if no model votes,
 * and then leave a statement undecided; they never reject one.
 */
const HEDGES = everyWord(({ words }) => words.hedges);
const REPORTS = everyWord(({ words }) => words.reports);

/** Doubt about how a sentence was meant: a condition or wish, or someone else's words. */
export function openDoubt(text: string, at: Span): Problem | null {
  const { start, end } = sentenceAround(text, at);
  // Keeps diacritics: "si" is not "sí".
  const said =
    text
      .slice(start, end)
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (said.some((word) => HEDGES.has(word))) return doubt("hypothetical", "it may only be weighed or wished");
  if (said.some((word) => REPORTS.has(word))) return doubt("reported_speech", "somebody else may say so");
  return null;
}
