import { DEFAULT_SETTINGS, type UserSettings } from "../../domain/model/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { DeadlineMissed, SearchDeadline, withDeadline } from "./deadline.ts";
import { recallBlock, type BlockOptions, type RecallBlock } from "./recall-block.ts";
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
  const { timeZone } = DEFAULT_SETTINGS;
  const options = { now: deps.clock.now(), timeZone, query: request.message, ...limitsOf(deps) };
  const work = settingsOf(user).then(async (settings) => {
    options.timeZone = settings.timeZone;
    const onRead = (question: string): void => void (options.query = question);
    return found(deps, user, { ...request, onRead }, settings, deadline);
  });
  try {
    return blockOf(await withDeadline(work, deps.deadlineMs), deadline, deps, options);
  } catch (error) {
    request.signal.throwIfAborted();
    deps.onMiss(error instanceof DeadlineMissed ? "deadline" : "error", error);
    return recallBlock([], { ...options, state: "unavailable" });
  } finally {
    deadline.stop();
  }
}

function limitsOf({ tokensMax, itemsMax }: RecallDeps): Pick<BlockOptions, "tokensMax" | "itemsMax"> {
  return { tokensMax, itemsMax };
}

function found(
  deps: RecallDeps,
  user: UserStore,
  { message, excludeEpisodeIds, signal, onFound, onRead }: RecallRequest,
  { timeZone, recallRecipe }: UserSettings,
  deadline: SearchDeadline,
): Promise<SearchResult[]> {
  const limit = Math.ceil(deps.itemsMax * LOOKED_AT_SHARE);
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

/** While the store is away: those of somebody who has set nothing. */
function settingsOf(user: UserStore): Promise<UserSettings> {
  return user.settings().catch(() => DEFAULT_SETTINGS);
}

export async function timeZoneOf(user: UserStore): Promise<string> {
  return (await settingsOf(user)).timeZone;
}
