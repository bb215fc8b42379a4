import { doubt, type GroundingClaim, type Problem } from "./claim.ts";
import { clauseAround, sentenceAround } from "./clauses.ts";
import { isDenial } from "../../language/denial.ts";
import type { Span } from "../../language/text.ts";

/** Changes that deny a past state, with or without a negation: "I quit smoking", "I no longer smoke". */
const DENYING_CHANGES: ReadonlySet<string> = new Set(["ending", "correction"]);

/**
 * Whether a statement and its evidence have the same polarity. A positive statement is compared with its object's
 * clause: "I don't ski, but I live in Graz". `focus`: the word that names the object.
 */
export function negationProblem(claim: GroundingClaim, text: string, at: Span, focus: Span): Problem | null {
  if (DENYING_CHANGES.has(claim.change)) return null;
  const sentence = sentenceAround(text, at);
  if (claim.polarity === "negative")
    return isDenial(text.slice(sentence.start, sentence.end)) ? null : mismatch("nothing is denied there");
  if (isDenial(claim.text) || isDenial(claim.object)) return null;
  return isDenial(clauseAround(text, focus, sentence)) ? mismatch("something is denied there") : null;
}

function mismatch(detail: string): Problem {
  return doubt("negation_lost", detail);
}
