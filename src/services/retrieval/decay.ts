import { isTransient, relevanceOf } from "../../domain/model/context.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** When each of these was last of use: when it was stored, or when a reply was based on it. */
export async function lastUses(
  user: UserStore,
  episodes: readonly Episode[],
): Promise<(episode: Episode) => Instant> {
  const ids = episodes.map(({ id }) => id);
  const feedback = ids.length === 0 ? [] : await user.feedbackOn(ids);
  const used = new Map<string, Instant>();
  for (const { targetId, helpful, at } of feedback)
    if (helpful && at > (used.get(targetId) ?? "")) used.set(targetId, at);
  return ({ id, recordedAt }) => {
    const at = used.get(id) ?? recordedAt;
    return at > recordedAt ? at : recordedAt;
  };
}

/** The relevance that time has left to transient context, 0-1; 1 for everything else. */
export async function decayOf(
  user: UserStore,
  episodes: readonly Episode[],
  now: Instant,
): Promise<(episode: Episode) => number> {
  const lastUse = await lastUses(user, episodes.filter(isTransient));
  return (episode) => (isTransient(episode) ? relevanceOf(episode.contextType, lastUse(episode), now) : 1);
}
