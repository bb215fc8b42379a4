import { z } from "zod";
import type { LearnedRanking } from "../../domain/model/user.ts";

/**
 * A ranking learned from the user's own questions (FUS-1, RRK-1): a factor on each score, computed from the parts that
 * the search explains it with. It begins at 1 and never leaves `FACTOR_MAX`.
 */

/** Parts that are learned from, each about 0-1. Their order is that of `x`. */
export const FEATURES = [
  "recency",
  "importance",
  "confidence",
  "stability",
  "turn",
  "thing",
  "evidence",
  "vector",
  "text",
  "graph",
] as const;
type Feature = (typeof FEATURES)[number];
type Weights = LearnedRanking["weights"];

/** Largest change of a score by what was learned, either way. */
export const FACTOR_MAX = 1.5;
const RANGE = Math.log(FACTOR_MAX);
const WEIGHT_MAX = 3;

export const LearnedRankingSchema = z.strictObject({
  since: z.string().nullable(),
  learnedAt: z.string().nullable(),
  weights: z.partialRecord(z.enum(FEATURES), z.number().min(-WEIGHT_MAX).max(WEIGHT_MAX)),
  questions: z.int().min(0),
  shipped: z.number().min(0).max(1),
  learned: z.number().min(0).max(1),
}) satisfies z.ZodType<LearnedRanking>;

/** A candidate as learning sees it. */
interface Example {
  /** Without what was learned. */
  score: number;
  x: number[];
}

/** One question: its candidates, best first, and which of them were of use. */
export interface Lesson {
  candidates: (Example & { wanted: boolean })[];
}

/** `components`: as in a search result; `profile`: the weights they contain. */
export function featuresOf(
  kind: string,
  components: Readonly<Record<string, number>>,
  profile: Readonly<Record<"recency" | "importance" | "confidence", number>>,
): number[] {
  const unweighted = (name: "recency" | "importance" | "confidence"): number =>
    profile[name] === 0 ? 0.5 : (components[name] ?? 0) / profile[name];
  const values: Record<Feature, number> = {
    recency: unweighted("recency"),
    importance: unweighted("importance"),
    confidence: unweighted("confidence"),
    stability: components["stability"] ?? 0,
    turn: Number(kind === "episode"),
    thing: Number(kind === "entity"),
    evidence: components["evidence"] ?? 0,
    vector: components["lane.vector"] ?? 0,
    text: components["lane.text"] ?? 0,
    graph: components["lane.graph"] ?? 0,
  };
  return FEATURES.map((name) => values[name]);
}

/** The factor on the score of a candidate. */
export function learnedFactor(
  weights: Weights | undefined,
  ...candidate: Parameters<typeof featuresOf>
): number {
  return weights === undefined ? 1 : factorOf(weights, featuresOf(...candidate));
}

function factorOf(weights: Weights, x: readonly number[]): number {
  return Math.exp(RANGE * Math.tanh(dot(vectorOf(weights), x)));
}

const ROUNDS = 60;
const RATE = 0.5;
/** Pulls the weights back to the shipped ranking: few questions move little. */
const PULL = 0.02;
/** A wanted candidate should be ahead by about a quarter of its score. */
const SHARPNESS = 4;
/** Unwanted candidates that each wanted one is compared with. */
const RIVALS_MAX = 10;

/** Weights by pairwise logistic loss: each wanted candidate should score above the best unwanted ones. Deterministic. */
export function train(lessons: readonly Lesson[]): Weights {
  const pairs = lessons.flatMap(({ candidates }) => {
    const rivals = candidates.filter(({ wanted }) => !wanted).slice(0, RIVALS_MAX);
    const wanted = candidates.filter((one) => one.wanted);
    return wanted.flatMap((one) =>
      rivals.map((other) => ({ one, other, share: 1 / (wanted.length * rivals.length) })),
    );
  });
  const w = FEATURES.map(() => 0);
  for (let round = 0; round < ROUNDS && pairs.length > 0; round++) {
    const gradient = w.map((value) => PULL * value);
    for (const { one, other, share } of pairs) {
      const [u, v] = [Math.tanh(dot(w, one.x)), Math.tanh(dot(w, other.x))];
      const margin = Math.log(safe(one.score) / safe(other.score)) + RANGE * (u - v);
      const pull = (SHARPNESS * share * RANGE) / (lessons.length * (1 + Math.exp(SHARPNESS * margin)));
      for (let i = 0; i < w.length; i++) {
        const slope = (1 - u * u) * (one.x[i] ?? 0) - (1 - v * v) * (other.x[i] ?? 0);
        gradient[i] = (gradient[i] ?? 0) - pull * slope;
      }
    }
    for (let i = 0; i < w.length; i++)
      w[i] = Math.max(-WEIGHT_MAX, Math.min(WEIGHT_MAX, (w[i] ?? 0) - RATE * (gradient[i] ?? 0)));
  }
  return Object.fromEntries(FEATURES.map((name, i) => [name, Math.round((w[i] ?? 0) * 1000) / 1000]));
}

/** Mean reciprocal rank of the first wanted candidate, 0-1. */
export function reciprocalRank(lessons: readonly Lesson[], weights: Weights): number {
  const ranks = lessons.map(({ candidates }) => {
    const ranked = candidates
      .map((one) => ({ ...one, score: one.score * factorOf(weights, one.x) }))
      .sort((a, b) => b.score - a.score);
    const at = ranked.findIndex(({ wanted }) => wanted);
    return at < 0 ? 0 : 1 / (at + 1);
  });
  return ranks.length === 0 ? 0 : ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
}

function vectorOf(weights: Weights): number[] {
  return FEATURES.map((name) => weights[name] ?? 0);
}

function dot(w: readonly number[], x: readonly number[]): number {
  return w.reduce((sum, value, i) => sum + value * (x[i] ?? 0), 0);
}

function safe(score: number): number {
  return Math.max(score, 1e-6);
}
