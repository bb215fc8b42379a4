import type { Episode } from "../../domain/model/episode.ts";
import { isTransient, relevanceOf } from "../../domain/model/context.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { validDuring } from "../../domain/belief/validity.ts";
import { learnedFactor } from "../learning/ranking.ts";
import { lastUseOf } from "../learning/use.ts";
import type { SearchContext } from "./lanes.ts";
import { evidenceOf, matches } from "./match.ts";
import { describe, readMemories } from "./memory-items.ts";
import { askedAmong, isOver, restsOn, shadowed, statementsOf, untrueAmong } from "./outdated.ts";
import type { AskedTimes } from "./query.ts";
import { lastMentioned, round, score } from "./score.ts";
import type { Candidate, SearchRequest, SearchResult } from "./types.ts";
import { isElsewhere, tagOverlap, visibleOf } from "./visible.ts";
import { FIFTH, HALF } from "./weights.ts";

/** Reads the candidates, drops those that do not apply at the time asked about, and scores the rest; best first. */
export async function rank(
  context: SearchContext,
  candidates: Candidate[],
  staged: Fact[],
): Promise<SearchResult[]> {
  const { user, request, now } = context;
  const { profile } = request.recipe;
  const turnIds = candidates.filter(({ kind }) => kind === "episode").map(({ id }) => id);
  const [read, statements, about, times, { ranking }, feedback] = await Promise.all([
    readMemories(user, candidates, now),
    statementsOf(user, request.asOf === undefined ? turnIds : []),
    context.asked,
    context.times,
    context.settings,
    request.ignoresFeedback ? [] : user.feedbackOn(candidates.map(({ id }) => id)),
  ]);
  const feedbackBy = Map.groupBy(feedback, ({ targetId }) => targetId);
  const found = await visibleOf(context, read);
  const match = await matches(context.query, about, times.named, found, now);
  const facts = read.flatMap(({ kind, item }) => (kind === "fact" ? [item] : []));
  const shadows = shadowed(facts, staged);
  const isGone = (fact: Fact): boolean => shadows.older.has(fact.id) || isOver(fact, now);
  const results = found.map(({ lanes, relevance: byLanes, nearness, onlyReply, ...memory }): SearchResult => {
    const { kind, item } = memory;
    const howFound = {
      ...(nearness === undefined ? {} : { nearness }),
      ...(onlyReply ? { onlyReply: 1 } : {}),
      ...Object.fromEntries(Object.entries(lanes).map(([lane, value]) => [`lane.${lane}`, value])),
    };
    const isTurn = kind === "episode";
    const matched = match(memory);
    const evidence = evidenceOf(matched, nearness);
    // The lanes do not know whom a fact is about or what is asked of it: by itself, being found counts a fifth.
    const answers = HALF * evidence * (1 + byLanes);
    const relevance = isTurn ? byLanes : FIFTH * byLanes + (1 - FIFTH) * answers;
    const uses = feedbackBy.get(item.id) ?? [];
    const scored = score(relevance, memory, uses, profile, now);
    const components = rounded({ ...scored.components, match: matched, evidence, ...howFound });
    const told = isTurn ? statements.filter((fact) => restsOn(fact, item.id)) : [];
    const asked = kind === "fact" ? [item] : askedAmong(told, (one) => match({ kind: "fact", item: one }));
    const overlap = request.tags === undefined ? null : tagOverlap(request.tags, memory);
    const factors = {
      standing: timeFactor(request, times, asked, isGone),
      learned: learnedFactor(ranking?.weights, kind, components, profile),
      decay: isTurn ? leftOf(context, item, uses) : 1,
    };
    const factor = factors.standing * factors.decay * factors.learned;
    const applied = Object.entries(factors).filter(([, value]) => value !== 1);
    return {
      ...memory,
      ...describe(memory),
      score: round(scored.score * factor * (overlap === null ? 1 : (1 + overlap) / 2)),
      components: {
        ...components,
        ...rounded(Object.fromEntries(applied)),
        ...(overlap === null ? {} : { tags: round(overlap) }),
      },
      isNew: shadows.fresh.has(item.id),
      isOutdated: asked.some(isGone),
      untrue: untrueAmong(told),
      isTold: false,
    };
  });
  return results.sort(byScore);
}

/** What time has left of the relevance of transient context, 0-1; that of the conversation that asks comes first. */
function leftOf({ request, now }: SearchContext, episode: Episode, uses: readonly Feedback[]): number {
  if (!isTransient(episode)) return 1;
  const left = relevanceOf(episode.contextType, lastUseOf(episode, uses), now);
  return isElsewhere(request, episode) ? HALF * left : left;
}

/** Best first; of those alike, the newest. */
function byScore(a: SearchResult, b: SearchResult): number {
  return b.score - a.score || lastMentioned(b).localeCompare(lastMentioned(a)) || (a.id < b.id ? -1 : 1);
}

/**
 * The factor of a fact at the time asked about: what is past ranks lower but stays findable, and so does the present where the past
 * is asked for. A turn takes it from its statements that best match the question: the worst of them now, the best of them for a
 * past time ("we moved in May" says little about March).
 */
function timeFactor(
  { knownAt, asOf }: SearchRequest,
  { about, named }: AskedTimes,
  facts: readonly Fact[],
  isGone: (fact: Fact) => boolean,
): number {
  if (knownAt !== undefined || asOf !== undefined || facts.length === 0) return 1;
  const isThen = (fact: Fact): boolean => about.some((time) => validDuring(fact, time));
  const isNow = (fact: Fact): boolean => !isGone(fact) && isThen(fact);
  return (named.length > 0 ? facts.some(isThen) : facts.every(isNow)) ? 1 : HALF;
}

function rounded(parts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, round(value)]));
}
