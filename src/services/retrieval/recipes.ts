import { invalidField } from "../../errors.ts";
import type { Profile, Recipe } from "./types.ts";

const PLAIN: Profile = {
  relevance: 0.85,
  importance: 0.05,
  recency: 0.05,
  mentions: 0,
  confidence: 0.05,
  importanceFloor: 2,
  recencyHalfLifeDays: 365,
  kindFactor: { fact: 1, entity: 0.5, episode: 0.9 },
};

const QUOTAS = { vector: 40, mention: 60, text: 40, temporal: 30, recent: 6, graph: 40 };
const WEIGHTS = { vector: 1, mention: 0.35, text: 1, temporal: 0.35, recent: 0.02, graph: 0.15 };

export interface RecipeSettings {
  similarity: number;
  importance: number;
  recency: number;
  halfLifeDays: number;
  importanceFloor: number;
}

/** The shipped recipes. `landmark` is SCO-1 with its environment weights, `relevance` SCO-3. */
export function shippedRecipes(settings: RecipeSettings): Map<string, Recipe> {
  const recipes: Recipe[] = [
    { name: "default", quotas: QUOTAS, fusion: { kind: "sum", weights: WEIGHTS }, profile: PLAIN },
    {
      name: "landmark",
      quotas: QUOTAS,
      fusion: { kind: "sum", weights: WEIGHTS },
      profile: {
        ...PLAIN,
        relevance: settings.similarity,
        importance: settings.importance,
        recency: settings.recency,
        confidence: 0,
        importanceFloor: settings.importanceFloor,
        recencyHalfLifeDays: settings.halfLifeDays,
      },
    },
    {
      name: "relevance",
      quotas: QUOTAS,
      fusion: { kind: "sum", weights: WEIGHTS },
      profile: { ...PLAIN, relevance: 0.4, importance: 0, recency: 0.3, mentions: 0.2, confidence: 0.1 },
    },
    {
      name: "rrf",
      quotas: QUOTAS,
      fusion: {
        kind: "rrf",
        k: 60,
        weights: { vector: 1, mention: 1, text: 1, temporal: 1, recent: 0.2, graph: 0.5 },
      },
      profile: PLAIN,
    },
  ];
  return new Map(recipes.map((recipe) => [recipe.name, recipe]));
}

export function recipeNamed(recipes: Map<string, Recipe>, name: string | undefined): Recipe {
  const recipe = recipes.get(name ?? "default");
  if (!recipe) throw invalidField("recipe", `must be one of ${[...recipes.keys()].join(", ")}`);
  return recipe;
}
