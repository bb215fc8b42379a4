import { anySource, guessLanguage, isRead } from "../../language/index.ts";
import { capitalisedWords } from "../../language/capitalised.ts";
import { isRunOn, mayHoldForm, sharesScript } from "../../language/names.ts";
import { doubt, isNamedSpeaker, isSpeaker, refuse, type GroundingClaim, type Problem } from "./claim.ts";
import { isDated, isWeekday, tellsAnotherDay, tellsDay } from "./dated.ts";
import { contentWords } from "../../language/stems.ts";
import { OBJECT_MIN, TEXT_MIN, type LexicalSupport } from "./lexical-support.ts";
import { wordIndexOf, hasWord, hasSense, shareOfName, type WordIndex } from "./matching.ts";
import {
  figures,
  hasHour,
  hasNumber,
  isSumOrDifference,
  scaledFigures,
  hasSpelledAmount,
  toldNumbers,
  withoutTelephones,
} from "../../language/numbers.ts";
import { hasFirstPerson, hasThirdPerson, mayMeanAnother } from "../../language/pronouns.ts";
import { SELF_NAME } from "../model/proposal.ts";
import { fold, words } from "../../language/text.ts";

/**
 * The parts of a claim without lexical support in its turn and the turns before. A name or number that no reading of
 * the words allows is rejected. Anything possibly derived, inflected or paraphrased is a doubt.
 */
export function unsupportedContent(
  claim: GroundingClaim,
  support: LexicalSupport,
  sentence: string,
  spokenBefore: boolean,
): (Problem | null)[] {
  if (isOthersSelf(claim, sentence)) return [OTHERS_SELF];
  const isBare = support.object < OBJECT_MIN && support.text < TEXT_MIN;
  const settlesWhom = claim.namesPrior || subjectIsMeant(claim, support, sentence, spokenBefore);
  return [
    numberProblem(claim, support, sentence),
    hasOtherDate(claim, support) ? untold(support, "a date that nobody mentioned") : null,
    claim.namesPrior ? null : nameProblem(claim, support),
    tellsAnotherDay(claim.object, support.contextText) ? doubt("not_in_turn", "another day was named") : null,
    isBare ? doubt("not_in_turn", "what it says is not in the turn") : null,
    settlesWhom ? null : doubt("wrong_subject", "the subject is not named in the turn"),
  ];
}

const OTHERS_SELF = refuse("wrong_subject", "the I is somebody else's");

/** "I live in Paris" in a document or by another speaker says nothing about the user. */
function isOthersSelf(claim: GroundingClaim, sentence: string): boolean {
  const isOthers = claim.assertedBy === "document" || isNamedSpeaker(claim);
  if (!isOthers || !claim.subjectIsSelf || isSpeaker(claim)) return false;
  return hasFirstPerson(sentence) && !mayMeanAnother(sentence);
}

/** A retraction needs a word about what it retracts in its turn or shortly before. */
export function unsupportedRetraction(
  claim: GroundingClaim,
  support: LexicalSupport,
  sentence: string,
): Problem | null {
  if (isOthersSelf(claim, sentence)) return OTHERS_SELF;
  const { text, object, objectNames } = claim;
  const told = [object, ...objectNames, text].flatMap(contentWords);
  if (told.some((word) => hasSense(support.context, word))) return null;
  return untold(support, "nobody spoke of it");
}

/** In a language that code does not read, a missing word may well have been said. */
function untold({ contextText }: LexicalSupport, detail: string): Problem {
  return (isRead(contextText) ? refuse : doubt)("not_in_turn", detail);
}

/** A number in words that code does not read, or one derived from stated numbers, is a doubt. */
function numberProblem(claim: GroundingClaim, support: LexicalSupport, sentence: string): Problem | null {
  const untold = untoldNumbers(claim, support);
  if (untold.length === 0) return null;
  const isReadable = isRead(support.contextText) && !hasSpelledAmount(sentence);
  if (isReadable && untold.some((number) => !isSumOrDifference(number, sentence)))
    return refuse("not_in_turn", "a number that nobody mentioned");
  return doubt("not_in_turn", "a number that was told otherwise, if at all");
}

/**
 * Numbers in the object, and figures in the sentence: number words may count what was named ("two children"). Dates,
 * and so the numbers in them, may be derived.
 */
function untoldNumbers(
  claim: GroundingClaim,
  { context: { numbers }, contextText }: LexicalSupport,
): string[] {
  const object = withoutTelephones(claim.object, contextText);
  const text = withoutTelephones(claim.text, contextText);
  const inObject = isDated(object) ? [] : toldNumbers(object);
  const inSentence = isDated(text) ? [] : figures(text.replace(YEAR, ""));
  const isTold = (number: string): boolean => hasNumber(numbers, number) || hasHour(numbers, number);
  const scaled = scaledFigures(`${object}\n${text}`).filter(isTold);
  return scaled.length > 0 ? [] : [...inObject, ...inSentence].filter((number) => !isTold(number));
}

/** A date without a matching word, in a text that mentions no day it could be derived from. */
function hasOtherDate({ object }: GroundingClaim, { object: share, contextText }: LexicalSupport): boolean {
  return isDated(object) && share === 0 && !tellsDay(contextText);
}

/** A year may be derived too: "two years ago". */
const YEAR = /\b(?:19|20)\d\d\b/g;

/** German capitalizes every noun, so a capital does not indicate a name. */
const NOUNS_ARE_CAPITAL = new RegExp(`\\b(?:${anySource(({ words }) => words.nounsAreCapital)})\\b`);

/**
 * A name that is neither mentioned nor known to the memory. In the object it is rejected, if code reads the language
 * and no word may be an inflected form of it.
 */
function nameProblem(claim: GroundingClaim, support: LexicalSupport): Problem | null {
  const known = wordIndexOf([...claim.subjectNames, ...(claim.knownNames ?? [])].join("\n"));
  const isStranger = (word: string): boolean => isUntold(word, support) && !hasWord(known, word);
  const marksNames = !NOUNS_ARE_CAPITAL.test(fold(claim.text));
  const strange = strangeWords(claim, support, marksNames ? isStranger : () => false);
  const isName = [claim.object, ...claim.objectNames].some((name) => /\p{Lu}/u.test(name));
  const mayBeTold = (word: string): boolean =>
    mayHoldForm(support.contextText, word) || !sharesScript(support.contextText, word);
  if (strange.length > 0 && isName && !strange.some(mayBeTold) && !isTranslated(claim, support))
    return untold(support, "a name that nobody mentioned");
  const isStrange = strange.length > 0 || (marksNames && namesInside(claim).some(isStranger));
  return isStrange ? doubt("not_in_turn", "a name that was told otherwise, if at all") : null;
}

/** "The user lives in Munich" of "Ich wohne in München": names of places and languages are translated too. */
function isTranslated({ text }: GroundingClaim, { contextText }: LexicalSupport): boolean {
  const language = guessLanguage(contextText);
  return guessLanguage(text, language) !== language;
}

function isUntold(word: string, { context, contextText }: LexicalSupport): boolean {
  return !hasSense(context, word) && !((isDated(word) || isWeekday(word)) && tellsDay(contextText));
}

/** Words of the object's names that were not mentioned; empty if one of the names was. */
function strangeWords(
  claim: GroundingClaim,
  support: LexicalSupport,
  isStranger: (word: string) => boolean,
): string[] {
  const names = [claim.object, ...claim.objectNames];
  if (names.some((name) => isRunOn(name) && shareOfName(support.context, name) === 1)) return [];
  const isNew = claim.objectNames.length > 0 && !endsKnown(claim);
  if (isNew && names.every((name) => words(name).every((word) => isUntold(word, support))))
    return names.flatMap(words);
  const strangers = names.map((name) => capitalisedWords(name).filter(isStranger));
  return strangers.every(({ length }) => length > 0) ? strangers.flat() : [];
}

/** "I quit my job" contains no name and ends a known fact. */
function endsKnown({ change, objectNames }: GroundingClaim): boolean {
  return change === "ending" || change === "retraction" || objectNames.includes(SELF_NAME);
}

/**
 * Names in the sentence, except for its first word, which is capitalized anyway, and any word of the object's names.
 */
function namesInside({ text, objectNames }: GroundingClaim): string[] {
  const [first] = words(text);
  const object = new Set(objectNames.flatMap(words));
  return capitalisedWords(text).filter((word) => word !== first && !object.has(word));
}

/**
 * Whether a mentioned person is meant, by name, short name, role, description or pronoun. If another speaker says "I",
 * it is that speaker, and anyone else must be named in that very sentence.
 */
function subjectIsMeant(
  claim: GroundingClaim,
  { said, context }: LexicalSupport,
  sentence: string,
  spokenBefore: boolean,
): boolean {
  if (claim.subjectIsSelf || claim.subjectNames.some((name) => USERS_OWN.test(fold(name)))) return true;
  if (isNamedSpeaker(claim) && hasFirstPerson(sentence)) return isNamed(claim, wordIndexOf(sentence));
  if (isNamedSpeaker(claim)) return isNamed(claim, said) || mayMeanAnother(sentence);
  return isNamed(claim, context) || (spokenBefore && hasThirdPerson(sentence));
}

function isNamed({ subjectNames, text }: GroundingClaim, index: WordIndex): boolean {
  const names = subjectNames.flatMap((name) => contentWords(name));
  if (names.some((word) => hasSense(index, word) || isShortened(word, index))) return true;
  const [described] = contentWords(text);
  return described !== undefined && !names.includes(described) && hasWord(index, described);
}

/** "The user's house": the owner identifies it. */
const USERS_OWN = new RegExp(`\\b(?:${anySource(({ words }) => words.user)})\\b`);

/** Shortest nickname that is the beginning of a name: "Dan" for "Daniela". */
const NICKNAME_MIN = 3;

function isShortened(name: string, { stems }: WordIndex): boolean {
  for (let n = NICKNAME_MIN; n < name.length; n++) if (stems.has(name.slice(0, n))) return true;
  return false;
}
