import type { GroundingClaim, GroundingTurn } from "./claim.ts";
import { DAY_SHARE, isDated, tellsDay } from "./dated.ts";
import { contentWords } from "../../language/stems.ts";
import { wordIndexOf, hasSense, shareOf, shareOfName, type WordIndex } from "./matching.ts";
import { hasFirstPerson } from "../../language/pronouns.ts";
import { SELF_NAME } from "../model/proposal.ts";
import { words } from "../../language/text.ts";

/** How well the words of a turn, and of what came before it, carry a claim. Shares are 0-1. */
export interface LexicalSupport {
  object: number;
  text: number;
  total: number;
  /** Of the turn. */
  said: WordIndex;
  /** Of the turn and those before it. */
  context: WordIndex;
  contextText: string;
}

/** Share of what is claimed that the words must carry. */
export const OBJECT_MIN = 0.34;
export const TEXT_MIN = 0.1;

/** Earlier messages that tell what "she" and "there" stand for. */
const CONTEXT_MESSAGES = 6;
const WEIGHTS = { object: 0.5, text: 0.3, context: 0.2 };

export function lexicalSupport(turn: GroundingTurn, claim: GroundingClaim, text: string): LexicalSupport {
  const said = wordIndexOf(text);
  const contextText = [text, ...turn.earlier.slice(-CONTEXT_MESSAGES)].join("\n");
  const context = wordIndexOf(contextText);
  const names = new Set([...claim.subjectNames, SELF_NAME].flatMap(words));
  const told = contentWords(claim.text).filter((word) => !names.has(word));
  const inText = shareOf(told, (word) => hasSense(said, word));
  const inContext = shareOf(told, (word) => hasSense(context, word));
  const object = objectShare(claim, said, text);
  const total = WEIGHTS.object * object + WEIGHTS.text * inText + WEIGHTS.context * inContext;
  return { object, text: inText, total, said, context, contextText };
}

function objectShare(claim: GroundingClaim, said: WordIndex, text: string): number {
  const names = [claim.object, ...claim.objectNames];
  if (names.includes(SELF_NAME)) return hasFirstPerson(text) ? 1 : 0.5;
  const shares = names.map((name) => shareOfName(said, name));
  return Math.max(...shares, isDated(claim.object) && tellsDay(text) ? DAY_SHARE : 0);
}
