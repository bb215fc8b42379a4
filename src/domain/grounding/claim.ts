import { anySource } from "../../language/index.ts";
import type { RejectionReason } from "../model/rejection.ts";
import { foldName } from "../../language/text.ts";

/** The words of one turn a proposal may rest on, and the names known around it. */
export interface GroundingTurn {
  userMessage: string;
  assistantReply: string | null;
  /** Earlier turns of the conversation, newest last: for what "she" and "there" stand for. Never evidence. */
  earlier: string[];
}

export interface GroundingClaim {
  subjectNames: string[];
  subjectIsSelf: boolean;
  object: string;
  objectNames: string[];
  /** Names that the memory knew before the turn: nobody needs to have told them there. */
  knownNames?: string[];
  polarity: "positive" | "negative";
  predicate: string;
  text: string;
  assertedBy: string;
  change: string;
  /** The turn names the known value that this one replaces: what and whom it is about is settled by that. */
  namesPrior?: boolean;
}

export interface Verdict {
  verdict: "supported" | "unclear" | "unsupported";
  reason: RejectionReason | null;
  detail: string;
  /** 0-1: how well the words carry the claim. */
  support: number;
}

/** What stands against a claim. */
export type Problem = Omit<Verdict, "support">;

/** Only for what can be checked exactly: no vote lifts it. */
export function refuse(reason: RejectionReason, detail: string): Problem {
  return { verdict: "unsupported", reason, detail };
}

export function doubt(reason: RejectionReason, detail: string): Problem {
  return { verdict: "unclear", reason, detail };
}

/** "I" in an imported message is whoever wrote it. */
export function isSpeaker({ subjectNames, assertedBy }: GroundingClaim): boolean {
  return subjectNames.some((name) => foldName(name) === foldName(assertedBy));
}

export function isNamedSpeaker({ assertedBy }: GroundingClaim): boolean {
  return !["user", "assistant", "document"].includes(assertedBy);
}

const ASSISTANT = new RegExp(`^(?:${anySource(({ words }) => words.assistant)})$`);

/** What the assistant said is a fact about the assistant. */
export function isOfAssistant({ subjectNames }: GroundingClaim): boolean {
  return subjectNames.some((name) => ASSISTANT.test(foldName(name)));
}
