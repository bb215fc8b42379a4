import { doubt, refuse, type GroundingClaim, type Problem } from "./claim.ts";
import { WEIGHED } from "./cues.ts";
import { contentWords } from "./language.ts";
import { bagOf, holds, shareOf } from "./matching.ts";
import type { Reading } from "./reading.ts";
import { fold, type Span } from "./text.ts";

/** Words that are not a plain statement of the user's own. */
export function unmeant(reading: Reading, claim: GroundingClaim, text: string, focus: Span): Problem | null {
  if (reading.offRecord) return refuse("not_in_turn", "said off the record");
  if (reading.instruction) return refuse("instruction", "the turn gives instructions to the memory");
  if (reading.fiction) return refuse("fiction", "fiction or role play");
  if (reading.joke) return refuse("sarcasm", "a joke");
  if (reading.overpraised && isPraise(claim)) return refuse("sarcasm", "praise too high to be meant");
  const given = isPresupposed(text, focus, claim);
  if (reading.question && !given) return refuse("question", "asked, not stated");
  if (reading.pasted && !isOfSomebodyNamed(claim, text)) {
    return claim.subjectIsSelf ? refuse("pasted_text", "quoted or pasted words") : doubt("quoted words");
  }
  if (reading.imagined && !given && !isAttitude(claim)) return refuse("hypothetical", "only imagined");
  if (reading.weighed && !given && !isPlan(claim) && !WEIGHED.test(fold(claim.text)))
    return refuse("hypothetical", "only imagined");
  if (reading.dropped && isPlanned(claim)) return refuse("hypothetical", "the plan was dropped");
  if (reading.reported && claim.subjectIsSelf && !claim.namesPrior)
    return refuse("reported_speech", "somebody else's view of the user");
  return null;
}

const PRAISE =
  /^(?:LIKES|LOVES|ENJOYS|ADORES|ADMIRES|FAVOU?RITE|PREFERS|FEELS|TRAIT|SURPRISED|EXPERIENCE|FAN|BEST|HAD|THINKS|OPINION)/;
const PRAISING =
  /\b(?:loves?|likes?|enjoys?|adores?|best|favou?rite|great|happy|pleased|thrilled|responsive|heroic|beste[nr]?|liebt|mag|lieblings\w*|gern|encanta|gusta|mejor|adora|aime|adore|meilleur\w*)\b/;

function isPraise(claim: GroundingClaim): boolean {
  return claim.polarity === "positive" && (PRAISE.test(claim.predicate) || PRAISING.test(fold(claim.text)));
}

function isPlan(claim: GroundingClaim): boolean {
  return /^(?:PLANS|WANTS|INTENDS|GOAL|CONSIDER|HOPES|WISH|LIKES|DISLIKES|PREFERS|NEEDS)/.test(
    claim.predicate,
  );
}

/** Wishes and tastes hold whether or not what they are about comes true. */
function isAttitude(claim: GroundingClaim): boolean {
  return /^(?:WANTS|CONSIDER|HOPES|WISH|LIKES|DISLIKES|PREFERS)/.test(claim.predicate);
}

/** A plan, or what could only be told once it was carried out. */
function isPlanned(claim: GroundingClaim): boolean {
  if (claim.polarity === "negative" || /CANCEL|DROP|CALLED_OFF|MISS|POSTPON/.test(claim.predicate))
    return false;
  return /^(?:PLANS|WANTS|INTENDS|GOAL|GOING|ATTENDS|TRAVEL|VISIT|WENT|GAVE_TALK|HAS_TRIP)/.test(
    claim.predicate,
  );
}

/** "our collie", "the Deloitte interview": what is possessed or known is given, even inside a question. */
function isPresupposed(text: string, focus: Span, claim: GroundingClaim): boolean {
  const before = fold(text.slice(Math.max(0, focus.start - 24), focus.start));
  const possessed =
    /\b(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|mon|ma|mes|nos|notre|mis?|nuestr[oa]s?)(?: \p{L}+)?$/u.test(
      before,
    );
  return possessed && claim.polarity === "positive";
}

/** What a pasted text says of somebody it names is news; what its writer says of himself is not the user's. */
function isOfSomebodyNamed(claim: GroundingClaim, text: string): boolean {
  if (claim.subjectIsSelf) return false;
  const said = bagOf(text);
  return claim.subjectNames.some((name) => shareOf(contentWords(name), (word) => holds(said, word)) >= 0.5);
}
