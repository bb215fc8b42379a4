import { namesOf, type Entity } from "../../../domain/model/entity.ts";
import { spansOfName } from "../../../domain/model/entity-names.ts";
import type { Episode } from "../../../domain/model/episode.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { Summary } from "../../../domain/model/summary.ts";
import { requiredDetailsOf, type Detail } from "../../../domain/grounding/names-and-numbers.ts";
import type { Needs } from "../../kernel.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { defineJob, type JobRun } from "../job.ts";
import { groupsOf, summaryId } from "./groups.ts";
import { isUnimportantTurn, unimportantTurns } from "./unimportant-turns.ts";
import type { AskDeps } from "../ask-model.ts";
import { writeSummary } from "./write.ts";
import { byId, groupedBy, partsOf } from "../../collections.ts";

/** Groups summarised per run. */
const GROUPS_MAX = 200;
/** Episodes whose mentions are read at once. */
const EPISODES_PER_READ = 500;
/** A summary is slightly more important than its turns. */
const IMPORTANCE_ADDED = 0.1;

/**
 * Summarises old, unimportant turns by topic and month. The turns are kept as evidence; the summary replaces them in retrieval.
 * Each group is a checkpoint and is applied atomically; an undone summary is not written again for the same turns.
 */
export const consolidate = defineJob<AskDeps & Needs<"clock">>({
  name: "consolidate",
  title: "Summarise old messages",
  does: "Summarises old messages of little weight. Recall uses the summary; the messages stay.",
  asksModel: true,
  changesMemory: true,
  dryRun: true,
  schedule: "40 2 * * 0",
  async work(job, deps) {
    const counts = { turns: 0, groups: 0, merged: 0, summaries: 0, left: 0 };
    const turns = await readUnimportantTurns(job, deps.clock.now());
    counts.turns = turns.length;
    const mentions = await mentionsIn(job.user, turns);
    for (const group of groupsOf(turns, mentions).slice(0, GROUPS_MAX)) {
      await job.pause();
      const id = summaryId(group);
      if ((await job.user.changePage({ targetId: id, limit: 1 })).items.length > 0) continue;
      counts.groups += 1;
      const entityIds = [...new Set(group.flatMap((turn) => mentions.get(turn.id) ?? []))];
      const entities = await job.user.entitiesById(entityIds);
      const { text, away } = job.dryRun
        ? { text: "", away: false }
        : await writeSummary(deps, job, group, requiredOf(group, entities));
      const summary = text !== null && summaryOf(group, { id, text, entities, now: deps.clock.now() });
      const isKept = summary !== false && (await keep(job, group, summary));
      counts.left += isKept ? 0 : 1;
      counts.summaries += isKept ? 1 : 0;
      counts.merged += isKept ? group.length : 0;
      // No model is available: the rest waits for the next run.
      if (away) break;
    }
    return counts;
  },
});

async function readUnimportantTurns({ user, step }: JobRun, now: Instant): Promise<Episode[]> {
  const found: Episode[] = [];
  const reads = unimportantTurns(user, now);
  for (;;) {
    const read = await step(() => reads.next());
    if (read.done) return found;
    found.push(...read.value);
  }
}

async function mentionsIn(user: UserStore, turns: Episode[]): Promise<Map<string, string[]>> {
  const mentions = [];
  for (const some of partsOf(turns, EPISODES_PER_READ))
    mentions.push(...(await user.mentions(some.map(({ id }) => id))));
  return groupedBy(
    mentions,
    ({ episodeId }) => episodeId,
    ({ entityId }) => entityId,
  );
}

function requiredOf(turns: readonly Episode[], entities: Entity[]): Detail[] {
  return requiredDetailsOf(
    turns.map(({ userMessage }) => userMessage),
    entities.flatMap(namesOf),
  );
}

/** All turns must be unchanged since they were read: one may have been forgotten, replaced or edited. */
async function keep({ user, change }: JobRun, turns: readonly Episode[], summary: Summary): Promise<boolean> {
  const changes = await change("summed_up", async () => {
    const now = byId(await user.episodesById(summary.sources));
    const isSame = turns.every(({ id, userMessage }) => {
      const current = now.get(id);
      return current?.userMessage === userMessage && isUnimportantTurn(current);
    });
    return isSame ? [{ op: "summary.put", summary }] : [];
  });
  return changes > 0;
}

function summaryOf(
  turns: readonly Episode[],
  { id, text, entities, now }: { id: string; text: string; entities: Entity[]; now: string },
): Summary {
  const times = turns.map(({ occurredAt }) => occurredAt).sort();
  const average = turns.reduce((sum, { importance }) => sum + importance, 0) / turns.length;
  return {
    id,
    text,
    from: times[0] ?? now,
    to: times.at(-1) ?? now,
    recordedAt: now,
    importance: Math.min(1, Math.round((average + IMPORTANCE_ADDED) * 100) / 100),
    sources: turns.map((turn) => turn.id),
    mentions: entities.map((entity) => ({
      entityId: entity.id,
      ...(spansOfName(entity, text)[0] ?? { start: 0, end: 0 }),
    })),
  };
}
