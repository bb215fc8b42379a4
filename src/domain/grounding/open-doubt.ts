import { doubt, type Problem } from "./claim.ts";
import { sentenceAround } from "./clauses.ts";
import type { Span } from "../../language/text.ts";

/**
 * The strongest marks that a sentence is no plain statement of its speaker. They stand in for a reader where no model
 * votes, and then leave a statement undecided; they never refuse one.
 */
const HEDGES = wordSet(
  "if would maybe perhaps might could wish",
  "wenn falls würde würden wäre vielleicht könnte",
  "si serait aimerais voudrais pourrais peut",
  "quizás quizá ojalá sería gustaría podría",
);
const REPORTS = wordSet(
  "says said thinks thought told claims believes",
  "sagt sagte meint meinte behauptet erzählt glaubt",
  "dit disent pense raconte prétend croit",
  "dice dicen dijo cree cuenta piensa",
);

function wordSet(...languages: string[]): ReadonlySet<string> {
  return new Set(languages.flatMap((words) => words.split(" ")));
}

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
