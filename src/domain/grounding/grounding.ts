import {
  doubt,
  isOfAssistant,
  isSpeaker,
  refuse,
  type GroundingClaim,
  type GroundingTurn,
  type Problem,
  type Verdict,
} from "./claim.ts";
import { sentenceAround, clauseAround } from "./clauses.ts";
import { confirmingSentence } from "./confirmation.ts";
import { focusAround, type QuoteSpan } from "./evidence.ts";
import { lexicalSupport, OBJECT_MIN, READ_CHARS_MAX, supportIn, TEXT_MIN } from "./lexical-support.ts";
import { kindsAt, passagesOf, type PassageKind } from "./passages.ts";
import { type Fact, sideOf } from "../model/fact.ts";
import { SELF_NAME } from "../model/proposal.ts";
import { type Span, sentencesIn, fold } from "../../language/text.ts";
import { unsupportedContent, unsupportedRetraction } from "./lexical-gaps.ts";
import { endsInQuestionMark } from "../../language/asks.ts";
import { anySource, everyWord } from "../../language/index.ts";
import { hasFirstPerson } from "../../language/pronouns.ts";
import { isDenial } from "../../language/denial.ts";

/**
 * Whether the located words support the claim, within the limits of what code can check exactly. `unsupported`: it
 * cannot hold, and votes cannot override that. `unclear`: votes or the user decide. The intended meaning is judged by a
 * reader: with `votes`, a model; without, the plainest signs of doubt leave the statement open.
 */
export function ground(
  turn: GroundingTurn,
  stated: GroundingClaim,
  at: QuoteSpan,
  { votes }: { votes: boolean } = { votes: false },
): Verdict {
  const claim = { ...stated, subjectIsSelf: stated.subjectIsSelf || isSpeaker(stated) };
  const text = sideOf(turn, at.part);
  const agreed = agreesAt(turn, at) ? `${turn.earlier.at(-1) ?? ""}\n${text}` : text;
  const focus = focusAround(text, at, [claim.object, ...claim.objectNames]) ?? at;
  const sentence = sentenceAround(text, at);
  const own = text.slice(sentence.start, sentence.end);
  // Only part of a long message is read: its evidence first.
  const support = lexicalSupport(turn, claim, agreed.length > READ_CHARS_MAX ? `${own}\n${agreed}` : agreed);
  if (claim.change === "retraction")
    return verdictOf(
      worst([passageProblem(claim, text, at, focus), unsupportedRetraction(claim, support, own)]),
      1,
    );
  const problems = [
    speakerProblem(claim, at),
    agreed === text ? answerProblem(turn, claim, text.slice(at.start, at.end)) : null,
    passageProblem(claim, text, at, focus),
    ...unsupportedContent(claim, support, own, turn.earlier.length > 0),
    isBareQuestion(text) ? doubt("question", "the message only asks") : null,
    negationProblem(claim, text, at, focus),
    votes ? null : openDoubt(text, at),
  ];
  return verdictOf(worst(problems), support.total);
}

/** Whether words state once more what is known: "Am I?", "I never said so" and what others say do not. */
export function saysAgain(
  { polarity, text }: Pick<Fact, "polarity" | "text">,
  said: string,
  at: QuoteSpan,
): boolean {
  if (at.part === "assistant") return true;
  const sentence = sentenceAround(said, at);
  const isOther = polarity === "positive" && !isDenial(text) && isDenial(clauseAround(said, at, sentence));
  const isAsked = isBareQuestion(said.slice(sentence.start, sentence.end));
  return !isOther && !isAsked && kindsAt(passagesOf(said), at).size === 0 && openDoubt(said, at) === null;
}

/** Rejections take precedence over doubts. */
function worst(problems: (Problem | null)[]): Problem | null {
  const found = problems.filter((problem) => problem !== null);
  return found.find(({ verdict }) => verdict === "unsupported") ?? found[0] ?? null;
}

function verdictOf(problem: Problem | null, support: number): Verdict {
  return { ...(problem ?? { verdict: "supported", reason: null, detail: "" }), support };
}

/** A statement made only by the assistant is a fact about the assistant. */
function speakerProblem(claim: GroundingClaim, { part }: QuoteSpan): Problem | null {
  if (part === "user" || isOfAssistant(claim)) return null;
  return refuse("assistant_only", "only the assistant said so");
}

/** A claim found only in the previous message may be what the quote agrees to, in words that code does not read. */
function answerProblem(turn: GroundingTurn, claim: GroundingClaim, quote: string): Problem | null {
  const own = supportIn(claim, quote);
  const namesObject = own.object >= OBJECT_MIN && !claim.objectNames.includes(SELF_NAME);
  if (namesObject || own.text >= TEXT_MIN) return null;
  const before = supportIn(claim, turn.earlier.at(-1) ?? "");
  return before.text < TEXT_MIN ? null : doubt("not_in_turn", "only the message before says it");
}

/** Where the evidence is: the sender's own words, someone else's text, or an instruction to the memory. */
function passageProblem(claim: GroundingClaim, text: string, at: QuoteSpan, focus: Span): Problem | null {
  const passages = passagesOf(text);
  const kinds = kindsAt(passages, at).union(kindsAt(passages, focus));
  const order = instructionProblem(claim, text.slice(at.start, at.end), kinds);
  return order ?? (kinds.has("pasted") ? doubt("pasted_text", "quoted or pasted words") : null);
}

/** If the evidence is a "yes", the question it answers counts as said. */
function agreesAt({ userMessage }: GroundingTurn, at: QuoteSpan): boolean {
  const agreed = at.part === "user" ? confirmingSentence(userMessage) : null;
  return agreed !== null && at.start <= agreed.start && at.end >= agreed.end;
}

/** Whether a message only asks: all its sentences end in a question mark. */
function isBareQuestion(text: string): boolean {
  if (text.trim() === "") return false;
  return sentencesIn(text).every(({ start, end }) => endsInQuestionMark(text.slice(start, end)));
}

/** How instructions to a memory refer to its owner, as people never refer to themselves. Folded. */
const OWNER = new RegExp(`\\b(?:${anySource(({ words }) => words.owner)})\\b`);

/**
 * Evidence that is an instruction to the memory: it is in a line of another role, or says about "the user" what users
 * say about themselves.
 */
function instructionProblem(
  claim: GroundingClaim,
  quoted: string,
  kinds: ReadonlySet<PassageKind>,
): Problem | null {
  if (kinds.has("order")) return refuse("instruction", "it speaks in another's role");
  const isOfOwner = claim.subjectIsSelf && OWNER.test(fold(quoted)) && !hasFirstPerson(quoted);
  return isOfOwner ? refuse("instruction", "it tells the memory about its user") : null;
}

/** Changes that deny a past state, with or without a negation: "I quit smoking", "I no longer smoke". */
const DENYING_CHANGES: ReadonlySet<string> = new Set(["ending", "correction"]);

/**
 * Whether a statement and its evidence have the same polarity. A positive statement is compared with its object's
 * clause: "I don't ski, but I live in Graz". `focus`: the word that names the object.
 */
function negationProblem(claim: GroundingClaim, text: string, at: Span, focus: Span): Problem | null {
  if (DENYING_CHANGES.has(claim.change)) return null;
  const sentence = sentenceAround(text, at);
  if (claim.polarity === "negative") {
    const isDenied = isDenial(text.slice(sentence.start, sentence.end));
    return isDenied ? null : doubt("negation_lost", "nothing is denied there");
  }
  if (isDenial(claim.text) || isDenial(claim.object)) return null;
  const isDenied = isDenial(clauseAround(text, focus, sentence));
  return isDenied ? doubt("negation_lost", "something is denied there") : null;
}

/**
 * The strongest signs that a sentence is not a plain statement by its speaker. They replace a reader if no model votes,
 * and then leave a statement undecided; they never reject one.
 */
const HEDGES = everyWord(({ words }) => words.hedges);
const REPORTS = everyWord(({ words }) => words.reports);

/** Doubt about how a sentence was meant: a condition or wish, or someone else's words. */
function openDoubt(text: string, at: Span): Problem | null {
  const { start, end } = sentenceAround(text, at);
  // Keeps diacritics: "si" is not "sí".
  const said =
    text
      .slice(start, end)
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (said.some((word) => HEDGES.has(word))) return doubt("hypothetical", "it may only be weighed or wished");
  if (said.some((word) => REPORTS.has(word))) return doubt("reported_speech", "somebody else may say so");
  return null;
}
