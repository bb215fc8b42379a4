import type { GroundingClaim, GroundingTurn } from "./claim.ts";
import { DAY_SHARE, isDated, tellsDay } from "./dated.ts";
import { aroundWords } from "../../language/excerpt.ts";
import { contentWords } from "../../language/stems.ts";
import { wordIndexOf, hasSense, shareOf, shareOfName, type WordIndex } from "./matching.ts";
import { hasFirstPerson } from "../../language/pronouns.ts";
import { SELF_NAME } from "../model/proposal.ts";
import { words } from "../../language/text.ts";

/** How well the words of a turn, and of the turns before it, support a claim. Shares are 0-1. */
export interface LexicalSupport {
  object: number;
  text: number;
  total: number;
  /** Words of the turn. */
  said: WordIndex;
  /** Words of the turn and those before it. */
  context: WordIndex;
  contextText: string;
}

/** Share of the claim that the words must support. */
export const OBJECT_MIN = 0.34;
export const TEXT_MIN = 0.1;

/** Part of a long message that is read, around the words of the claim, characters. */
export const READ_CHARS_MAX = 8000;
const EARLIER_CHARS_MAX = 2000;
/** Number of earlier messages used to resolve "she" and "there". */
const CONTEXT_MESSAGES = 6;
const WEIGHTS = { object: 0.5, text: 0.3, context: 0.2 };

export function lexicalSupport(turn: GroundingTurn, claim: GroundingClaim, whole: string): LexicalSupport {
  const wanted = wordsOf(claim);
  const text = aroundWords(whole, wanted, READ_CHARS_MAX);
  const earlier = turn.earlier
    .slice(-CONTEXT_MESSAGES)
    .map((message) => aroundWords(message, wanted, EARLIER_CHARS_MAX));
  const { said, told, ...shares } = sharesIn(claim, text);
  const contextText = [text, ...earlier].join("\n");
  const context = wordIndexOf(contextText);
  const inContext = shareOf(told, (word) => hasSense(context, word));
  const total = WEIGHTS.object * shares.object + WEIGHTS.text * shares.text + WEIGHTS.context * inContext;
  return { ...shares, total, said, context, contextText };
}

/** How well a text on its own supports a claim. */
export function supportIn(claim: GroundingClaim, text: string): Pick<LexicalSupport, "object" | "text"> {
  return sharesIn(claim, aroundWords(text, wordsOf(claim), READ_CHARS_MAX));
}

function wordsOf({ object, objectNames, text, subjectNames }: GroundingClaim): string[] {
  return [object, ...objectNames, text, ...subjectNames].flatMap(words);
}

function sharesIn(
  claim: GroundingClaim,
  text: string,
): Pick<LexicalSupport, "object" | "text" | "said"> & { told: string[] } {
  const said = wordIndexOf(text);
  const names = new Set([...claim.subjectNames, SELF_NAME].flatMap(words));
  const told = contentWords(claim.text).filter((word) => !names.has(word));
  const inText = shareOf(told, (word) => hasSense(said, word));
  return { object: objectShare(claim, said, text), text: inText, said, told };
}

function objectShare(claim: GroundingClaim, said: WordIndex, text: string): number {
  const names = [claim.object, ...claim.objectNames];
  if (names.includes(SELF_NAME)) return hasFirstPerson(text) ? 1 : 0.5;
  const shares = names.map((name) => shareOfName(said, name));
  return Math.max(...shares, isDated(claim.object) && tellsDay(text) ? DAY_SHARE : 0);
}
