import { clauseSpan, sentenceAround } from "./clauses.ts";
import { isDenial } from "./cues.ts";
import { locateEvidence, type Located } from "./evidence.ts";
import { contentWords } from "./language.ts";
import { bagOf, means, shareOf } from "./matching.ts";
import { predicateFamily } from "./predicate.ts";
import { isSelfWord, type FactProposal } from "./proposal.ts";
import { bareName, fold, sentences, words } from "./text.ts";

interface Turn {
  userMessage: string;
  assistantReply: string | null;
}

export type Outdone = "wrong_subject" | "negation_lost";

/**
 * Proposals of one turn that cannot stand beside a better one of the same turn: the same said of two persons of whom
 * the words mean one, or said and denied. Nothing is decided without a rival.
 */
export function outdone(turn: Turn, facts: readonly FactProposal[]): Map<FactProposal, Outdone> {
  const lost = new Map<FactProposal, Outdone>();
  for (const [n, a] of facts.entries()) {
    for (const b of facts.slice(n + 1)) {
      if (lost.has(a) || lost.has(b) || !sameWords(a.object, b.object) || isEmpty(a.object)) continue;
      const ruled = a.polarity === b.polarity ? wrongSubject(turn, a, b) : denied(turn, a, b);
      if (ruled !== null) lost.set(ruled.fact, ruled.reason);
    }
  }
  return lost;
}

interface Ruled {
  fact: FactProposal;
  reason: Outdone;
}

function sameWords(a: string, b: string): boolean {
  return words(a).join(" ") === words(b).join(" ");
}

/** How extractors write that there is no object. */
function isEmpty(object: string): boolean {
  return /^(?:null|none|n\/a|undefined|-)?$/i.test(object.trim());
}

/** "He owns the bull", "he does not own the bull": the words deny it or they do not. */
function denied(turn: Turn, a: FactProposal, b: FactProposal): Ruled | null {
  if (!sameWords(a.subject, b.subject) || predicateFamily(a.predicate) !== predicateFamily(b.predicate))
    return null;
  const text = turn.userMessage;
  const isDenied = [a, b]
    .flatMap((fact) => locateEvidence(turn, fact) ?? [])
    .some((at) => isDenial(withNext(text, at)));
  return isDenied ? { fact: a.polarity === "positive" ? a : b, reason: "negation_lost" } : null;
}

/** The sentence of the evidence and the one after it, which may deny what the first one named. */
function withNext(text: string, at: Located): string {
  const sentence = sentenceAround(text, at);
  const next = sentences(text).find(({ start }) => start >= sentence.end);
  return text.slice(sentence.start, next?.end ?? sentence.end);
}

/** How much better one of two statements must be carried to be taken alone. */
const MARGIN = 0.08;

function wrongSubject(turn: Turn, a: FactProposal, b: FactProposal): Ruled | null {
  if (sameWords(a.subject, b.subject) || !restOnSame(turn, a, b)) return null;
  const worse = worseFit(turn, a, b) ?? (areNamesakes(a, b) ? worseCarried(turn, a, b) : null);
  return worse && { fact: worse, reason: "wrong_subject" };
}

function restOnSame(turn: Turn, a: FactProposal, b: FactProposal): boolean {
  const [one, other] = [locateEvidence(turn, a), locateEvidence(turn, b)];
  return one !== null && other !== null && one.start < other.end && other.start < one.end;
}

/** "Owen" and "Owen Bright", "Tom" and "Tom (the brother)": names that share a word. */
function areNamesakes(a: FactProposal, b: FactProposal): boolean {
  const names = new Set(contentWords(a.subject));
  return !isSelf(a) && !isSelf(b) && contentWords(b.subject).some((word) => names.has(word));
}

function worseCarried(turn: Turn, a: FactProposal, b: FactProposal): FactProposal | null {
  const said = bagOf(turn.userMessage);
  const share = (fact: FactProposal): number =>
    shareOf([...contentWords(fact.text), ...contentWords(fact.subject)], (word) => means(said, word));
  const [one, other] = [share(a), share(b)];
  if (Math.abs(one - other) < MARGIN) return null;
  return one < other ? a : b;
}

function isSelf({ subject }: FactProposal): boolean {
  return isSelfWord(bareName(subject));
}

/** The user and somebody else are said to do the same: the clause has "I" or another subject. */
function worseFit(turn: Turn, a: FactProposal, b: FactProposal): FactProposal | null {
  if (isSelf(a) === isSelf(b)) return null;
  const at = locateEvidence(turn, a) ?? locateEvidence(turn, b);
  if (at === null || at.part !== "user") return null;
  const clause = clauseSpan(turn.userMessage, at, sentenceAround(turn.userMessage, at));
  const text = fold(turn.userMessage.slice(clause.start, clause.end));
  const [first, third] = [FIRST_SUBJECT.test(text), THIRD_SUBJECT.test(text)];
  if (first === third) return null;
  return isSelf(a) === first ? b : a;
}

const FIRST_SUBJECT = /\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|ich|wir|je|j'\w+|nous|yo|nosotros)\b/;
const THIRD_SUBJECT =
  /\b(?:he|she|they|he's|she's|they're|he'd|she'd|er|sie|il|elle|ils|elles|ella|ellos)\b|^(?:my|our|mein\w*|unser\w*|mi|mon|ma|notre) \p{L}+/u;
