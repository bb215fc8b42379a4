import type { Outcome } from "../../domain/model/context.ts";
import { catalogued, type Duration } from "../../domain/belief/predicate.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { daysBetween, type Instant } from "../../domain/model/time.ts";
import { retrievability } from "../learning/stability.ts";
import { usefulness } from "../learning/use.ts";
import type { LaneHit, LaneHits } from "./lanes.ts";
import { LANES, type Candidate, type Memory, type Lane, type Profile, type Recipe } from "./types.ts";
import { FIFTH, HALF } from "./weights.ts";

/** Merges the lanes' results: one candidate per memory, with its best score in each lane. */
export function merge(found: LaneHits): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const [lane, hits] of Object.entries(found) as [Lane, LaneHit[]][]) {
    for (const hit of hits) {
      const key = `${hit.kind}:${hit.id}`;
      const candidate = candidates.get(key) ?? { kind: hit.kind, id: hit.id, lanes: {}, relevance: 0 };
      candidate.lanes[lane] = Math.max(candidate.lanes[lane] ?? 0, hit.score);
      if (hit.nearness !== undefined) candidate.nearness = hit.nearness;
      candidate.onlyReply = (candidate.onlyReply ?? true) && hit.onlyReply === true;
      candidates.set(key, candidate);
    }
  }
  return [...candidates.values()];
}

/**
 * Sets the relevance of the candidates, 0-1: a weighted sum of their lane scores, or of the reciprocals of their ranks. Returns them
 * best first.
 */
export function fuse(candidates: Candidate[], { fusion }: Recipe): Candidate[] {
  const inLane = ({ lanes }: Candidate, lane: Lane): number | undefined => lanes[lane];
  const relevances =
    fusion.kind === "rrf"
      ? reciprocalRanks(candidates, inLane, fusion)
      : candidates.map((one) => sum(LANES.map((lane) => fusion.weights[lane] * (inLane(one, lane) ?? 0))));
  const relative = shares(relevances);
  return candidates
    .map((one, n) => ({ ...one, relevance: relative[n] ?? 0 }))
    .sort((a, b) => b.relevance - a.relevance);
}

/** The sum over the lanes that found it of weight / (k + rank), with ranks from 1 (Cormack et al. 2009), of each in order. */
export function reciprocalRanks<T>(
  all: readonly T[],
  scoreIn: (one: T, lane: Lane) => number | undefined,
  { k, weights }: { k: number; weights?: Record<Lane, number> },
): number[] {
  const inLanes = LANES.map((lane) => {
    const found = all.filter((one) => scoreIn(one, lane) !== undefined);
    found.sort((a, b) => (scoreIn(b, lane) ?? 0) - (scoreIn(a, lane) ?? 0));
    return new Map(found.map((one, n) => [one, (weights?.[lane] ?? 1) / (k + n + 1)]));
  });
  return all.map((one) => sum(inLanes.map((lane) => lane.get(one) ?? 0)));
}

/** Each as its share of the best one. */
export function shares(values: readonly number[]): number[] {
  const best = Math.max(...values, Number.MIN_VALUE);
  return values.map((value) => value / best);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Lasting facts say more about someone than passing ones (SCO-1 asks for a single number). */
const IMPORTANCE: Record<Duration, number> = {
  "for life": 1 - FIFTH,
  long: 1 - FIFTH,
  usual: HALF,
  briefly: FIFTH,
};

/** When it was last mentioned. */
export function lastMentioned(memory: Memory): Instant {
  return traitsOf(memory).times.toSorted().at(-1) ?? "";
}

/** `times`: when it was mentioned. */
function traitsOf({ kind, item }: Memory) {
  switch (kind) {
    case "fact": {
      const { predicate, evidence, createdAt, confidence } = item;
      const importance = IMPORTANCE[catalogued(predicate)?.lasts ?? "usual"];
      const said = evidence.map(({ occurredAt }) => occurredAt);
      return { importance, times: said.length === 0 ? [createdAt] : said, mentions: said.length, confidence };
    }
    case "entity": {
      const { lastMentionedAt, mentionCount, confidence } = item;
      return { importance: FIFTH, times: [lastMentionedAt], mentions: mentionCount, confidence };
    }
    case "episode": {
      const { importance, occurredAt, sourceCount } = item;
      return { importance, times: [occurredAt], mentions: sourceCount, confidence: HALF };
    }
    case "community":
      return { importance: FIFTH, times: [item.updatedAt], mentions: item.members.length, confidence: HALF };
  }
}

/**
 * Applies the profile to relevance and traits. A memory that was always of use gains a fifth, one that never was loses it. Every
 * part is returned so that a result can explain itself; `stability` is the probability that somebody told this so often still knew
 * it (STB-1).
 */
export function score(
  relevance: number,
  memory: Memory,
  feedback: readonly Feedback[],
  profile: Profile,
  now: Instant,
): { score: number; components: Record<string, number> } {
  const { importance, times, mentions, confidence } = traitsOf(memory);
  const use = usefulness(feedback, now);
  const uses = feedback.filter(({ helpful }) => helpful).map(({ at }) => at);
  const components = {
    relevance: profile.relevance * relevance,
    importance: profile.importance * importance,
    recency: profile.recency * (importance >= profile.importanceFloor ? 1 : recency(times, profile, now)),
    mentions: profile.mentions * Math.min(mentions / 10, 1),
    confidence: profile.confidence * confidence,
    ...(profile.outcome === undefined ? {} : { outcome: profile.outcome * outcomeOf(memory, use) }),
  };
  const factor = (profile.kindFactor[memory.kind] ?? HALF) * (1 + FIFTH * use);
  const stability = retrievability([...times, ...uses], now);
  return {
    score: sum(Object.values(components)) * factor,
    components: { ...components, stability, ...(use === 0 ? {} : { use }) },
  };
}

/** exp(-ln 2 * age / half-life) of the last mention (SCO-2). */
function recency(times: readonly Instant[], { recencyHalfLifeDays }: Profile, now: Instant): number {
  const age = Math.min(...times.map((at) => daysBetween(at, now)));
  return Math.exp((-Math.LN2 * Math.max(0, age)) / recencyHalfLifeDays);
}

/** As the use of a memory, -1 to 1. */
const OUTCOME: Record<Outcome, number> = { success: 1, partial: 0, neutral: 0, failure: -1 };

/** How it ended, 0 badly to 1 well; of memories that are no attempts, how useful they were (SCO-4, F43). */
function outcomeOf({ kind, item }: Memory, use: number): number {
  const outcome = kind === "episode" ? item.outcome : undefined;
  return HALF + (HALF - FIFTH) * (outcome === undefined ? use : OUTCOME[outcome]);
}

/** The precision of displayed scores. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
