import { clauseAround, sentenceAround } from "./clauses.ts";
import { isDenial, isVerbalDenial, REPORT_WORD } from "./cues.ts";
import { confirmingSentence } from "./confirmation.ts";
import { DAY_SHARE, isDated, tellsDay } from "./dated.ts";
import { focusAround, type Located } from "./evidence.ts";
import { contentWords } from "./language.ts";
import { bagOf, holds, means, shareOf, type Bag } from "./matching.ts";
import { figures, hasNumber } from "./numbers.ts";
import { SELF_NAME } from "./proposal.ts";
import { readSpan, type Reading } from "./reading.ts";
import { hasFirstPerson, isSpeakersOwn, namesStranger, overstates } from "./roles.ts";
import type { RejectionReason } from "./rejection.ts";
import { fold, foldName, words, type Span } from "./text.ts";

export { isDenial } from "./cues.ts";
export { locateAgreement, locateEvidence, type Located } from "./evidence.ts";

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
  polarity: "positive" | "negative";
  predicate: string;
  text: string;
  assertedBy: string;
  change: string;
}

export interface Verdict {
  verdict: "supported" | "unclear" | "unsupported";
  reason: RejectionReason | null;
  detail: string;
  /** 0-1: how well the words carry the claim. */
  support: number;
}

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
  const carried = carriedBy(turn, claim, agreedWith(turn, at) ?? text);
  const problem =
    unmeant(readSpan(text, at, focus), claim, text, focus) ??
    polarityProblem(readSpan(text, at, focus), claim, text, named, at) ??
    (at.part === "assistant" && !isOfAssistant(claim)
      ? refuse("assistant_only", "only the assistant said so")
      : null) ??
    uncarried(claim, carried, sentenceText(text, at), turn.earlier.length > 0) ??
    overdrawn(turn, claim, text, focus, readSpan(text, at, focus));
  const { support } = carried;
  if (problem !== null) return { ...problem, support };
  return { verdict: "supported", reason: null, detail: "", support };
}

/** What the assistant said is a fact about the assistant. */
function isOfAssistant({ subjectNames }: GroundingClaim): boolean {
  return subjectNames.some((name) => /^(?:the )?(?:assistant|assistent|asistente)$/.test(foldName(name)));
}

/** "I" in an imported message is whoever wrote it. */
function isSpeaker({ subjectNames, assertedBy }: GroundingClaim): boolean {
  return subjectNames.some((name) => foldName(name) === foldName(assertedBy));
}

function isNamedSpeaker({ assertedBy }: GroundingClaim): boolean {
  return !["user", "assistant", "document"].includes(assertedBy);
}

/** What is taken back was said before: only that it is taken back must stand in the turn. */
function takenBackBy(text: string, at: Span): Verdict {
  const reading = readSpan(text, at);
  const support = 1;
  if (reading.offRecord || reading.instruction || reading.fiction || reading.pasted)
    return { ...refuse("not_in_turn", "not taken back by the user"), support };
  return { verdict: "supported", reason: null, detail: "", support };
}

/** With the question a "yes" answers, which then belongs to what was said. */
function agreedWith({ userMessage, earlier }: GroundingTurn, at: Located): string | null {
  const agreed = at.part === "user" ? confirmingSentence(userMessage) : null;
  if (agreed === null || at.start > agreed.start || at.end < agreed.end) return null;
  return `${earlier.at(-1) ?? ""}\n${userMessage}`;
}

type Problem = Omit<Verdict, "support">;

function refuse(reason: RejectionReason, detail: string): Problem {
  return { verdict: "unsupported", reason, detail };
}

function doubt(detail: string): Problem {
  return { verdict: "unclear", reason: null, detail };
}

/** Words that are not a plain statement of the user's own. */
function unmeant(reading: Reading, claim: GroundingClaim, text: string, focus: Span): Problem | null {
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
  if (reading.weighed && !given && !isPlan(claim)) return refuse("hypothetical", "only imagined");
  if (reading.dropped && isPlanned(claim)) return refuse("hypothetical", "the plan was dropped");
  if (reading.reported && claim.subjectIsSelf)
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

const FIRST_PERSON =
  /\b(?:i|i'm|i've|i'd|i'll|im|ive|me|my|mine|myself|we|we're|we've|our|us|ich|mich|mir|mein\w*|wir|uns|unser\w*|je|j'\w+|moi|mon|ma|mes|nous|notre|nos|yo|me|mi|mis|conmigo|nosotros|nuestr\w*)\b/;

const NEGATIVE_PREDICATE =
  /(?:^|_)(?:NOT|NO|NEVER|LACKS?|WITHOUT|DISLIKES?|HATES?|AVOIDS?|STOPPED|QUIT|ENDED|LEFT|UNABLE|CANNOT|CANT|REFUSES?|DENIES|BLOCKS?|FORBIDS?|CANCELL?ED|MISSED|FAILED|REJECTED|LOST|DROPPED)(?:_|$)/;
/** Of what one must not have, "no nuts" says as much as "nuts". */
const BARRED_PREDICATE = /ALLERG|INTOLERAN|DIET|CONDITION|SENSITIV/;

/** A denial counts where it stands in the clause of the object; elsewhere in the quote it only raises a doubt. */
function polarityProblem(
  reading: Reading,
  claim: GroundingClaim,
  text: string,
  named: Span | null,
  at: Span,
): Problem | null {
  const sentence = sentenceAround(text, at);
  if (claim.polarity === "negative") {
    const denied = reading.negated || reading.ending || isDenial(text.slice(at.start, at.end));
    return denied ? null : doubt("it is not clear whether the words deny it");
  }
  if (claim.change !== "none" && reading.ending) return null;
  if (NEGATIVE_PREDICATE.test(claim.predicate) || isDenial(claim.text) || isDenial(claim.object)) return null;
  const clause = clauseAround(text, named ?? at, sentence);
  const denied = BARRED_PREDICATE.test(claim.predicate) ? isVerbalDenial(clause) : isDenial(clause);
  if (!denied) return null;
  return named === null
    ? doubt("it is not clear whether the words deny it")
    : refuse("negation_lost", "the words deny it");
}

/** How well the words of the turn, and of what came before it, carry a claim. */
interface Carried {
  object: number;
  text: number;
  nearby: number;
  support: number;
  said: Bag;
  context: Bag;
}

function carriedBy(turn: GroundingTurn, claim: GroundingClaim, text: string): Carried {
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
  if (names.includes(SELF_NAME)) return FIRST_PERSON.test(fold(text)) ? 1 : 0.5;
  const shares = names.map((name) => shareOf(contentWords(name), (word) => holds(said, word)));
  return Math.max(...shares, isDated(claim.object) && tellsDay(text) ? DAY_SHARE : 0);
}

/** Share of what is claimed that the words must carry. */
const OBJECT_MIN = 0.34;
const TEXT_MIN = 0.1;

function sentenceText(text: string, at: Span): string {
  const { start, end } = sentenceAround(text, at);
  return text.slice(start, end);
}

function uncarried(
  claim: GroundingClaim,
  carried: Carried,
  sentence: string,
  spokenBefore: boolean,
): Problem | null {
  const number = missingNumber(claim, carried);
  if (number !== null) return refuse("not_in_turn", "a number is not in the turn");
  if (carried.object < OBJECT_MIN && carried.text < TEXT_MIN) return doubt("what it says is not in the turn");
  if (!subjectKnown(claim, carried.context, spokenBefore ? sentence : ""))
    return doubt("the subject is not named in the turn");
  return null;
}

/** What goes beyond the words, or turns them round. */
function overdrawn(
  turn: GroundingTurn,
  claim: GroundingClaim,
  text: string,
  focus: Span,
  reading: Reading,
): Problem | null {
  if (overstates(claim.text, text)) return doubt("it says more than was said");
  if (reading.reported && !claim.subjectIsSelf && !isOwnReport(claim, text, focus))
    return doubt("somebody else says so");
  if (isRequest(claim, text, focus)) return refuse("instruction", "a request, not a fact");
  if (namesStranger(claim, [text, ...turn.earlier].join("\n"))) return doubt("a name that nobody mentioned");
  if (isNamedSpeaker(claim) && isSpeakersOwn(claim, text, focus))
    return doubt("the speaker tells of himself");
  if (hasOtherNumber(claim, turn, text)) return doubt("a number that nobody mentioned");
  return null;
}

function hasOtherNumber({ object }: GroundingClaim, turn: GroundingTurn, text: string): boolean {
  if (isDated(object)) return false;
  const forms = bagOf([text, ...turn.earlier].join("\n")).numbers;
  return figures(object).some((figure) => !hasNumber(forms, figure));
}

/** "Elena says she moved": what somebody says of himself counts as said of him. */
function isOwnReport(claim: GroundingClaim, text: string, focus: Span): boolean {
  const sentence = sentenceAround(text, focus);
  const before = fold(text.slice(sentence.start, focus.start));
  const bag = bagOf(before.split(REPORT_WORD)[0] ?? "");
  if (claim.subjectNames.some((name) => contentWords(name).some((word) => means(bag, word)))) return true;
  return (
    /^\W*(?:he|she|they|er|sie|il|elle|ella|el) /.test(before) ||
    hasFirstPerson(before.split(REPORT_WORD)[0] ?? "")
  );
}

const ASKING = /^(?:WANTS|NEEDS|PREFERS|ASKS|ASKED|REQUESTS?|REQUESTED|LOOKING)/;
const REQUEST =
  /\b(?:please|pls|plz|can you|could you|bitte|kannst du|por favor|porfa|puedes|s'il te plait|stp|tu peux|is there|any|give me|find me|remind|ring me|delete|send|suggest|shorten|make|write|draft|tell me|need a|jetzt)\b/;

/** What the user wants of the assistant in this turn is no lasting wish. */
function isRequest(claim: GroundingClaim, text: string, focus: Span): boolean {
  if (!claim.subjectIsSelf || !ASKING.test(claim.predicate)) return false;
  const { start, end } = sentenceAround(text, focus);
  const sentence = fold(text.slice(start, end));
  return (
    REQUEST.test(sentence) &&
    !/\b(?:always|never|from now on|for next time|in future|immer|kunftig|siempre|toujours)\b/.test(sentence)
  );
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
