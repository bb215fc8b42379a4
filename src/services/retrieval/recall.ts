import type { UserSettings } from "../../domain/model/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { DeadlineMissed, SearchDeadline, withDeadline } from "./deadline.ts";
import { lookedAt } from "./query.ts";
import { emptyBlock, recallBlock, type RecallBlock } from "./recall-block.ts";
import { search, type SearchDeps } from "./search.ts";
import { recipeOfChat } from "./recipes.ts";
import { LIST_MAX, POOL } from "./weights.ts";

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
  const { tokensMax, settings, message, ...more } = request;
  const recipe = recipeOfChat(settings.recallRecipe);
  const work = search(deps, user, {
    ...more,
    query: message,
    // A line worth showing may rank low.
    limit: POOL,
    recipe,
    settings,
    deadline,
  });
  try {
    const results = await withDeadline(work, deps.deadlineMs);
    const isPartial = deadline.late.size > 0;
    if (isPartial) deps.onMiss("deadline", deadline.error ?? new DeadlineMissed());
    return recallBlock(
      results.filter(({ isTold }) => isTold),
      {
        now: deps.clock.now(),
        timeZone: settings.timeZone,
        query: lookedAt(message),
        tokensMax,
        itemsMax: LIST_MAX,
        state: isPartial ? "partial" : "found",
      },
    );
  } catch (error) {
    request.signal.throwIfAborted();
    deps.onMiss(error instanceof DeadlineMissed ? "deadline" : "error", error);
    return emptyBlock("unavailable");
  }
}
