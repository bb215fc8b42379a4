import { anySource } from "../../language/index.ts";
import { refuse, type GroundingClaim, type Problem } from "./claim.ts";
import type { PassageKind } from "./passages.ts";
import { hasFirstPerson } from "../../language/pronouns.ts";
import { fold } from "../../language/text.ts";

/** How somebody who instructs a memory speaks of its owner, and nobody of himself. Folded. */
const OWNER = new RegExp(`\\b(?:${anySource(({ words }) => words.owner)})\\b`);

/**
 * Evidence that is an order to the memory: it stands in a line of another role, or tells of "the user" what the user
 * would tell of himself.
 */
export function instructionProblem(
  claim: GroundingClaim,
  quoted: string,
  kinds: ReadonlySet<PassageKind>,
): Problem | null {
  if (kinds.has("order")) return refuse("instruction", "it speaks in another's role");
  const isOfOwner = claim.subjectIsSelf && OWNER.test(fold(quoted)) && !hasFirstPerson(quoted);
  return isOfOwner ? refuse("instruction", "it tells the memory about its user") : null;
}
