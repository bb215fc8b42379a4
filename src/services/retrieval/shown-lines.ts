import { anySource } from "../../language/index.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { stepsOf } from "../../domain/model/procedure.ts";
import { onlyAsks } from "../../language/asks.ts";
import { beginningAndEnd } from "../../language/excerpt.ts";
import { words } from "../../language/text.ts";
import { TURN_CHARS_READ } from "./memory-items.ts";
import { relationOf } from "./rivals.ts";
import type { SearchResult } from "./types.ts";
import {
  EVIDENCE_MIN,
  FACTS_MAX,
  FIFTH,
  HALF,
  LINES_MAX,
  LIST_MAX,
  QUOTED_FACTS,
  TURNS_MAX,
} from "./weights.ts";

/** The question that lines are selected for. */
export interface LinesFor {
  question: string;
  /** The question is about the user or a known entity. */
  isAboutKnown: boolean;
  /** It asks about the past: older values are shown as well. */
  asksThen: boolean;
  /** It has no content of its own ("And then?") and refers back to recent turns. */
  leans: boolean;
}

/**
 * The results shown to a model, best first: believed facts, then turns that add something no listed fact says, in the user's words.
 * Empty if memory has nothing relevant.
 */
export function shownLines(ranked: readonly SearchResult[], asked: LinesFor): SearchResult[] {
  const allowed = ranked.filter((result) => mayBeShown(result, asked));
  const shown = asked.asksThen ? allowed : withoutReplaced(allowed);
  if (asked.leans) return shown.filter(({ components }) => "lane.recent" in components).slice(0, LINES_MAX);
  const best = bestEvidence(shown);
  if (best === 0 || best + (asked.isAboutKnown ? FIFTH : 0) < EVIDENCE_MIN) return [];
  // Beside a line that answers half of the question, those with a fifth of its evidence are not worth their tokens.
  const least = best >= HALF ? FIFTH * best : 0;
  const worth = shown.filter((result) => evidenceIn(result) >= least);
  const known = distinct(worth.filter(({ kind }) => kind === "fact"));
  const ordered = known.toSorted((a, b) => worthOf(b) - worthOf(a));
  const chosen = new Set([
    ...ordered.slice(0, asksForReply(asked.question) ? LINES_MAX - TURNS_MAX : FACTS_MAX),
    ...(best > HALF ? listOf(ordered) : []),
  ]);
  const facts = known.filter((fact) => chosen.has(fact));
  const others = distinct(
    worth.filter((result) => result.kind !== "fact" && evidenceIn(result) > 0 && adds(result, facts)),
    asksForReply(asked.question),
  );
  return [...facts, ...others.slice(0, Math.max(0, Math.min(TURNS_MAX, LINES_MAX - facts.length)))];
}

/** The facts with the relation of the first that match the question as well. */
function listOf(ordered: readonly SearchResult[]): SearchResult[] {
  const [first] = ordered;
  if (first === undefined) return [];
  const isAlike = ({ item, components: { match } }: SearchResult): boolean =>
    match === first.components.match && relationOf(item as Fact) === relationOf(first.item as Fact);
  return ordered.filter(isAlike).slice(0, LIST_MAX);
}

/** Relevance without regard to time: what is over may be part of an answer, in its place behind what holds. */
function worthOf({ score, components: { standing = 1 } }: SearchResult): number {
  return score / standing;
}

/**
 * How relevant memory is to the question, judged by the results. A turn that contains the words of a question is weaker evidence
 * than an extracted statement, if there are any.
 */
export function bestEvidence(results: readonly SearchResult[]): number {
  const turnShare = results.some(({ kind }) => kind === "fact") ? HALF : 1;
  return Math.max(
    0,
    ...results.map((result) => evidenceIn(result) * (result.kind === "fact" ? 1 : turnShare)),
  );
}

export function evidenceIn({ components }: SearchResult): number {
  return components.evidence ?? 0;
}

/**
 * Current facts, and past ones that nothing replaced: "I had a dog until May" answers a question about the user's dogs. For a turn
 * with past statements, its facts show when they ended.
 */
function withoutReplaced(results: readonly SearchResult[]): SearchResult[] {
  const facts = results.filter(({ kind }) => kind === "fact");
  const current = facts.filter(({ isOutdated }) => !isOutdated);
  const holding = new Set(current.map(({ item }) => relationOf(item as Fact)));
  return results.filter(
    ({ isOutdated, kind, item }) =>
      !isOutdated || (kind === "fact" && !holding.has(relationOf(item as Fact))),
  );
}

function mayBeShown({ kind, item, components }: SearchResult, asked: LinesFor): boolean {
  if (kind === "entity") return (item as Entity).summary !== null;
  if (kind !== "episode") return true;
  const { userMessage, intent } = item as Episode;
  if (components.onlyReply !== undefined && !asksForReply(asked.question)) return false;
  return (
    (intent === null || intent.kind === "remember") &&
    !onlyAsks(beginningAndEnd(userMessage, TURN_CHARS_READ))
  );
}

const SECOND = new RegExp(`^(?:${anySource(({ words: { second } }) => second)})$`, "u");

/** Whether a question is about what the assistant said, advised or wrote. */
export function asksForReply(question: string): boolean {
  return words(question).some((word) => SECOND.test(word));
}

/** The best of those that read alike, of one time. A turn reads like another with the same words of the same day. */
function distinct(results: readonly SearchResult[], withReplies = true): SearchResult[] {
  const shown = new Set<string>();
  return results.filter(({ kind, item, text }) => {
    const { userMessage, occurredAt, speaker } = item as Episode;
    const { validAt, invalidAt } = item as Fact;
    const isWords = kind === "episode" && !withReplies;
    const line = isWords
      ? `${occurredAt.slice(0, 10)} ${speaker ?? ""}: ${userMessage}`
      : [text, validAt?.at, invalidAt?.at].join(" ");
    return !shown.has(line) && shown.add(line);
  });
}

/**
 * Whether a result adds something: a turn that supports one of the best facts, supports no listed fact, or is more relevant than
 * those it supports; a summary based on an unlisted fact; a how-to.
 */
function adds(result: SearchResult, facts: readonly SearchResult[]): boolean {
  const { kind, item, id } = result;
  if (kind === "community") return true;
  if (kind === "entity") {
    if (stepsOf(item as Entity) !== null) return true;
    const listed = new Set(facts.map((fact) => fact.id));
    return (item as Entity).summaryBasis?.factIds.some((factId) => !listed.has(factId)) ?? false;
  }
  const resting = facts.filter(({ evidence }) => evidence.some(({ episodeId }) => episodeId === id));
  if (resting.some((fact) => facts.indexOf(fact) < QUOTED_FACTS)) return true;
  return resting.every((fact) => evidenceIn(fact) < evidenceIn(result));
}
