import { anySource } from "../../language/index.ts";
import { refuse, type GroundingClaim, type Problem } from "./claim.ts";
import type { PassageKind } from "./passages.ts";
import { hasFirstPerson } from "../../language/pronouns.ts";
import { fold } from "../../language/text.ts";

/** How instructions to a memory refer to its owner, as people never refer to themselves. Folded. */
const OWNER = new RegExp(`\\b(?:${anySource(({ words }) => words.owner)})\\b`);

/**
 * Evidence that is an instruction to the memory: it is in a line of another role, or says about "the user" what users
 * say about themselves.
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
