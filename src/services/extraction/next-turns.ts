import type { Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { bySaying } from "./turn-context.ts";

/** Maximum turns per request, for when the user types faster than the model reads. */
const TURNS_PER_CALL = 4;

/**
 * The oldest due turns of a conversation that are adjacent, in time too. A turn whose attempt failed is retried alone,
 * so that it cannot fail others; a turn waiting for its next attempt does not block others.
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

/** Dated before the preceding turn, so the following ones have a different context. */
async function cameLate(user: UserStore, { conversationId, ordinal, occurredAt }: Episode): Promise<boolean> {
  const fromOrdinal = ordinal - 1;
  const [above] = await user.episodes({ conversationId, fromOrdinal, order: "oldest", limit: 1 });
  return above !== undefined && above.occurredAt > occurredAt;
}

function hasFailed(episode: Episode): boolean {
  return episode.extraction.attempts > 0;
}
