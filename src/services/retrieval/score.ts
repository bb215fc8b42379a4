import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Outcome } from "../../domain/model/context.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { catalogued, type Duration } from "../../domain/belief/predicate.ts";
import type { Feedback } from "../../domain/model/feedback.ts";
import { daysBetween, type Instant } from "../../domain/model/time.ts";
import { retrievability } from "../learning/stability.ts";
import { usefulness } from "../learning/use.ts";
import type { LaneHit, LaneHits } from "./lanes.ts";
import { LANES, type Candidate, type MemoryItem, type Lane, type Profile, type Recipe } from "./types.ts";
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
 * Sets the relevance of the candidates, 0-1: a weighted sum of their lane scores, or of 1 / (k + rank) with ranks from 1 per lane
 * (Cormack et al. 2009). Returns them best first.
 */
export function fuse(candidates: Candidate[], { fusion }: Recipe): Candidate[] {
  for (const lane of LANES) {
    const found = candidates.filter(({ lanes }) => lanes[lane] !== undefined);
    found.sort((a, b) => (b.lanes[lane] ?? 0) - (a.lanes[lane] ?? 0));
    for (const [n, candidate] of found.entries()) {
      const score = fusion.kind === "rrf" ? 1 / (fusion.k + n + 1) : (candidate.lanes[lane] ?? 0);
      candidate.relevance += fusion.weights[lane] * score;
    }
  }
  const best = Math.max(...candidates.map(({ relevance }) => relevance), Number.MIN_VALUE);
  for (const candidate of candidates) candidate.relevance /= best;
  return candidates.sort((a, b) => b.relevance - a.relevance);
}

/** exp(-ln 2 * age / half-life); 0.5 without a usable time (SCO-2). */
function recency(at: Instant | null, now: Instant, halfLifeDays: number): number {
  const age = at === null ? Number.NaN : daysBetween(at, now);
  if (Number.isNaN(age)) return 0.5;
  return Math.exp((-Math.LN2 * Math.max(0, age)) / halfLifeDays);
}

export interface Traits {
  importance: number;
  at: Instant | null;
  mentions: number;
  confidence: number;
  /** How it ended, 0 badly to 1 well; of memories that are no attempts, how useful they were (SCO-4, F43). */
  outcome: number;
  /** Whether it was of use, -1 to 1. */
  use: number;
  /** Probability that somebody told this so often still knew it (STB-1). */
  stability: number;
}

/** As `use`. */
const OUTCOME: Record<Outcome, number> = { success: 1, partial: 0, neutral: 0, failure: -1 };

export function traitsOf(
  kind: Candidate["kind"],
  item: MemoryItem,
  feedback: readonly Feedback[],
  now: Instant,
): Traits {
  const { times, ...traits } = ownTraits(kind, item);
  const use = usefulness(feedback, now);
  const uses = feedback.filter(({ helpful }) => helpful).map(({ at }) => at);
  const { outcome } = item as Episode;
  return {
    ...traits,
    at: times.toSorted().at(-1) ?? null,
    outcome: HALF + (HALF - FIFTH) * (kind === "episode" && outcome !== undefined ? OUTCOME[outcome] : use),
    use,
    stability: retrievability([...times, ...uses], now),
  };
}

/** Lasting facts say more about someone than passing ones (SCO-1 asks for a single number). */
const IMPORTANCE: Record<Duration, number> = {
  "for life": 1 - FIFTH,
  long: 1 - FIFTH,
  usual: HALF,
  briefly: FIFTH,
};

/** When it was last mentioned. */
export function lastMentioned(kind: Candidate["kind"], item: MemoryItem): Instant | null {
  return ownTraits(kind, item).times.toSorted().at(-1) ?? null;
}

/** `times`: when it was mentioned. */
function ownTraits(
  kind: Candidate["kind"],
  item: MemoryItem,
): Pick<Traits, "importance" | "mentions" | "confidence"> & { times: Instant[] } {
  if (kind === "fact") {
    const { predicate, evidence, createdAt, confidence } = item as Fact;
    const importance = IMPORTANCE[catalogued(predicate)?.lasts ?? "usual"];
    const said = evidence.map(({ occurredAt }) => occurredAt);
    return { importance, times: said.length === 0 ? [createdAt] : said, mentions: said.length, confidence };
  }
  if (kind === "entity") {
    const { lastMentionedAt, mentionCount, confidence } = item as Entity;
    return { importance: FIFTH, times: [lastMentionedAt], mentions: mentionCount, confidence };
  }
  if (kind === "community") {
    const { updatedAt, members } = item as Community;
    return { importance: FIFTH, times: [updatedAt], mentions: members.length, confidence: 0.5 };
  }
  const { importance, occurredAt, sourceCount } = item as Episode;
  return { importance, times: [occurredAt], mentions: sourceCount, confidence: 0.5 };
}

/**
 * Applies the profile to relevance and traits. A memory that was always of use gains a fifth, one that never was loses it. Every
 * part is returned so that a result can explain itself.
 */
export function score(
  relevance: number,
  kind: Candidate["kind"],
  traits: Traits,
  profile: Profile,
  now: Instant,
): { score: number; components: Record<string, number> } {
  const recent =
    traits.importance >= profile.importanceFloor ? 1 : recency(traits.at, now, profile.recencyHalfLifeDays);
  const components = {
    relevance: profile.relevance * relevance,
    importance: profile.importance * traits.importance,
    recency: profile.recency * recent,
    mentions: profile.mentions * Math.min(traits.mentions / 10, 1),
    confidence: profile.confidence * traits.confidence,
    ...(profile.outcome === undefined ? {} : { outcome: profile.outcome * traits.outcome }),
  };
  const sum = Object.values(components).reduce((total, part) => total + part, 0);
  const factor = (profile.kindFactor[kind] ?? HALF) * (1 + FIFTH * traits.use);
  const { use, stability } = traits;
  return { score: sum * factor, components: { ...components, stability, ...(use === 0 ? {} : { use }) } };
}

/** The precision of displayed scores. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
