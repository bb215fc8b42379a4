import type { Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** Turns one request may cover, when the user types faster than the model reads. */
const TURNS_PER_CALL = 4;

/**
 * The oldest turns of a conversation that are due and stand in a row. One whose attempt failed is tried alone, so that
 * it takes no other down with it; one that waits for its next attempt holds nobody up.
 */
export async function nextTurns(user: UserStore, conversationId: string, now: Instant): Promise<Episode[]> {
  const due = await user.episodes({
    conversationId,
    extraction: "pending",
    due: now,
    states: ["complete", "interrupted"],
    order: "oldest",
    limit: TURNS_PER_CALL,
  });
  const [first, ...others] = due;
  if (first === undefined || hasFailed(first)) return due.slice(0, 1);
  const run = [first];
  for (const episode of others) {
    if (hasFailed(episode) || episode.ordinal !== first.ordinal + run.length) break;
    run.push(episode);
  }
  return run;
}

function hasFailed(episode: Episode): boolean {
  return episode.extraction.attempts > 0;
}
