import { sentenceAround } from "../grounding/clauses.ts";
import type { Fact } from "../model/fact.ts";
import { contentWords } from "../../language/stems.ts";
import { wordIndexOf, hasSense, shareOf } from "../grounding/matching.ts";
import { predicateFamily } from "./predicate.ts";
import { findQuote, sentences, type Span } from "../../language/text.ts";

/** A retraction by the user, as extracted: nothing replaces the statement. */
export interface Retraction {
  subject: string;
  predicate: string;
  text: string;
  quote: string | null;
}

/** Reads a proposal with a subject and a relation but no object: a retraction has none. */
export function readRetraction(proposal: unknown): Retraction | null {
  if (typeof proposal !== "object" || proposal === null) return null;
  const { subject, predicate, object, text, quote } = proposal as Record<string, unknown>;
  const isMissing = object === undefined || object === null || object === "";
  if (!isMissing || typeof subject !== "string" || typeof predicate !== "string" || typeof text !== "string")
    return null;
  return { subject, predicate, text, quote: typeof quote === "string" ? quote : null };
}

/** Span of the words that retract something: the quote's sentence, else the one that shares most words with it. */
export function retractingSentence(text: string, { text: told, quote }: Retraction): Span | null {
  const quoted = quote === null ? null : findQuote(text, quote);
  if (quoted) return sentenceAround(text, quoted);
  const share = (span: Span): number => {
    const index = wordIndexOf(text.slice(span.start, span.end));
    return shareOf(contentWords(told), (word) => hasSense(index, word));
  };
  const best = sentences(text).sort((a, b) => share(b) - share(a))[0];
  return best && share(best) > 0 ? best : null;
}

/** The retracted facts of one subject: those of the relation, or the best-named ones if there are several. */
export function retractedFacts(
  taken: Retraction,
  predicate: string,
  said: string,
  known: readonly Fact[],
): Fact[] {
  const family = predicateFamily(predicate);
  const same = known.filter(
    (fact) => fact.polarity === "positive" && predicateFamily(fact.predicate) === family,
  );
  if (same.length <= 1) return same;
  const index = wordIndexOf(`${taken.text}\n${said}`);
  const named = same.map((fact) => ({
    fact,
    share: shareOf(contentWords(fact.text), (word) => hasSense(index, word)),
  }));
  const best = Math.max(...named.map(({ share }) => share));
  const first = named.filter(({ share }) => share === best);
  return first.length === 1 ? first.map(({ fact }) => fact) : [];
}
