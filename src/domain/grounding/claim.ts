import { anySource } from "../../language/index.ts";
import type { RejectionReason } from "../model/rejection.ts";
import { foldName } from "../../language/text.ts";

/** The words of one turn that a proposal may be based on, and the names known around it. */
export interface GroundingTurn {
  userMessage: string;
  assistantReply: string | null;
  /** Earlier turns of the conversation, newest last: to resolve "she" and "there". Never evidence. */
  earlier: string[];
}

export interface GroundingClaim {
  subjectNames: string[];
  subjectIsSelf: boolean;
  object: string;
  objectNames: string[];
  /** Names known to the memory before the turn; they need no support in it. */
  knownNames?: string[];
  polarity: "positive" | "negative";
  predicate: string;
  text: string;
  assertedBy: string;
  change: string;
  /** The turn names the known value that this one replaces, which settles its topic and subject. */
  namesPrior?: boolean;
}

export interface Verdict {
  verdict: "supported" | "unclear" | "unsupported";
  reason: RejectionReason | null;
  detail: string;
  /** 0-1: how well the words support the claim. */
  support: number;
}

/** Objections to a claim. */
export type Problem = Omit<Verdict, "support">;

/** Only for exact checks: votes cannot override it. */
export function refuse(reason: RejectionReason, detail: string): Problem {
  return { verdict: "unsupported", reason, detail };
}

export function doubt(reason: RejectionReason, detail: string): Problem {
  return { verdict: "unclear", reason, detail };
}

/** "I" in an imported message is its author. */
export function isSpeaker({ subjectNames, assertedBy }: GroundingClaim): boolean {
  return subjectNames.some((name) => foldName(name) === foldName(assertedBy));
}

export function isNamedSpeaker({ assertedBy }: GroundingClaim): boolean {
  return !["user", "assistant", "document"].includes(assertedBy);
}

const ASSISTANT = new RegExp(`^(?:${anySource(({ words }) => words.assistant)})$`);

/** A statement by the assistant is a fact about the assistant. */
export function isOfAssistant({ subjectNames }: GroundingClaim): boolean {
  return subjectNames.some((name) => ASSISTANT.test(foldName(name)));
}
