import type { Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { bySaying } from "./turn-context.ts";

/** Turns one request may cover, when the user types faster than the model reads. */
const TURNS_PER_CALL = 4;

/**
 * The oldest turns of a conversation that are due and stand in a row, by time too. One whose attempt failed is tried alone, so that
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
  if (first === undefined || others.length === 0 || hasFailed(first)) return due.slice(0, 1);
  if (await cameLate(user, first)) return [first];
  const run = [first];
  let last = first;
  for (const episode of others) {
    if (hasFailed(episode) || episode.ordinal !== last.ordinal + 1 || bySaying(episode, last) < 0) break;
    run.push(episode);
    last = episode;
  }
  return run;
}

/** Dated before the turn that stands above it: what follows was said in another context. */
async function cameLate(user: UserStore, { conversationId, ordinal, occurredAt }: Episode): Promise<boolean> {
  const fromOrdinal = ordinal - 1;
  const [above] = await user.episodes({ conversationId, fromOrdinal, order: "oldest", limit: 1 });
  return above !== undefined && above.occurredAt > occurredAt;
}

function hasFailed(episode: Episode): boolean {
  return episode.extraction.attempts > 0;
}
