import type { RECIPE_NAMES } from "../../services/retrieval/recipes.ts";

/** Ways to look into memory, as its owner would say them. */
export const RECIPES: Record<(typeof RECIPE_NAMES)[number], string> = {
  default: "as in the chat",
  exhaustive: "a deeper look",
  landmark: "importance",
  relevance: "relevance, recency and certainty",
  outcome: "how things turned out",
  contextual: "recent topics",
  rrf: "rank in every search",
  graphiti: "words, meaning and connections",
  mmr: "as in the chat, without repetitions",
  node_distance: "closeness to whom you name",
  episode_mentions: "how often you said it",
  cross_encoder: "a reranking model",
};
