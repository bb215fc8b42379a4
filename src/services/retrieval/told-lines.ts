import { anySource } from "../../language/index.ts";
import { predicateFamily } from "../../domain/belief/predicate.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { onlyAsks } from "../../language/asks.ts";
import { beginningAndEnd } from "../../language/excerpt.ts";
import { words } from "../../language/text.ts";
import type { SearchResult } from "./types.ts";

/**
 * Least evidence of the best memory for anything to be told. Of 480 unrelated questions about eight lives 96 % are told
 * nothing, of 299 that memory answers one (test/eval/NOTES.md).
 */
const EVIDENCE_MIN = 0.3;
/** That the words of a question stand in a turn says less than that a statement was read from one, where some were. */
const TURN_SHARE = 0.5;
/** Added where the question is about the user or somebody known. */
const KNOWN = 0.2;

/** Evidence of the best that answers the question: beside it a line with less than a part of that is not worth its tokens. */
const ANSWERED = 0.5;
const LINE_SHARE = 0.2;

const LINES_MAX = 12;
const FACTS_MAX = 9;
/** The best of them are told with the turns that they rest on. */
const QUOTED_FACTS = 2;
const TURNS_MAX = 6;

/** What the lines are chosen for. */
export interface LinesFor {
  question: string;
  /** The question is about the user, or about something that memory knows. */
  isAboutKnown: boolean;
  /** It asks about what was: older values are told as well. */
  asksThen: boolean;
  /** It says nothing itself ("And then?"), and leans on what was said a moment ago. */
  leans: boolean;
}

/**
 * What a model is told of the results, best first: what is believed, then turns that tell something which no listed fact
 * does, in the user's words. None for a question that memory has nothing to do with.
 */
export function toldLines(ranked: readonly SearchResult[], asked: LinesFor): SearchResult[] {
  const may = ranked.filter((result) => mayBeTold(result, asked));
  const told = asked.asksThen ? may : withoutReplaced(may);
  if (asked.leans) return told.filter(({ components }) => "lane.recent" in components).slice(0, TURNS_MAX);
  const best = bestEvidence(told);
  if (best === 0 || best + (asked.isAboutKnown ? KNOWN : 0) < EVIDENCE_MIN) return [];
  const least = best >= ANSWERED ? LINE_SHARE * best : 0;
  const worth = told.filter((result) => evidenceIn(result) >= least);
  const facts = distinct(worth.filter(({ kind }) => kind === "fact")).slice(0, FACTS_MAX);
  const others = worth.filter(
    (result) => result.kind !== "fact" && evidenceIn(result) > 0 && adds(result, facts),
  );
  return [...facts, ...others.slice(0, Math.min(TURNS_MAX, LINES_MAX - facts.length))];
}

/** How far the results show that memory has to do with the question. */
export function bestEvidence(results: readonly SearchResult[]): number {
  const turnShare = results.some(({ kind }) => kind === "fact") ? TURN_SHARE : 1;
  return Math.max(
    0,
    ...results.map((result) => evidenceIn(result) * (result.kind === "fact" ? 1 : turnShare)),
  );
}

function evidenceIn({ components }: SearchResult): number {
  return components.evidence ?? 0;
}

/**
 * What holds, and what was where nothing took its place: "I had a dog until May" answers who asks after his dogs. Of a turn
 * that tells what is over its facts say until when.
 */
function withoutReplaced(results: readonly SearchResult[]): SearchResult[] {
  const holding = new Set(results.flatMap((result) => (result.isOutdated ? [] : (relationOf(result) ?? []))));
  return results.filter((result) => {
    if (!result.isOutdated) return true;
    const relation = relationOf(result);
    return relation !== null && !holding.has(relation);
  });
}

/** Of whom a fact says what kind of thing. */
function relationOf({ kind, item }: SearchResult): string | null {
  const { subjectId, predicate } = item as Fact;
  return kind === "fact" ? `${subjectId} ${predicateFamily(predicate)}` : null;
}

/** What is read of a turn to tell whether it only asks, characters. */
const TURN_CHARS_MAX = 4000;

function mayBeTold({ kind, item, components }: SearchResult, asked: LinesFor): boolean {
  if (kind === "fact") return true;
  if (kind === "entity") return (item as Entity).summary !== null;
  if (kind !== "episode") return true;
  const { userMessage, intent } = item as Episode;
  if (components.onlyReply !== undefined && !asksForReply(asked.question)) return false;
  return (
    (intent === null || intent.kind === "remember") && !onlyAsks(beginningAndEnd(userMessage, TURN_CHARS_MAX))
  );
}

const SECOND = new RegExp(`^(?:${anySource(({ words: { second } }) => second)})$`, "u");

/** Whether a question is about what the assistant said, advised or wrote. */
export function asksForReply(question: string): boolean {
  return words(question).some((word) => SECOND.test(word));
}

function distinct(facts: readonly SearchResult[]): SearchResult[] {
  const texts = new Set<string>();
  return facts.filter(({ text }) => !texts.has(text) && texts.add(text));
}

/**
 * A turn that the best fact rests on, that no listed fact rests on, or that tells more than those; a summary with a fact that
 * is not listed.
 */
function adds(result: SearchResult, facts: readonly SearchResult[]): boolean {
  const { kind, item, id } = result;
  if (kind === "community") return true;
  if (kind === "entity") {
    const listed = new Set(facts.map((fact) => fact.id));
    return (item as Entity).summaryBasis?.factIds.some((factId) => !listed.has(factId)) ?? false;
  }
  const resting = facts.filter(({ evidence }) => evidence.some(({ episodeId }) => episodeId === id));
  if (resting.some((fact) => facts.indexOf(fact) < QUOTED_FACTS)) return true;
  return resting.every((fact) => evidenceIn(fact) < evidenceIn(result));
}
