import { doubt, refuse, type GroundingClaim, type GroundingTurn, type Problem } from "./claim.ts";
import { DAY_SHARE, isDated, tellsDay } from "./dated.ts";
import { contentWords } from "./language.ts";
import { bagOf, holds, means, shareOf, type Bag } from "./matching.ts";
import { figures, hasNumber } from "./numbers.ts";
import { SELF_NAME } from "./proposal.ts";
import { hasFirstPerson } from "./roles.ts";
import { fold, words } from "./text.ts";

/** How well the words of the turn, and of what came before it, carry a claim. */
export interface Carried {
  object: number;
  text: number;
  nearby: number;
  support: number;
  said: Bag;
  context: Bag;
}

export function carriedBy(turn: GroundingTurn, claim: GroundingClaim, text: string): Carried {
  const said = bagOf(text);
  const context = bagOf([text, ...turn.earlier.slice(-6)].join("\n"));
  const names = new Set([...claim.subjectNames, SELF_NAME].flatMap(words));
  const told = contentWords(claim.text).filter((word) => !names.has(word));
  const inText = shareOf(told, (word) => means(said, word));
  const nearby = shareOf(told, (word) => means(context, word));
  const object = objectShare(claim, said, text);
  return { object, text: inText, nearby, said, context, support: 0.5 * object + 0.3 * inText + 0.2 * nearby };
}

function objectShare(claim: GroundingClaim, said: Bag, text: string): number {
  const names = [claim.object, ...claim.objectNames];
  if (names.includes(SELF_NAME)) return hasFirstPerson(text) ? 1 : 0.5;
  const shares = names.map((name) => shareOf(contentWords(name), (word) => holds(said, word)));
  return Math.max(...shares, isDated(claim.object) && tellsDay(text) ? DAY_SHARE : 0);
}

/** Share of what is claimed that the words must carry. */
const OBJECT_MIN = 0.34;
const TEXT_MIN = 0.1;

export function uncarried(
  claim: GroundingClaim,
  carried: Carried,
  sentence: string,
  spokenBefore: boolean,
): Problem | null {
  const number = missingNumber(claim, carried);
  if (number !== null) return refuse("not_in_turn", "a number is not in the turn");
  if (carried.object < OBJECT_MIN && carried.text < TEXT_MIN) return doubt("what it says is not in the turn");
  if (!claim.namesPrior && !subjectKnown(claim, carried.context, spokenBefore ? sentence : ""))
    return doubt("the subject is not named in the turn");
  return null;
}

function missingNumber({ object }: GroundingClaim, { said, context }: Carried): string | null {
  if (contentWords(object).length > 2 || isDated(object)) return null;
  return figures(object).find((n) => !hasNumber(said.numbers, n) && !hasNumber(context.numbers, n)) ?? null;
}

/** Somebody who was spoken of is meant, by name, short name, role, description or pronoun. */
function subjectKnown(claim: GroundingClaim, context: Bag, sentence: string): boolean {
  if (claim.subjectIsSelf || claim.subjectNames.some((name) => USERS_OWN.test(fold(name)))) return true;
  const names = claim.subjectNames.flatMap((name) => contentWords(name));
  if (names.some((word) => means(context, word) || isShortened(word, context))) return true;
  const [described] = contentWords(claim.text);
  if (described !== undefined && !names.includes(described) && holds(context, described)) return true;
  return REFERENCE.test(fold(sentence));
}

/** "The user's house": whose it is tells what is meant. */
const USERS_OWN = /\b(?:user's|users|usuari[oa]|utilisateur|nutzers)\b/;

/** Shortest nickname made of the beginning of a name: "Dan" of "Daniela". */
const NICKNAME_MIN = 3;

function isShortened(name: string, { stems }: Bag): boolean {
  for (let n = NICKNAME_MIN; n < name.length; n++) if (stems.has(name.slice(0, n))) return true;
  return false;
}

/** Third persons who were named before: a pronoun that opens a conversation stands for nobody yet. "It" and "sie" stand for too much. */
const REFERENCE =
  /\b(?:he|he's|she|she's|him|his|her|hers|they|they're|their|them|er|ihm|ihn|sein\w*|ihr\w*|il|elle|lui|leur|sa|son|ses|ella|su|sus|le)\b/;
