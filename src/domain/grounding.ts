import { carriedBy, uncarried } from "./carried.ts";
import {
  doubt,
  isOfAssistant,
  isSpeaker,
  refuse,
  type GroundingClaim,
  type GroundingTurn,
  type Verdict,
} from "./claim.ts";
import { sentenceAround } from "./clauses.ts";
import { confirmingSentence, type Confirmation } from "./confirmation.ts";
import { focusAround, type Located } from "./evidence.ts";
import { overdrawn } from "./overdrawn.ts";
import { polarityProblem } from "./polarity.ts";
import { readSpan } from "./reading.ts";
import type { Span } from "./text.ts";
import { unmeant } from "./unmeant.ts";

export type { GroundingClaim, GroundingTurn, Verdict } from "./claim.ts";
export { isDenial } from "./cues.ts";
export { locateEvidence, type Located } from "./evidence.ts";

/**
 * Whether the located words carry the claim, as far as code can tell. `unclear` is for a vote or for the user.
 * Cues are checked in the order of how sure they are.
 */
export function ground(turn: GroundingTurn, stated: GroundingClaim, at: Located): Verdict {
  const claim = { ...stated, subjectIsSelf: stated.subjectIsSelf || isSpeaker(stated) };
  const text = at.part === "user" ? turn.userMessage : (turn.assistantReply ?? "");
  if (claim.change === "retraction") return takenBackBy(text, at);
  const named = focusAround(text, at, [claim.object, ...claim.objectNames]);
  const focus = named ?? at;
  const agreed = agreementAt(turn, at);
  const carried = carriedBy(turn, claim, agreed === null ? text : `${turn.earlier.at(-1) ?? ""}\n${text}`);
  const reading = readSpan(text, at, focus);
  const problem =
    unmeant(reading, claim, text, focus) ??
    polarityProblem(reading, claim, text, named, at) ??
    (at.part === "assistant" && !isOfAssistant(claim)
      ? refuse("assistant_only", "only the assistant said so")
      : null) ??
    uncarried(claim, carried, sentenceText(text, at), turn.earlier.length > 0) ??
    overdrawn(turn, claim, text, focus, reading) ??
    (agreed?.selects ? doubt("one of several was picked") : null);
  const { support } = carried;
  if (problem !== null) return { ...problem, support };
  return { verdict: "supported", reason: null, detail: "", support };
}

function sentenceText(text: string, at: Span): string {
  const { start, end } = sentenceAround(text, at);
  return text.slice(start, end);
}

/** What is taken back was said before: only that it is taken back must stand in the turn. */
function takenBackBy(text: string, at: Span): Verdict {
  const reading = readSpan(text, at);
  const support = 1;
  if (reading.offRecord || reading.instruction || reading.fiction || reading.pasted)
    return { ...refuse("not_in_turn", "not taken back by the user"), support };
  return { verdict: "supported", reason: null, detail: "", support };
}

/** Evidence that is a "yes": the question it answers then belongs to what was said. */
function agreementAt({ userMessage }: GroundingTurn, at: Located): Confirmation | null {
  const agreed = at.part === "user" ? confirmingSentence(userMessage) : null;
  return agreed === null || at.start > agreed.start || at.end < agreed.end ? null : agreed;
}
