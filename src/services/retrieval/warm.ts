import { HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { withDeadline } from "./deadline.ts";
import { neighbourhood } from "./lanes.ts";
import { statementsOf } from "./outdated.ts";
import { search, type SearchDeps } from "./search.ts";
import { recipeNamed } from "./recipes.ts";
import type { SearchRequest } from "./types.ts";

/** Longest that a start waits for it: a store that is slower than this is slow anyway. */
const WARM_MS_MAX = 15_000;
/** Named times, names and words: every lane has something to ask for. */
const QUESTION = "What did Warm say about the warm-up yesterday?";
const NOTHING = ["warm"];
const RESULTS_MAX = 10;
/** Of any length: a store plans by the kind of a value. */
const QUESTION_VECTOR = {
  tag: "warm",
  vector: new Float32Array([1, 0, 0, 0]),
  scale: { unrelated: 0, related: 1, spread: 1, apart: 0 },
};

/**
 * Plays recalls of somebody who is not there, so that the first one after a start finds open connections, planned
 * statements and loaded modules; several at once, as messages come. No model is asked. Rejects when it takes too long.
 */
export async function warmRecall(
  { clock }: Pick<SearchDeps, "clock">,
  user: UserStore,
  atOnce: number,
): Promise<void> {
  const deps = { clock, embedQuery: async () => QUESTION_VECTOR, observe: () => undefined };
  const signal = AbortSignal.timeout(WARM_MS_MAX);
  const recipe = recipeNamed();
  const request = { query: QUESTION, limit: RESULTS_MAX, recipe, signal, excludeEpisodeIds: NOTHING };
  const recalls = Array.from({ length: atOnce }, () =>
    Promise.all([search(deps, user, request), readings(user, request)]),
  );
  await withDeadline(Promise.all(recalls), WARM_MS_MAX);
}

/** What a search asks for once it has found something. */
async function readings(user: UserStore, request: SearchRequest): Promise<void> {
  const self = {
    terms: [],
    tellingTerms: [],
    predicateTerms: [],
    relations: [],
    nGrams: NOTHING,
    aboutSelf: true,
    asksSelf: false,
  };
  const statuses = HISTORICAL_STATUSES;
  await Promise.all([
    user.settings(),
    user.search({ terms: NOTHING, kinds: ["dialogue"], limit: 1, statuses, besides: NOTHING }),
    neighbourhood(user, self, request, statuses),
    statementsOf(user, NOTHING),
    user.facts({ entityIds: NOTHING, role: "subject", predicates: NOTHING, statuses, limit: 1 }),
    user.factsById(NOTHING),
    user.entitiesById(NOTHING),
    user.episodesById(NOTHING),
    user.communitiesById(NOTHING),
  ]);
}
