import { setImmediate } from "node:timers/promises";
import type { Entity } from "../../../domain/model/entity.ts";
import { spansOfName } from "../../../domain/model/entity-names.ts";
import type { Episode } from "../../../domain/model/episode.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import type { Summary } from "../../../domain/model/summary.ts";
import { requiredDetailsOf } from "../../../domain/grounding/names-and-numbers.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { KeyedLock } from "../../locks.ts";
import { storeDryRunDiff } from "../diff.ts";
import { preemptible } from "../retry-preempted.ts";
import type { RunContext } from "../runs.ts";
import { groupsOf, summaryId, type TurnGroup } from "./groups.ts";
import { isUnimportantTurn, unimportantTurns } from "./unimportant-turns.ts";
import type { AskDeps } from "../ask-model.ts";
import { writeSummary } from "./write.ts";

export interface ConsolidateDeps extends AskDeps {
  graphLock: KeyedLock;
  clock: Clock;
}

/** Groups one run may sum up. */
const GROUPS_MAX = 200;
/** Episodes whose mentions are read at once. */
const EPISODES_PER_READ = 500;
/** A summary weighs a little more than its turns do. */
const IMPORTANCE_ADDED = 0.1;

type Counts = Record<"turns" | "groups" | "merged" | "summaries" | "left" | "modelCalls", number>;

interface Run extends RunContext {
  user: UserStore;
  counts: Counts;
  planned: Mutation[];
}

/**
 * Sums up old turns of little weight, by topic and month. The turns stay, as evidence; their summary stands for them in
 * retrieval. Each group is a checkpoint and takes effect as one; what was undone is not summed up the same way again.
 */
export async function consolidate(
  deps: ConsolidateDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const counts: Counts = { turns: 0, groups: 0, merged: 0, summaries: 0, left: 0, modelCalls: 0 };
  const run: Run = { ...context, user, counts, planned: [] };
  const turns = await readUnimportantTurns(deps, run);
  const mentions = await mentionsIn(run, turns);
  const groups = groupsOf(turns, mentions);
  counts.turns = turns.length;
  for (const group of groups.slice(0, GROUPS_MAX)) {
    context.signal.throwIfAborted();
    if (!(await sumUp(deps, run, group, mentions))) break;
    await setImmediate(undefined);
  }
  if (context.dryRun) await storeDryRunDiff(user, context.runId, run.planned);
  return counts;
}

async function readUnimportantTurns(deps: ConsolidateDeps, run: Run): Promise<Episode[]> {
  const found: Episode[] = [];
  const reads = unimportantTurns(run.user, deps.clock.now());
  for (;;) {
    const read = await preemptible(deps.gate, run.signal, () => reads.next());
    if (read.done) return found;
    found.push(...read.value);
  }
}

async function mentionsIn(run: Run, turns: Episode[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let at = 0; at < turns.length; at += EPISODES_PER_READ) {
    const ids = turns.slice(at, at + EPISODES_PER_READ).map(({ id }) => id);
    for (const { episodeId, entityId } of await run.user.mentions(ids))
      found.set(episodeId, [...(found.get(episodeId) ?? []), entityId]);
  }
  return found;
}

/** False when there is nobody to write: the rest waits for the next run. */
async function sumUp(
  deps: ConsolidateDeps,
  run: Run,
  group: TurnGroup,
  mentions: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const id = summaryId(group);
  if ((await run.user.changePage({ targetId: id, limit: 1 })).items.length > 0) return true;
  run.counts.groups += 1;
  const entityIds = [...new Set(group.turns.flatMap((turn) => mentions.get(turn.id) ?? []))];
  const entities = await run.user.entitiesById(entityIds);
  if (run.dryRun) {
    plan(run, summaryOf(group, { id, text: "", entities, now: deps.clock.now() }));
    return true;
  }
  const names = entities.flatMap((one) => [one.name, ...one.aliases.map(({ alias }) => alias)]);
  const required = requiredDetailsOf(
    group.turns.map(({ userMessage }) => userMessage),
    names,
  );
  const written = await writeSummary(deps, run, group.turns, required);
  run.counts.modelCalls += written.calls;
  if (written.text === null) run.counts.left += 1;
  else
    await keep(
      deps,
      run,
      group,
      summaryOf(group, { id, text: written.text, entities, now: deps.clock.now() }),
    );
  return written.text !== null || written.away !== true;
}

function plan(run: Run, summary: Summary): void {
  run.planned.push({ op: "summary.put", summary });
  run.counts.summaries += 1;
  run.counts.merged += summary.sources.length;
}

/** All turns must still be what was read: one may have been forgotten, replaced or edited meanwhile. */
async function keep(deps: ConsolidateDeps, run: Run, { turns }: TurnGroup, summary: Summary): Promise<void> {
  const { user, runId, signal } = run;
  const isKept = await preemptible(deps.gate, signal, () =>
    deps.graphLock.run(user.userId, async () => {
      const now = new Map((await user.episodesById(summary.sources)).map((one) => [one.id, one]));
      const same = turns.every((turn) => {
        const current = now.get(turn.id);
        return (
          current !== undefined && current.userMessage === turn.userMessage && isUnimportantTurn(current)
        );
      });
      if (!same) return false;
      const mutations: Mutation[] = [{ op: "summary.put", summary }];
      const applied = await user.apply({ actor: "maintenance", reason: "summed_up", runId, mutations });
      return applied.changeIds.length > 0;
    }),
  );
  if (!isKept) run.counts.left += 1;
  else {
    run.counts.summaries += 1;
    run.counts.merged += turns.length;
  }
}

function summaryOf(
  { turns }: TurnGroup,
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
