import type { RECIPE_NAMES } from "../../services/retrieval/recipes.ts";

/** Ways to look into memory, as its owner would say them. */
export const RECIPES: Record<(typeof RECIPE_NAMES)[number], string> = {
  default: "as the chat recalls",
  exhaustive: "look through five times as much",
  landmark: "what is important",
  relevance: "search, recency, mentions, confidence",
  outcome: "how things went counts",
  contextual: "what was lately spoken of",
  rrf: "by rank in each way of looking",
  graphiti: "words, meaning and graph by rank",
  mmr: "as the chat, without repetitions",
  node_distance: "near to whom you name",
  episode_mentions: "what was said more often",
  cross_encoder: "read again by a reranking model",
};
