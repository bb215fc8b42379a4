import { doubt, refuse, type GroundingClaim, type Problem } from "./claim.ts";
import { clauseAround, sentenceAround } from "./clauses.ts";
import { isDenial, isVerbalDenial } from "./cues.ts";
import type { Reading } from "./reading.ts";
import type { Span } from "./text.ts";

const NEGATIVE_PREDICATE =
  /(?:^|_)(?:NOT|NO|NEVER|LACKS?|WITHOUT|DISLIKES?|HATES?|AVOIDS?|STOPPED|QUIT|ENDED|LEFT|UNABLE|CANNOT|CANT|REFUSES?|DENIES|BLOCKS?|FORBIDS?|CANCELL?ED|MISSED|FAILED|REJECTED|LOST|DROPPED)(?:_|$)/;
/** Of what one must not have, "no nuts" says as much as "nuts". */
const BARRED_PREDICATE = /ALLERG|INTOLERAN|DIET|CONDITION|SENSITIV/;

/** A denial counts where it stands in the clause of the object; elsewhere in the quote it only raises a doubt. */
export function polarityProblem(
  reading: Reading,
  claim: GroundingClaim,
  text: string,
  named: Span | null,
  at: Span,
): Problem | null {
  const sentence = sentenceAround(text, at);
  if (claim.polarity === "negative") {
    const denied = reading.negated || reading.ending || isDenial(text.slice(at.start, at.end));
    return denied ? null : doubt("it is not clear whether the words deny it");
  }
  if (claim.change !== "none" && reading.ending) return null;
  if (NEGATIVE_PREDICATE.test(claim.predicate) || isDenial(claim.text) || isDenial(claim.object)) return null;
  const clause = clauseAround(text, named ?? at, sentence);
  const denied = BARRED_PREDICATE.test(claim.predicate) ? isVerbalDenial(clause) : isDenial(clause);
  if (!denied) return null;
  return named === null
    ? doubt("it is not clear whether the words deny it")
    : refuse("negation_lost", "the words deny it");
}
