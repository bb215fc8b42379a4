import { anySource } from "../../language/index.ts";
import { stepsOf } from "../../domain/model/procedure.ts";
import { onlyAsks } from "../../language/asks.ts";
import { beginningAndEnd } from "../../language/excerpt.ts";
import { words } from "../../language/text.ts";
import { distinctBy } from "../collections.ts";
import { TURN_CHARS_READ } from "./memory-items.ts";
import { relationOf, restsOn } from "./outdated.ts";
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

export type FactResult = Extract<SearchResult, { kind: "fact" }>;

export function isFact(result: SearchResult): result is FactResult {
  return result.kind === "fact";
}

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
  const known = distinct(worth.filter(isFact));
  const ordered = known.toSorted((a, b) => worthOf(b) - worthOf(a));
  const chosen = new Set([
    ...ordered.slice(0, asksForReply(asked.question) ? LINES_MAX - TURNS_MAX : FACTS_MAX),
    ...(best > HALF ? listOf(ordered) : []),
  ]);
  const facts = known.filter((fact) => chosen.has(fact));
  const others = distinct(
    worth.filter((result) => !isFact(result) && evidenceIn(result) > 0 && adds(result, facts)),
    asksForReply(asked.question),
  );
  return [...facts, ...others.slice(0, Math.max(0, Math.min(TURNS_MAX, LINES_MAX - facts.length)))];
}

/** The facts with the relation of the first that match the question as well. */
function listOf(ordered: readonly FactResult[]): FactResult[] {
  const [first] = ordered;
  if (first === undefined) return [];
  const isAlike = (one: FactResult): boolean =>
    one.components.match === first.components.match && relationOf(one.item) === relationOf(first.item);
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
  const turnShare = results.some(isFact) ? HALF : 1;
  return Math.max(0, ...results.map((result) => evidenceIn(result) * (isFact(result) ? 1 : turnShare)));
}

export function evidenceIn({ components }: SearchResult): number {
  return components.evidence ?? 0;
}

/**
 * Current facts, and past ones that nothing replaced: "I had a dog until May" answers a question about the user's dogs. For a turn
 * with past statements, its facts show when they ended.
 */
function withoutReplaced(results: readonly SearchResult[]): SearchResult[] {
  const current = results.filter(isFact).filter(({ isOutdated }) => !isOutdated);
  const holding = new Set(current.map(({ item }) => relationOf(item)));
  return results.filter((one) => !one.isOutdated || (isFact(one) && !holding.has(relationOf(one.item))));
}

function mayBeShown({ kind, item, components }: SearchResult, asked: LinesFor): boolean {
  if (kind === "entity") return item.summary !== null;
  if (kind !== "episode") return true;
  const { userMessage, intent } = item;
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
function distinct<T extends SearchResult>(results: readonly T[], withReplies = true): T[] {
  return distinctBy(results, ({ kind, item, text }: SearchResult) => {
    if (kind === "fact") return [text, item.validAt?.at, item.invalidAt?.at].join(" ");
    if (kind !== "episode" || withReplies) return text;
    return `${item.occurredAt.slice(0, 10)} ${item.speaker ?? ""}: ${item.userMessage}`;
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
    const basis = item.summaryBasis?.factIds ?? [];
    return stepsOf(item) !== null || basis.some((factId) => facts.every((fact) => fact.id !== factId));
  }
  const resting = facts.filter((fact) => restsOn(fact, id));
  if (resting.some((fact) => facts.indexOf(fact) < QUOTED_FACTS)) return true;
  return resting.every((fact) => evidenceIn(fact) < evidenceIn(result));
}
