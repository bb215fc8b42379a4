import { beginning } from "../domain/consistency.ts";
import type { Episode } from "../domain/episode.ts";
import type { Fact } from "../domain/fact.ts";
import { STATUSES } from "../domain/status.ts";
import type { Interval } from "../domain/time.ts";
import type { UserStore } from "../ports/memory-store.ts";

/** A turn, and what rests on it. */
export interface Moment {
  episode: Episode;
  facts: Fact[];
}

/** Facts read for one stretch of turns. */
const FACTS_MAX = 1000;

/** What was said in a stretch of time, and what was learned from it; newest first, at most `limit` turns. */
export async function timeline(
  user: UserStore,
  { occurred, limit }: { occurred: Interval; limit: number },
): Promise<Moment[]> {
  const episodes = await user.episodes({ occurred, order: "newest", limit });
  if (episodes.length === 0) return [];
  const facts = await user.facts({
    episodeIds: episodes.map(({ id }) => id),
    statuses: STATUSES,
    limit: FACTS_MAX,
  });
  const resting = new Map<string, Fact[]>();
  for (const fact of facts) {
    for (const id of new Set(fact.evidence.map(({ episodeId }) => episodeId)))
      resting.set(id, [...(resting.get(id) ?? []), fact]);
  }
  return episodes.map((episode) => ({ episode, facts: resting.get(episode.id) ?? [] }));
}

/** What was ever held true of one entity, in the order in which it began to be true; at most `limit` facts. */
export async function historyOf(user: UserStore, entityId: string, limit: number): Promise<Fact[]> {
  const facts = await user.facts({ entityIds: [entityId], role: "either", statuses: STATUSES, limit });
  return facts.sort((a, b) => (beginning(a).at < beginning(b).at ? -1 : 1));
}
