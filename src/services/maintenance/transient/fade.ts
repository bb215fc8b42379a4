import { fadedBefore, TRANSIENT_TYPES } from "../../../domain/model/context.ts";
import type { Episode } from "../../../domain/model/episode.ts";
import { turnsBehind } from "../../../domain/model/fact.ts";
import { STATUSES } from "../../../domain/model/status.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { Needs } from "../../kernel.ts";
import { lastUseOf } from "../../learning/use.ts";
import { defineJob, type JobRun } from "../job.ts";

const EPISODES_PER_STEP = 200;

/**
 * Removes transient context whose relevance is used up (PRU-2), and expired links. It comes from programs, is stored
 * again by the next run of a task, and supports no fact: so it leaves no tombstone, and is not restored. Nothing a person
 * said in chat, no entity and no fact is touched.
 */
export const fade = defineJob<Needs<"clock">>({
  name: "fade",
  title: "Remove faded context",
  does: "Removes task states, search results and tool outputs that programs stored and that have not been of use for hours or days.",
  schedule: "15 */6 * * *",
  async work(job, { clock }) {
    const now = clock.now();
    const counts = { episodes: 0, links: 0 };
    for (const contextType of TRANSIENT_TYPES) {
      const to = fadedBefore(contextType, now);
      for (let from: Instant | undefined; ;) {
        const recorded = { from, to };
        const some = await job.step(() =>
          job.user.episodesOfType({ contextType, recorded, limit: EPISODES_PER_STEP }),
        );
        counts.episodes += await remove(job, some, to, now);
        const last = some.at(-1)?.recordedAt;
        if (some.length < EPISODES_PER_STEP || last === undefined || last === from) break;
        from = last;
      }
    }
    if (!job.dryRun) counts.links = await job.locked(() => job.user.dropExpiredLinks(now));
    return counts;
  },
});

/** Those not used since `to`. */
function remove(
  { user, locked, dryRun }: JobRun,
  some: Episode[],
  to: Instant,
  now: Instant,
): Promise<number> {
  return locked(async () => {
    const feedback = some.length === 0 ? [] : await user.feedbackOn(some.map(({ id }) => id));
    const faded = some
      .filter((one) => one.source !== "chat" && lastUseOf(one, feedback) < to)
      .map(({ id }) => id);
    const facts = await user.facts({ episodeIds: faded, statuses: STATUSES, limit: FACTS_MAX });
    const quoted = turnsBehind(facts);
    const fadedIds = faded.filter((id) => !quoted.has(id));
    if (fadedIds.length > 0 && !dryRun) await user.forget({ fadedIds }, now);
    return fadedIds.length;
  });
}

const FACTS_MAX = 2_000;
