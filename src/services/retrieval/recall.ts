import type { UserSettings } from "../../domain/model/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { DeadlineMissed, SearchDeadline, withDeadline } from "./deadline.ts";
import { lookedAt } from "./query.ts";
import { emptyBlock, recallBlock, type BlockOptions, type RecallBlock } from "./recall-block.ts";
import type { RecallState } from "./recall-state.ts";
import { search, type SearchDeps } from "./search.ts";
import { LINES_MAX } from "./shown-lines.ts";
import type { SearchResult } from "./types.ts";
import { recipeOfChat } from "./recipes.ts";

export interface RecallDeps extends SearchDeps {
  deadlineMs: number;
  onMiss: (reason: "deadline" | "error", error: unknown) => void;
}

export interface RecallRequest {
  message: string;
  settings: Pick<UserSettings, "timeZone" | "recallRecipe" | "ranking">;
  excludeEpisodeIds: string[];
  conversationId: string;
  tokensMax: number;
  signal: AbortSignal;
  onFound?: () => void;
}

/** Share of the deadline for the lanes; the rest is for reading their results. */
const LANES_SHARE = 0.75;

/**
 * The recall block for one message. Never fails and never delays a reply: late lanes are left out, and if none answers in time, or
 * the store is unreachable, the block says so and the miss is reported.
 */
export async function recall(
  deps: RecallDeps,
  user: UserStore,
  request: RecallRequest,
): Promise<RecallBlock> {
  const deadline = new SearchDeadline(deps.deadlineMs * LANES_SHARE);
  const { tokensMax, settings, message } = request;
  const options = {
    now: deps.clock.now(),
    timeZone: settings.timeZone,
    query: lookedAt(message),
    tokensMax,
    itemsMax: LINES_MAX,
  };
  const work = found(deps, user, request, deadline);
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
  { message, settings, excludeEpisodeIds, conversationId, signal, onFound }: RecallRequest,
  deadline: SearchDeadline,
): Promise<SearchResult[]> {
  return search(deps, user, {
    query: message,
    limit: LINES_MAX,
    recipe: recipeOfChat(settings.recallRecipe),
    settings,
    excludeEpisodeIds,
    conversationId,
    signal,
    onFound,
    deadline,
  });
}

function blockOf(
  results: SearchResult[],
  deadline: SearchDeadline,
  deps: RecallDeps,
  options: BlockOptions,
): RecallBlock {
  if (deadline.late.size > 0) deps.onMiss("deadline", deadline.error ?? new DeadlineMissed());
  const state: RecallState = deadline.late.size > 0 ? "partial" : "found";
  return recallBlock(
    results.filter(({ isTold }) => isTold),
    { ...options, state },
  );
}
