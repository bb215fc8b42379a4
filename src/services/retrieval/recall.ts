import type { UserSettings } from "../../domain/model/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { DeadlineMissed, SearchDeadline, withDeadline } from "./deadline.ts";
import { emptyBlock, recallBlock, type BlockOptions, type RecallBlock } from "./recall-block.ts";
import type { RecallState } from "./recall-state.ts";
import { isRelevant, isWeak } from "./relevance.ts";
import { search, type SearchDeps } from "./search.ts";
import type { Recipe, SearchResult } from "./types.ts";

export interface RecallDeps extends SearchDeps {
  /** Unless the user chose one of `recipes`. */
  recipe: Recipe;
  recipes?: ReadonlyMap<string, Recipe>;
  deadlineMs: number;
  tokensMax: number;
  itemsMax: number;
  onMiss: (reason: "deadline" | "error", error: unknown) => void;
}

export interface RecallRequest {
  message: string;
  settings: Pick<UserSettings, "timeZone" | "recallRecipe">;
  excludeEpisodeIds: string[];
  signal: AbortSignal;
  onFound?: () => void;
  onRead?: (question: string) => void;
}

/** Results looked at for one block, of those it may hold: some repeat what others told, or do not fit. */
const LOOKED_AT_SHARE = 1.25;
/** Part of the deadline that the lanes have; the rest is for reading what they found. */
const LANES_SHARE = 0.75;

/**
 * The recall block for one message. Never fails and never holds a reply up: lanes that are late are left out, and when
 * none answers in time, or the store is away, the block says so and the miss is reported.
 */
export async function recall(
  deps: RecallDeps,
  user: UserStore,
  request: RecallRequest,
): Promise<RecallBlock> {
  const deadline = new SearchDeadline(deps.deadlineMs * LANES_SHARE);
  const { tokensMax, itemsMax } = deps;
  const { timeZone } = request.settings;
  const options = { timeZone, query: request.message, tokensMax, itemsMax };
  const onRead = (question: string): void => void (options.query = question);
  const work = found(deps, user, { ...request, onRead }, deadline);
  try {
    return blockOf(await withDeadline(work, deps.deadlineMs), deadline, deps, options);
  } catch (error) {
    request.signal.throwIfAborted();
    deps.onMiss(error instanceof DeadlineMissed ? "deadline" : "error", error);
    return emptyBlock("unavailable");
  } finally {
    deadline.stop();
  }
}

function found(
  deps: RecallDeps,
  user: UserStore,
  { message, settings, excludeEpisodeIds, signal, onFound, onRead }: RecallRequest,
  deadline: SearchDeadline,
): Promise<SearchResult[]> {
  const limit = Math.ceil(deps.itemsMax * LOOKED_AT_SHARE);
  const { timeZone, recallRecipe } = settings;
  const recipe = (recallRecipe === null ? undefined : deps.recipes?.get(recallRecipe)) ?? deps.recipe;
  return search(deps, user, {
    query: message,
    limit,
    recipe,
    timeZone,
    excludeEpisodeIds,
    signal,
    onFound,
    onRead,
    deadline,
  });
}

function blockOf(
  results: SearchResult[],
  deadline: SearchDeadline,
  deps: RecallDeps,
  options: BlockOptions & { query: string },
): RecallBlock {
  if (deadline.late.size > 0) deps.onMiss("deadline", deadline.error ?? new DeadlineMissed());
  const relevant = isRelevant(options.query, results) ? results : [];
  const state: RecallState = deadline.late.size > 0 ? "partial" : isWeak(relevant) ? "weak" : "found";
  return recallBlock(relevant, { ...options, state });
}
