import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { KeyedLock } from "../../locks.ts";
import { pagesOf } from "../../pages.ts";
import type { AskDeps } from "../ask-model.ts";
import { storeDryRunDiff } from "../diff.ts";
import { preemptible } from "../retry-preempted.ts";
import type { RunContext } from "../runs.ts";
import { askTexts, SOURCES_PER_CALL, type Texts } from "../writing/ask-texts.ts";
import { isSupportedBy, sourceOf, entitySummary, distinctiveFacts } from "./describe.ts";

export interface SummariseDeps extends AskDeps {
  clock: Clock;
  graphLock: KeyedLock;
  /** Whether there is a model that can write. */
  canVote: () => boolean;
}

const ENTITIES_PER_STEP = 50;
/** Facts read of the entities of one step, newest first. */
const FACTS_PER_STEP_MAX = 4_000;
/** Summaries one run writes; the next goes on. */
const SUMMARIES_MAX = 1_000;
/** Calls of the model in one run. */
const CALLS_MAX = 6;
/** Fewer facts than these code tells as well as any model. */
const FACTS_TO_WRITE_MIN = 3;

type Counts = Record<"entities" | "summaries" | "cleared" | "written" | "modelCalls", number>;

interface Run extends RunContext {
  user: UserStore;
  counts: Counts;
  planned: Mutation[];
  /** Entities that a model has not been asked about, by how often they are mentioned. */
  open: { id: string; mentions: number }[];
}

/**
 * Sums up what is believed about each entity, once for all that was learned since (F38): a summary whose facts are the
 * same is left alone. Code writes first; a model that can write then words the most mentioned ones, a few at a call. Each
 * page and each call is a checkpoint; run again it changes nothing.
 */
export async function summarise(
  deps: SummariseDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const counts: Counts = { entities: 0, summaries: 0, cleared: 0, written: 0, modelCalls: 0 };
  const run: Run = { ...context, user, counts, planned: [], open: [] };
  const read = (cursor?: string) => user.entityPage({ limit: ENTITIES_PER_STEP, cursor });
  for await (const page of pagesOf(read)) {
    context.signal.throwIfAborted();
    const ids = page.filter(({ isSelf, status }) => !isSelf && status !== "archived").map(({ id }) => id);
    await preemptible(deps.gate, context.signal, () =>
      deps.graphLock.run(user.userId, () => sumUp(deps, run, ids)),
    );
    if (counts.summaries >= SUMMARIES_MAX) break;
  }
  if (context.dryRun) await storeDryRunDiff(user, context.runId, run.planned);
  else if (deps.canVote()) await writeSummaries(deps, run);
  return counts;
}

/** Within the lock of the graph, so that nothing is forgotten between the reading and the writing. */
async function sumUp(deps: SummariseDeps, run: Run, ids: string[]): Promise<void> {
  const { user, counts, dryRun, runId } = run;
  const mutations: Mutation[] = [];
  for (const { entity, facts } of await factsByEntity(deps, user, ids)) {
    counts.entities += 1;
    const set = entitySummary(entity, facts);
    const before = { summary: entity.summary, summaryBasis: entity.summaryBasis ?? null };
    if (JSON.stringify(set) !== JSON.stringify(before)) {
      mutations.push({ op: "entity.patch", id: entity.id, set });
      counts[set.summary === null ? "cleared" : "summaries"] += 1;
    }
    if (set.summaryBasis?.asked === false && set.summaryBasis.factIds.length >= FACTS_TO_WRITE_MIN)
      run.open.push({ id: entity.id, mentions: entity.mentionCount });
  }
  if (dryRun) run.planned.push(...mutations);
  else if (mutations.length > 0)
    await user.apply({ actor: "maintenance", reason: "summed_up", runId, mutations });
}

interface EntityFacts {
  entity: Entity;
  facts: Fact[];
}

async function factsByEntity(deps: SummariseDeps, user: UserStore, ids: string[]): Promise<EntityFacts[]> {
  if (ids.length === 0) return [];
  const [entities, facts] = await Promise.all([
    user.entitiesById(ids),
    user.facts({ entityIds: ids, role: "either", statuses: ["verified"], limit: FACTS_PER_STEP_MAX }),
  ]);
  const now = deps.clock.now();
  return entities.map((entity) => ({ entity, facts: distinctiveFacts(entity, facts, now) }));
}

async function writeSummaries(deps: SummariseDeps, run: Run): Promise<void> {
  const order = run.open.sort((a, b) => b.mentions - a.mentions || (a.id < b.id ? -1 : 1));
  const open = order.slice(0, CALLS_MAX * SOURCES_PER_CALL);
  for (let at = 0; at < open.length; at += SOURCES_PER_CALL) {
    run.signal.throwIfAborted();
    const forgettings = await run.user.forgettings();
    const ids = open.slice(at, at + SOURCES_PER_CALL).map(({ id }) => id);
    const shown = await factsByEntity(deps, run.user, ids);
    const sources = shown.map(({ entity, facts }) => sourceOf(entity, facts));
    const written = await askTexts(deps, "entity-summary", sources, run);
    if (written === null) return;
    run.counts.modelCalls += 1;
    await deps.graphLock.run(run.user.userId, () => keep(deps, run, { shown, written, forgettings }));
  }
}

/** What the model was shown must still be so. */
async function keep(
  deps: SummariseDeps,
  { user, runId, counts }: Run,
  { shown, written, forgettings }: { shown: EntityFacts[]; written: (Texts | null)[]; forgettings: number },
): Promise<void> {
  const now = new Map(
    (
      await factsByEntity(
        deps,
        user,
        shown.map(({ entity }) => entity.id),
      )
    ).map((one) => [one.entity.id, one]),
  );
  const mutations = shown.flatMap(({ entity: { id }, ...then }, at): Mutation[] => {
    const current = now.get(id);
    const basis = current?.entity.summaryBasis ?? null;
    if (current === undefined || basis === null) return [];
    if (JSON.stringify(then.facts) !== JSON.stringify(current.facts)) return [];
    const summary = written[at]?.summary;
    const isGood = summary !== undefined && isSupportedBy(summary, current.entity, current.facts);
    if (isGood) counts.written += 1;
    const text = isGood ? { summary } : {};
    const writtenBy = isGood ? "model" : basis.writtenBy;
    const summaryBasis = { factIds: basis.factIds, writtenBy, asked: true };
    return [{ op: "entity.patch", id, set: { ...text, summaryBasis } }];
  });
  if (mutations.length > 0)
    await user.apply({ actor: "maintenance", reason: "summaries_worded", runId, forgettings, mutations });
}
