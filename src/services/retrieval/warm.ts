import { HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { withDeadline } from "./deadline.ts";
import { neighbourhood } from "./lanes.ts";
import { statementsOf } from "./outdated.ts";
import { search, type SearchDeps } from "./search.ts";
import { recipeNamed } from "./recipes.ts";
import type { SearchRequest } from "./types.ts";

/** Longest that a start waits for the warm-up: a slower store is slow anyway. */
const WARM_MS_MAX = 15_000;
/** Has a time, a name and words, so that every lane has something to search for. */
const QUESTION = "What did Warm say about the warm-up yesterday?";
const NOTHING = ["warm"];
const RESULTS_MAX = 10;
/** The dimension does not matter: a store plans by the type of a value. */
const QUESTION_VECTOR = {
  tag: "warm",
  vector: new Float32Array([1, 0, 0, 0]),
  scale: { unrelated: 0, related: 1, spread: 1, apart: 0 },
};

/**
 * Runs recalls for a user without memories, so that the first one after a start finds open connections, planned statements and
 * loaded modules; several at once, as messages arrive. No model is called. Rejects if it takes too long.
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

/** The reads that follow once a search has results. */
async function readings(user: UserStore, request: SearchRequest): Promise<void> {
  const statuses = HISTORICAL_STATUSES;
  await Promise.all([
    user.settings(),
    user.search({ terms: NOTHING, kinds: ["dialogue"], limit: 1, statuses, besides: NOTHING }),
    neighbourhood({ user, request, statuses }, { names: NOTHING, entityIds: [], self: true }),
    statementsOf(user, NOTHING),
    user.facts({ entityIds: NOTHING, role: "subject", predicates: NOTHING, statuses, limit: 1 }),
    user.factsById(NOTHING),
    user.entitiesById(NOTHING),
    user.episodesById(NOTHING),
    user.communitiesById(NOTHING),
    user.feedbackOn(NOTHING),
  ]);
}
