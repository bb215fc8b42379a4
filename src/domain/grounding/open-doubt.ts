import { everyWord } from "../../language/index.ts";
import { doubt, type Problem } from "./claim.ts";
import { sentenceAround } from "./clauses.ts";
import type { Span } from "../../language/text.ts";

/**
 * The strongest marks that a sentence is no plain statement of its speaker. They stand in for a reader where no model
 * votes, and then leave a statement undecided; they never refuse one.
 */
const HEDGES = everyWord(({ words }) => words.hedges);
const REPORTS = everyWord(({ words }) => words.reports);

/** What stays open about how a sentence was meant: a condition or wish, or somebody else's words. */
export function openDoubt(text: string, at: Span): Problem | null {
  const { start, end } = sentenceAround(text, at);
  // With its marks: "si" is no "sí".
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
