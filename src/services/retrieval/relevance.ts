import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { crudeStem } from "../../language/stems.ts";
import { words } from "../../language/text.ts";
import { KINDS_OF_ANSWER } from "./answerability.ts";
import { understand } from "./query.ts";
import { searchedText } from "./searched-text.ts";
import type { SearchRequest, SearchResult } from "./types.ts";

/**
 * Least relevance of the best memory for anything to be told to the model. Neither figure depends on how much is stored:
 * scores of results do, as each lane is scaled by its best hit. Words alone: a third of what is asked is too little. With
 * vectors, nearness counts beside the share of words. Measured in test/eval/NOTES.md.
 */
const WORDS_MIN = 0.34;
const WITH_VECTORS_MIN = 0.64;
/** Nearness of 1 is as good as this share of the words. */
const NEARNESS_WORTH = 0.34;
/** Mention score from which a fact is about something that the question names, not about the user alone. */
const NAMED_MIN = 0.5;

/** Share of evidence below which what was found hardly speaks of what is asked. */
const WEAK_BELOW = 0.34;

/**
 * Whether something found is near enough to the question to be told to the model. A thing or a time that the question
 * names is always near enough; what was only said lately, or lies in the same conversation, never is.
 */
export function isRelevant(question: string, results: readonly SearchResult[]): boolean {
  const asked = askedOf(question);
  if (results.some((result) => isNamed(result, asked))) return true;
  const hasVectors = results.some(({ components }) => components.nearness !== undefined);
  const least = hasVectors ? WITH_VECTORS_MIN : WORDS_MIN;
  return results.some(
    (result) => wordShare(result, asked) + NEARNESS_WORTH * (result.components.nearness ?? 0) >= least,
  );
}

/** `relevant`: nothing where a chat would be told nothing; `any`: the nearest there is. */
export const RELEVANCE = ["relevant", "any"] as const;

/**
 * Whether what was found is shown to somebody who searches: beside what a chat is told of, a word that only a reply says,
 * a single word wherever it stands, a question without a telling word, and whatever lies in a time, in a conversation or
 * around a thing that is named beside the question.
 */
export function isShown(
  { query, scope, origins = [] }: Pick<SearchRequest, "query" | "scope" | "origins">,
  results: readonly SearchResult[],
): boolean {
  if (scope !== undefined || origins.length > 0) return true;
  const asked = askedOf(query);
  if (asked.stems.length === 0 || isRelevant(query, results)) return true;
  if (asked.stems.length === 1) return results.some(({ components }) => "lane.text" in components);
  return results.some((result) => wordShare(result, asked, saidWithReply) >= WORDS_MIN);
}

/** Whether what was found hardly speaks of what is asked. */
export function isWeak(results: readonly SearchResult[]): boolean {
  return (results[0]?.components.evidence ?? 0) < WEAK_BELOW;
}

interface Asked {
  stems: readonly string[];
  /** Of predicates that the question asks for in other words. */
  predicates: readonly string[];
  /** "What do you know about me?" */
  isAboutSelfAlone: boolean;
}

function askedOf(question: string): Asked {
  const { terms, predicateTerms, aboutSelf } = understand(question);
  const telling = terms.filter((term) => !/^\d+$/.test(term) && !KINDS_OF_ANSWER.has(term));
  return {
    stems: stemsOf(telling),
    predicates: stemsOf(predicateTerms),
    isAboutSelfAlone: aboutSelf && terms.length === 0,
  };
}

function isNamed({ components }: SearchResult, { isAboutSelfAlone }: Asked): boolean {
  const mentioned = components["lane.mention"] ?? 0;
  return (
    mentioned >= (isAboutSelfAlone ? Number.MIN_VALUE : NAMED_MIN) ||
    components["lane.temporal"] !== undefined
  );
}

/** Share of the words asked for that a memory says; a fact may say one of them by its predicate. */
function wordShare(result: SearchResult, { stems, predicates }: Asked, textOf = saidIn): number {
  if (stems.length === 0) return 0;
  const said = new Set(words(textOf(result)).map(crudeStem));
  const shared = stems.filter((stem) => said.has(stem)).length;
  const byPredicate = result.kind === "fact" && predicates.some((stem) => said.has(stem)) ? 1 : 0;
  return Math.min(1, (shared + byPredicate) / stems.length);
}

/** Without the reply: it repeats what was asked. */
function saidIn({ kind, text, item }: SearchResult): string {
  if (kind === "episode") return (item as Episode).userMessage;
  if (kind !== "fact") return text;
  const fact = item as Fact;
  return `${searchedText(fact)} ${fact.predicate.replaceAll("_", " ")}`;
}

function saidWithReply(result: SearchResult): string {
  const reply = result.kind === "episode" ? (result.item as Episode).assistantReply : null;
  return `${saidIn(result)} ${reply ?? ""}`;
}

function stemsOf(some: readonly string[]): string[] {
  return [...new Set(some.map(crudeStem))];
}
