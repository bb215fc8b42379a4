import type { Episode } from "../../domain/model/episode.ts";
import { isTransient, relevanceOf } from "../../domain/model/context.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { TimedContext } from "./lanes.ts";
import { evidenceOf, matches } from "./match.ts";
import { describeItem, readMemoryItems } from "./memory-items.ts";
import { askedStatements, isOver, shadowed, statementsOf, untrueByTurn } from "./outdated.ts";
import { lastMentioned, round, score, traitsOf } from "./score.ts";
import { learnedFactor } from "../learning/ranking.ts";
import { lastUseOf } from "../learning/use.ts";
import type { Candidate, SearchResult } from "./types.ts";
import { validDuring } from "../../domain/belief/validity.ts";
import { isElsewhere, tagOverlap, visibleOf } from "./visible.ts";
import { FIFTH, HALF } from "./weights.ts";

/** Reads the candidates, drops those that do not apply at the time asked about, and scores the rest; best first. */
export async function rank(
  context: TimedContext,
  candidates: Candidate[],
  staged: Fact[],
): Promise<SearchResult[]> {
  const { user, request, now } = context;
  const turnIds = candidates.filter(({ kind }) => kind === "episode").map(({ id }) => id);
  const [items, statements, about, { ranking }, feedback] = await Promise.all([
    readMemoryItems(user, candidates, now),
    statementsOf(user, request.asOf === undefined ? turnIds : []),
    context.asked,
    context.settings,
    request.ignoresFeedback ? [] : user.feedbackOn(candidates.map(({ id }) => id)),
  ]);
  const feedbackBy = Map.groupBy(feedback, ({ targetId }) => targetId);
  const read = candidates.flatMap((candidate) => {
    const item = items.byKey.get(`${candidate.kind}:${candidate.id}`);
    return item === undefined ? [] : [{ candidate, kind: candidate.kind, item }];
  });
  const found = await visibleOf(context, read);
  const match = await matches(context.query, about, context.namesTime ? context.about : [], found, now);
  const shadows = shadowed(items.facts, staged);
  const isGone = (fact: Fact): boolean => shadows.older.has(fact.id) || isOver(fact, now);
  const untrue = untrueByTurn(statements);
  const asked = askedStatements(statements, (fact) => match("fact", fact));
  const results = found.map(({ candidate, kind, item }): SearchResult => {
    const matched = match(kind, item);
    const evidence = evidenceOf(matched, candidate.nearness);
    const byLanes = candidate.relevance;
    // The lanes do not know whom a fact is about or what is asked of it: by itself, being found counts a fifth.
    const answers = HALF * evidence * (1 + byLanes);
    const relevance = kind === "episode" ? byLanes : FIFTH * byLanes + (1 - FIFTH) * answers;
    const uses = feedbackBy.get(item.id) ?? [];
    const traits = traitsOf(kind, item, uses, now);
    const scored = score(relevance, kind, traits, request.recipe.profile, now);
    const facts = kind === "fact" ? [item as Fact] : kind === "episode" ? asked(item.id) : [];
    const standing = timeFactor(context, facts, isGone);
    const components = explained(candidate, { ...scored.components, match: matched, evidence });
    const learned = learnedFactor(ranking?.weights, kind, components, request.recipe.profile);
    const left = kind === "episode" ? leftOf(context, item as Episode, uses) : 1;
    const overlap = request.tags === undefined ? null : tagOverlap(request.tags, kind, item);
    return {
      kind,
      id: candidate.id,
      ...describeItem(kind, item),
      score: round(scored.score * standing * left * learned * (overlap === null ? 1 : (1 + overlap) / 2)),
      components: {
        ...components,
        ...(standing === 1 ? {} : { standing: round(standing) }),
        ...(learned === 1 ? {} : { learned: round(learned) }),
        ...(left === 1 ? {} : { decay: round(left) }),
        ...(overlap === null ? {} : { tags: round(overlap) }),
      },
      isNew: shadows.fresh.has(candidate.id),
      isOutdated: facts.some(isGone),
      untrue: kind === "episode" ? (untrue.get(item.id) ?? []) : [],
      isTold: false,
      item,
    };
  });
  return results.sort(byScore);
}

/** What time has left of the relevance of transient context, 0-1; that of the conversation that asks comes first. */
function leftOf({ request, now }: TimedContext, episode: Episode, uses: readonly Feedback[]): number {
  if (!isTransient(episode)) return 1;
  const left = relevanceOf(episode.contextType, lastUseOf(episode, uses), now);
  return isElsewhere(request, episode) ? HALF * left : left;
}

/** Best first; of those alike, the newest. */
function byScore(a: SearchResult, b: SearchResult): number {
  return b.score - a.score || lastSaid(b).localeCompare(lastSaid(a)) || (a.id < b.id ? -1 : 1);
}

function lastSaid({ kind, item }: SearchResult): Instant {
  return lastMentioned(kind, item) ?? "";
}

/**
 * The factor of a fact at the time asked about: what is past ranks lower but stays findable, and so does the present where the past
 * is asked for. A turn takes it from its statements that best match the question: the worst of them now, the best of them for a
 * past time ("we moved in May" says little about March).
 */
function timeFactor(
  { request, about, namesTime }: TimedContext,
  facts: readonly Fact[],
  isGone: (fact: Fact) => boolean,
): number {
  if (request.knownAt !== undefined || request.asOf !== undefined || facts.length === 0) return 1;
  const isThen = (fact: Fact): boolean => about.some((time) => validDuring(fact, time) === "valid");
  const isNow = (fact: Fact): boolean =>
    !isGone(fact) && about.some((time) => validDuring(fact, time) !== "not");
  return (namesTime ? facts.some(isThen) : facts.every(isNow)) ? 1 : HALF;
}

function explained({ lanes, nearness, onlyReply }: Candidate, parts: object): Record<string, number> {
  const all = [
    ...Object.entries({
      ...parts,
      ...(nearness !== undefined && { nearness }),
      ...(onlyReply && { onlyReply: 1 }),
    }),
    ...Object.entries(lanes).map(([lane, value]) => [`lane.${lane}`, value] as const),
  ];
  return Object.fromEntries(all.map(([name, value]) => [name, round(value)]));
}
