import { invalidField } from "../../errors.ts";
import type { Profile, Recipe } from "./types.ts";
import { HALF, POOL } from "./weights.ts";

/** Weight of each trait beside the relevance. */
const TRAIT = 0.05;
const PLAIN: Profile = {
  relevance: 1 - 3 * TRAIT,
  importance: TRAIT,
  recency: TRAIT,
  mentions: 0,
  confidence: TRAIT,
  importanceFloor: 2,
  recencyHalfLifeDays: 365,
  kindFactor: { fact: 1, entity: HALF, episode: 0.9 },
};

const QUOTAS = { vector: POOL, mention: 60, text: 60, temporal: 60, recent: 6, graph: 60 };
/** Names, times and meaning support the words; recent turns decide only where nothing else is found. */
const WEIGHTS = { vector: HALF, mention: HALF, text: 1, temporal: HALF, recent: 0.02, graph: HALF };

const WIDE = { vector: 200, mention: 200, text: 200, temporal: 200, recent: 20, graph: 200 };

const DEFAULT: Recipe = {
  name: "default",
  quotas: QUOTAS,
  fusion: { kind: "sum", weights: WEIGHTS },
  profile: PLAIN,
};

/**
 * `default` is the recipe of chats. `landmark` is SCO-1 with the weights of CFG-7, `relevance` SCO-3, `outcome` SCO-4, `contextual`
 * SCO-5 with a half-life of a week, `graphiti` three searches by reciprocal rank alone; `exhaustive` considers more candidates, and
 * communities. The last four are the default plus a reranker.
 */
const VARIANTS = {
  default: {},
  landmark: {
    profile: { ...PLAIN, relevance: 0.65, importance: 0.3, confidence: 0, importanceFloor: 0.75 },
  },
  relevance: {
    profile: { ...PLAIN, relevance: 0.4, importance: 0, recency: 0.3, mentions: 0.2, confidence: 0.1 },
  },
  rrf: {
    fusion: {
      kind: "rrf",
      k: 60,
      weights: { vector: 1, mention: 1, text: 1, temporal: 1, recent: 0.2, graph: 0.5 },
    },
  },
  exhaustive: { quotas: WIDE, graphDepth: 3, communities: true },
  graphiti: {
    quotas: { vector: 40, mention: 0, text: 40, temporal: 0, recent: 0, graph: 40 },
    fusion: {
      kind: "rrf",
      k: 1,
      weights: { vector: 1, mention: 0, text: 1, temporal: 0, recent: 0, graph: 1 },
    },
    profile: { ...PLAIN, relevance: 1, importance: 0, recency: 0, confidence: 0 },
  },
  contextual: {
    profile: { ...PLAIN, relevance: 0.6, recency: 0.35, confidence: 0, recencyHalfLifeDays: 7 },
  },
  outcome: {
    profile: { ...PLAIN, relevance: 0.42, recency: 0.28, outcome: 0.18, importance: 0.12, confidence: 0 },
  },
  mmr: { rerank: { kind: "mmr", lambda: 0.7 } },
  node_distance: { rerank: { kind: "node_distance" } },
  episode_mentions: { rerank: { kind: "episode_mentions" } },
  cross_encoder: { rerank: { kind: "cross_encoder", top: 30 } },
} satisfies Record<string, Partial<Recipe>>;

export const RECIPE_NAMES = Object.keys(VARIANTS) as (keyof typeof VARIANTS)[];

const BY_NAME = new Map<string, Recipe>(
  RECIPE_NAMES.map((name) => [name, { ...DEFAULT, ...VARIANTS[name], name }]),
);

/** The recipe its user chose; the name of a removed one falls back to the default. */
export function recipeOfChat(chosen: string | null): Recipe {
  return BY_NAME.get(chosen ?? "default") ?? DEFAULT;
}

export function recipeNamed(name = "default"): Recipe {
  const recipe = BY_NAME.get(name);
  if (!recipe) throw invalidField("recipe", `must be one of ${RECIPE_NAMES.join(", ")}`);
  return recipe;
}
