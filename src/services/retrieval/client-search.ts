import { invalidField, invalidFields } from "../../errors.ts";
import type { Reranker } from "../../ports/reranker.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { recipeNamed } from "./recipes.ts";
import { lookedAt, understand } from "./query.ts";
import { search, type SearchDeps } from "./search.ts";
import { evidenceIn } from "./shown-lines.ts";
import type { Recipe, SearchRequest, SearchResult } from "./types.ts";
import { HALF } from "./weights.ts";

export type ClientSearch = Omit<SearchRequest, "recipe"> & { recipe?: string | Recipe | undefined };

/** `relevant`: no results if a chat would get none; `any`: the nearest results regardless. */
export const RELEVANCE = ["relevant", "any"] as const;

/** The search results shown to a client. */
export interface JudgedResults {
  results: SearchResult[];
  /** None of them covers half of the question. */
  weak: boolean;
  /** Number of results hidden because they are not relevant to the question. */
  leftOut: number;
}

/**
 * Judges search results. In addition to what a chat would get, it shows any match of a query of one
 * word or of numbers, and everything within a requested time, conversation or neighbourhood of an entity.
 */
export function judgeResults(
  all: SearchResult[],
  { query, scope, origins = [], debug }: ClientSearch,
  relevance: (typeof RELEVANCE)[number],
): JudgedResults {
  const isLoose = relevance === "any" || scope !== undefined || origins.length > 0;
  const found = relevance === "any" ? all : all.filter(isFound);
  const shows = isLoose || found.some(({ isTold }) => isTold);
  const weak = !found.some((result) => evidenceIn(result) >= HALF);
  const { terms, tellingTerms } = understand(lookedAt(query));
  if (shows || terms.length <= 1 || tellingTerms.length === 0) return { results: found, weak, leftOut: 0 };
  debug?.dropped.push(...found.map(({ kind, id }) => ({ kind, id, why: "not relevant" }) as const));
  return { results: [], weak, leftOut: found.length };
}

/** Results found only for being recent are meant for a chat message that refers back to them. */
function isFound({ components, isTold }: SearchResult): boolean {
  return isTold || Object.keys(components).some((name) => /^lane\.(?!recent)/.test(name));
}

/** A search as a client asks for it; throws `invalid_request` if the recipe or an entity does not exist. */
export async function clientSearch(
  deps: SearchDeps & { crossEncoder: Reranker | null },
  user: UserStore,
  { recipe, ...request }: ClientSearch,
): Promise<SearchResult[]> {
  const chosen = typeof recipe === "object" ? recipe : recipeNamed(recipe);
  if (chosen.rerank?.kind === "cross_encoder" && deps.crossEncoder === null)
    throw invalidField("recipe", "needs a reranking server: set RERANK_URL");
  await expectEntities(user, request);
  return search(deps, user, { ...request, recipe: chosen });
}

/** Entities that a search starts or counts from must exist. */
async function expectEntities(user: UserStore, { origins = [], center }: ClientSearch): Promise<void> {
  const asked = [
    ...origins.map((id, at) => ({ field: `origins.${at}`, id })),
    ...(center === undefined ? [] : [{ field: "center", id: center }]),
  ];
  if (asked.length === 0) return;
  const known = await user.entitiesById(asked.map(({ id }) => id));
  const unknown = asked.filter(({ id }) => known.every((entity) => entity.id !== id));
  if (unknown.length > 0)
    throw invalidFields(unknown.map(({ field }) => ({ field, message: "is no entity of this user" })));
}
