import type { RECIPE_NAMES } from "../../services/retrieval/recipes.ts";
import { t } from "../language/text.ts";

/** Ways to look into memory, as its owner would say them. */
export const RECIPES: Record<(typeof RECIPE_NAMES)[number], string> = {
  default: t("as in the chat"),
  exhaustive: t("a deeper look"),
  landmark: t("importance"),
  relevance: t("relevance, recency and certainty"),
  outcome: t("how things turned out"),
  contextual: t("recent topics"),
  rrf: t("rank in every search"),
  graphiti: t("words, meaning and connections"),
  mmr: t("as in the chat, without repetitions"),
  node_distance: t("closeness to whom you name"),
  episode_mentions: t("how often you said it"),
  cross_encoder: t("a reranking model"),
};
