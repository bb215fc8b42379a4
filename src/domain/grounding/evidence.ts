import { sentenceAround, clauseSpan } from "./clauses.ts";
import { isDated, tellsDay } from "./dated.ts";
import { confirmingSentence } from "./confirmation.ts";
import { contentWords } from "../../language/stems.ts";
import { wordIndexOf, hasWord, hasSense, shareOf, shareOfName, type WordIndex } from "./matching.ts";
import { kindsAt, passagesOf, type Passage } from "./passages.ts";
import { sideOf, type SpanOfTurn } from "../model/fact.ts";
import { SELF_NAME } from "../model/proposal.ts";
import { placesOf } from "../../language/excerpt.ts";
import { findQuote, sentencesIn, tokens, type Span } from "../../language/text.ts";

export interface QuoteSpan extends SpanOfTurn {
  quote: string;
}

/** The claim to locate in a turn. */
export interface SoughtClaim {
  quote: string | null;
  subject?: string;
  object: string;
  text: string;
  assertedBy: string;
}

/**
 * Finds the words of the turn that support a proposal: its quote if it really occurs, else the sentence that supports
 * most of the claim. Null if nothing in the turn does: then there is no evidence.
 */
export function locateEvidence(
  turn: { userMessage: string; assistantReply: string | null },
  claim: SoughtClaim,
): QuoteSpan | null {
  const part = claim.assertedBy === "assistant" ? "assistant" : "user";
  const text = sideOf(turn, part);
  const quoted = claim.quote === null ? null : findQuote(text, claim.quote);
  if (quoted && quoted.end > quoted.start) return located(part, text, quoted);
  const best = bestSentence(text, claim, claim.quote === null ? SUPPORT_MIN : QUOTELESS_MIN);
  return best && located(part, text, best);
}

/**
 * A claim the assistant asked about and the user agreed to is supported by the agreement: "Is it still Admiral?" -
 * "That's the one." `asked` is the message before the turn. A statement that quotes it is supported by the first
 * sentence of the answer, whatever its wording.
 */
export function locateAgreement(userMessage: string, asked: string, claim: SoughtClaim): QuoteSpan | null {
  const agreed = confirmingSentence(userMessage);
  if (agreed !== null && bestSentence(asked, claim, AGREED_MIN)) return located("user", userMessage, agreed);
  const isQuoted = claim.quote !== null && findQuote(asked, claim.quote) !== null;
  const [first] = sentencesIn(userMessage.slice(0, SENTENCE_CHARS_MAX));
  return isQuoted && first ? located("user", userMessage, first) : null;
}

/** The question must support most of the claim. */
const AGREED_MIN = 0.4;

function located(part: "user" | "assistant", text: string, span: Span): QuoteSpan {
  return { part, start: span.start, end: span.end, quote: text.slice(span.start, span.end) };
}

/** Below this share of the claim, a sentence does not support a proposal. */
const SUPPORT_MIN = 0.15;
/** An invented quote is a bad sign, so the words must support more. */
const QUOTELESS_MIN = 0.5;
/** Penalty for a sentence in a quotation or pasted text, so that a direct one ranks first. */
const FOREIGN_SHARE = 0.7;

function bestSentence(text: string, claim: SoughtClaim, min: number): Span | null {
  const passages = passagesOf(text);
  let best: { span: Span; score: number } | null = null;
  for (const span of sentencesThatMayCarry(text, claim)) {
    const sentence = text.slice(span.start, span.end);
    const score =
      Math.max(support(wordIndexOf(sentence), claim), dayShare(sentence, claim)) * ownShare(passages, span);
    if (score >= min && (best === null || score > best.score)) best = { span, score };
  }
  return best === null ? null : narrowedToClause(text, best.span, claim);
}

/** From this length on, only sentences that share a word with the claim are read, up to this many characters. */
const LONG_CHARS = 20_000;
const SENTENCES_MAX = 100;
/** In a longer sentence, only the part around that word is read. */
const SENTENCE_CHARS_MAX = 2000;

function sentencesThatMayCarry(
  text: string,
  { subject = "", object, text: told }: SoughtClaim,
): Iterable<Span> {
  if (text.length <= LONG_CHARS) return sentencesIn(text);
  const wanted = [object, subject, told].flatMap(contentWords);
  return longSentences(text, placesOf(text, wanted));
}

function* longSentences(text: string, places: Iterable<number>): Generator<Span> {
  let [read, left, charsLeft] = [0, SENTENCES_MAX, LONG_CHARS];
  for (const at of places) {
    if (at < read) continue;
    if (left-- === 0 || charsLeft <= 0) return;
    const from = Math.max(read, at - SENTENCE_CHARS_MAX / 2);
    const around = text.slice(from, at + SENTENCE_CHARS_MAX / 2);
    const { start, end } = sentenceAround(around, { start: at - from, end: at - from + 1 });
    const span = { start: from + start, end: from + end };
    read = span.end;
    charsLeft -= span.end - span.start;
    yield span;
  }
}

function ownShare(passages: readonly Passage[], span: Span): number {
  return kindsAt(passages, span).size > 0 ? FOREIGN_SHARE : 1;
}

function support(index: WordIndex, { subject, object, text }: SoughtClaim): number {
  const self = subject === undefined || subject === SELF_NAME;
  const named = self ? 0 : shareOf(contentWords(subject), (word) => hasSense(index, word));
  return (
    0.5 * objectShare(index, object) +
    0.35 * shareOf(contentWords(text), (word) => hasSense(index, word)) +
    0.15 * named
  );
}

function objectShare(index: WordIndex, object: string): number {
  return contentWords(object).length === 0 ? 0 : shareOfName(index, object);
}

/** A derived date is supported by the sentence that mentions a day and names the subject, or is about the user. */
function dayShare(sentence: string, { object }: SoughtClaim): number {
  return isDated(object) && tellsDay(sentence) ? SUPPORT_MIN : 0;
}

/** The clause alone is evidence enough if it supports nearly as much as its sentence. */
const CLAUSE_SHARE = 0.8;

function narrowedToClause(text: string, sentence: Span, claim: SoughtClaim): Span {
  const whole = wordIndexOf(text.slice(sentence.start, sentence.end));
  const token = focusIn(text, sentence, [claim.object]);
  if (!token) return sentence;
  const clause = clauseSpan(text, token, sentence);
  const part = wordIndexOf(text.slice(clause.start, clause.end));
  const enough =
    objectShare(part, claim.object) === 1 && support(part, claim) >= support(whole, claim) * CLAUSE_SHARE;
  return enough ? clause : sentence;
}

/** Part of a span searched for a word, in characters, and the margin that keeps words whole. */
const FOCUS_CHARS_MAX = 8000;
const MARGIN_CHARS = 200;

/** The first word of a span that names the object: its clause is about the object. */
function focusIn(text: string, span: Span, objects: readonly string[]): Span | null {
  const wanted = objects.flatMap(contentWords);
  const from = Math.max(0, span.start - MARGIN_CHARS);
  const end = Math.min(span.end, span.start + FOCUS_CHARS_MAX);
  const within = tokens(text.slice(from, end + MARGIN_CHARS))
    .map((t) => ({ ...t, start: from + t.start, end: from + t.end }))
    .filter((t) => t.start >= span.start && t.end <= end);
  const found = within.find(({ word }) => {
    const one = wordIndexOf(word);
    return wanted.some((other) => hasWord(one, other));
  });
  return found ?? null;
}

/** As `focusIn`, but in the whole sentence if the span does not name the object. */
export function focusAround(text: string, span: Span, objects: readonly string[]): Span | null {
  return focusIn(text, span, objects) ?? focusIn(text, sentenceAround(text, span), objects);
}
