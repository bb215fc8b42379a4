import { invalidField, invalidFields } from "../../errors.ts";
import type { Reranker } from "../../ports/reranker.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { recipeNamed } from "./recipes.ts";
import { isRelevant, isShown, isWeak, type RELEVANCE } from "./relevance.ts";
import { search, type SearchDeps } from "./search.ts";
import type { Recipe, SearchRequest, SearchResult } from "./types.ts";

export type ClientSearch = Omit<SearchRequest, "recipe"> & { recipe?: string | Recipe | undefined };

/** What somebody who searches gets of what was found. */
export interface JudgedResults {
  results: SearchResult[];
  /** A chat's model would be told that it hardly speaks of the question, or nothing. */
  weak: boolean;
  /** Results that do not speak of what is asked, and so are not shown. */
  leftOut: number;
}

/** Results that a question is judged by, as a chat looks at: one that speaks of it may stand behind a low limit. */
const JUDGED_MIN = 50;

/** Judges what a search found; throws like it. */
export async function judgeResults(
  search: (request: ClientSearch) => Promise<SearchResult[]>,
  request: ClientSearch,
  relevance: (typeof RELEVANCE)[number],
): Promise<JudgedResults> {
  const { limit, debug } = request;
  let { query } = request;
  const onRead = (question: string): void => void (query = question);
  const found = await search({ ...request, limit: Math.max(limit, JUDGED_MIN), onRead });
  const shows = relevance === "any" || isShown({ ...request, query }, found);
  const results = shows ? found.slice(0, limit) : [];
  const why = shows ? "behind the limit" : "not relevant";
  debug?.dropped.push(...found.slice(results.length).map(({ kind, id }) => ({ kind, id, why }) as const));
  return {
    results,
    weak: isWeak(found) || !isRelevant(query, found),
    leftOut: shows ? 0 : Math.min(found.length, limit),
  };
}

/** A search as a client asks for it; throws `invalid_request` for a recipe or an entity that is not there. */
export async function clientSearch(
  deps: SearchDeps & { recipes: Map<string, Recipe>; crossEncoder: Reranker | null },
  user: UserStore,
  { recipe, ...request }: ClientSearch,
): Promise<SearchResult[]> {
  const chosen = typeof recipe === "object" ? recipe : recipeNamed(deps.recipes, recipe);
  if (chosen.rerank?.kind === "cross_encoder" && deps.crossEncoder === null)
    throw invalidField("recipe", "needs a reranking server: set RERANK_URL");
  await expectEntities(user, request);
  return search(deps, user, { ...request, recipe: chosen });
}

/** Entities a search starts from or counts from have to be there. */
async function expectEntities(user: UserStore, { origins = [], center }: ClientSearch): Promise<void> {
  const asked = [
    ...origins.map((id, at) => ({ field: `origins.${at}`, id })),
    ...(center === undefined ? [] : [{ field: "center", id: center }]),
  ];
  if (asked.length === 0) return;
  const found = await user.entitiesById(asked.map(({ id }) => id));
  const known = new Set(found.map(({ id }) => id));
  const unknown = asked.filter(({ id }) => !known.has(id));
  if (unknown.length > 0)
    throw invalidFields(unknown.map(({ field }) => ({ field, message: "is no entity of this user" })));
}
