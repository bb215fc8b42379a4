import { invalidField, invalidFields } from "../../errors.ts";
import type { Reranker } from "../../ports/reranker.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { recipeNamed } from "./recipes.ts";
import { lookedAt, understand } from "./query.ts";
import { search, type SearchDeps } from "./search.ts";
import type { Recipe, SearchRequest, SearchResult } from "./types.ts";

export type ClientSearch = Omit<SearchRequest, "recipe"> & { recipe?: string | Recipe | undefined };

/** Part of what is asked that the best result tells: below it nothing is shown, and what is shown is weak. */
const SHOWN_MIN = 0.34;
const WEAK_BELOW = 0.5;

/** `relevant`: nothing where a chat would be told nothing; `any`: the nearest there is. */
export const RELEVANCE = ["relevant", "any"] as const;

/** What somebody who searches gets of what was found. */
export interface JudgedResults {
  results: SearchResult[];
  /** None of them tells half of what is asked. */
  weak: boolean;
  /** Results that do not speak of what is asked, and so are not shown. */
  leftOut: number;
}

/**
 * Judges what a search found; throws like it. Beside what a chat is told of, a single word is shown wherever it stands, and
 * whatever lies in a time, in a conversation or around a thing that is named beside the question.
 */
export async function judgeResults(
  search: (request: ClientSearch) => Promise<SearchResult[]>,
  request: ClientSearch,
  relevance: (typeof RELEVANCE)[number],
): Promise<JudgedResults> {
  const all = await search(request);
  const { query, scope, origins = [], debug } = request;
  const isLoose = relevance === "any" || scope !== undefined || origins.length > 0;
  const found = relevance === "any" ? all : all.filter(isFound);
  const evidence = Math.max(0, ...found.map(({ components }) => components.evidence ?? 0));
  const shows = isLoose || evidence >= SHOWN_MIN || found.some(({ isTold }) => isTold);
  const weak = evidence < WEAK_BELOW;
  if (shows || understand(lookedAt(query)).terms.length <= 1) return { results: found, weak, leftOut: 0 };
  debug?.dropped.push(...found.map(({ kind, id }) => ({ kind, id, why: "not relevant" }) as const));
  return { results: [], weak, leftOut: found.length };
}

/** What was only said lately is for a chat that leans on it. */
function isFound({ components, isTold }: SearchResult): boolean {
  return isTold || Object.keys(components).some((name) => /^lane\.(?!recent)/.test(name));
}

/** A search as a client asks for it; throws `invalid_request` for a recipe or an entity that is not there. */
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
