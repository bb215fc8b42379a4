import { validFrom } from "../domain/belief/consistency.ts";
import type { Episode } from "../domain/model/episode.ts";
import { turnsBehind, type Fact } from "../domain/model/fact.ts";
import { STATUSES } from "../domain/model/status.ts";
import { plusMs, type Instant, type Interval } from "../domain/model/time.ts";
import { EngramError } from "../errors.ts";
import type { Page, UserStore } from "../ports/memory-store.ts";
import { groupedBy } from "./collections.ts";
import { hiddenTurns } from "./forgetting/hide.ts";

/** Facts read per batch of turns. */
const FACTS_MAX = 1000;

/**
 * The turns of a period and what was learned from them; newest first, without turns that wait to be erased. Throws
 * `invalid_cursor`. A cursor contains the instant it stopped at, and how many turns of that instant were returned.
 */
export async function timeline(
  user: UserStore,
  { occurred, limit, cursor }: { occurred: Interval; limit: number; cursor?: string | undefined },
): Promise<Page<{ episode: Episode; facts: Fact[] }>> {
  const from = cursor === undefined ? null : stopOf(cursor);
  const episodes = await user.episodes({
    occurred: from === null ? occurred : { ...occurred, to: plusMs(from.at, 1) },
    order: "newest",
    limit: limit + (from?.told ?? 0) + 1,
  });
  const left = episodes.slice(from?.told ?? 0);
  const shown = left.slice(0, limit);
  const last = shown.at(-1);
  const hidden = await hiddenTurns(user);
  return {
    items: await withFacts(
      user,
      shown.filter(({ id }) => !hidden.has(id)),
    ),
    nextCursor: last === undefined || left.length <= limit ? null : cursorAfter(shown, last, from),
  };
}

interface Stop {
  at: Instant;
  told: number;
}

function stopOf(cursor: string): Stop {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\d{1,4})$/.exec(cursor);
  if (!match?.[1] || Number.isNaN(Date.parse(match[1]))) throw new EngramError("invalid_cursor");
  return { at: match[1], told: Number(match[2]) };
}

function cursorAfter(shown: Episode[], { occurredAt }: Episode, from: Stop | null): string {
  const told = shown.filter((episode) => episode.occurredAt === occurredAt).length;
  return `${occurredAt}~${told + (from?.at === occurredAt ? from.told : 0)}`;
}

/** Turns, each with the facts it supports. */
export async function withFacts<T extends Episode>(
  user: UserStore,
  episodes: T[],
): Promise<{ episode: T; facts: Fact[] }[]> {
  if (episodes.length === 0) return [];
  const facts = await user.facts({
    episodeIds: episodes.map(({ id }) => id),
    statuses: STATUSES,
    limit: FACTS_MAX,
  });
  const resting = groupedBy(
    facts.flatMap((fact) => [...turnsBehind([fact])].map((id) => ({ id, fact }))),
    ({ id }) => id,
    ({ fact }) => fact,
  );
  return episodes.map((episode) => ({ episode, facts: resting.get(episode.id) ?? [] }));
}

/** Everything ever held true of one entity, in order of the start of validity; at most `limit` facts. */
export async function historyOf(user: UserStore, entityId: string, limit: number): Promise<Fact[]> {
  const facts = await user.facts({ entityIds: [entityId], role: "either", statuses: STATUSES, limit });
  return facts.sort((a, b) => (validFrom(a).at < validFrom(b).at ? -1 : 1));
}
