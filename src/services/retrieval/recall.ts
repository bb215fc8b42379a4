import { EngramError } from "../../errors.ts";
import { DEFAULT_SETTINGS } from "../../domain/user.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { recallBlock, type RecallBlock } from "./recall-block.ts";
import { search, type SearchDeps } from "./search.ts";
import type { Recipe } from "./types.ts";

export interface RecallDeps extends SearchDeps {
  recipe: Recipe;
  deadlineMs: number;
  tokensMax: number;
  itemsMax: number;
  onMiss: (reason: "deadline" | "error", error: unknown) => void;
}

/** Results looked at for one block, of those it may hold: some repeat what others told, or do not fit. */
const LOOKED_AT_SHARE = 1.25;

/**
 * The recall block for one message. Never fails and never holds a reply up: past the deadline, or when the store
 * cannot answer, the block is empty and the miss is reported.
 */
export async function recall(
  deps: RecallDeps,
  user: UserStore,
  request: { message: string; excludeEpisodeIds: string[]; signal: AbortSignal; onFound?: () => void },
): Promise<RecallBlock> {
  const now = deps.clock.now();
  const timeZone = await timeZoneOf(user);
  const options = { now, timeZone, tokensMax: deps.tokensMax, itemsMax: deps.itemsMax };
  try {
    const found = search(deps, user, {
      query: request.message,
      limit: Math.ceil(deps.itemsMax * LOOKED_AT_SHARE),
      recipe: deps.recipe,
      timeZone,
      excludeEpisodeIds: request.excludeEpisodeIds,
      signal: request.signal,
      onFound: request.onFound,
    });
    return recallBlock(await withDeadline(found, deps.deadlineMs), options);
  } catch (error) {
    request.signal.throwIfAborted();
    deps.onMiss(error instanceof DeadlineMissed ? "deadline" : "error", error);
    return recallBlock([], options);
  }
}

/** While the store is away: that of somebody who has set nothing. */
export async function timeZoneOf(user: UserStore): Promise<string> {
  return (await user.settings().catch(() => DEFAULT_SETTINGS)).timeZone;
}

class DeadlineMissed extends EngramError {
  constructor() {
    super("store_unavailable", "Retrieval missed its deadline");
  }
}

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineMissed()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
