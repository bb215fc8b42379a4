import { setImmediate } from "node:timers/promises";
import { adjustedConfidence, entityConfidence, isWorthWriting } from "../../../domain/belief/confidence.ts";
import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import { CURRENT_STATUSES, type Status } from "../../../domain/model/status.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Page, UserStore } from "../../../ports/memory-store.ts";
import type { KeyedLock } from "../../locks.ts";
import type { ModelGate } from "../../model/gate.ts";
import { floorFor } from "../../verification/confidence.ts";
import { storeDryRunDiff } from "../diff.ts";
import { preemptible } from "../retry-preempted.ts";
import type { RunContext } from "../runs.ts";
import { CONFLICT_REASON, Conflicts, alreadyAsked } from "./conflicts.ts";

export interface AdjustDeps {
  gate: ModelGate;
  graphLock: KeyedLock;
  clock: Clock;
}

/** Facts or entities read and written at once. */
const ITEMS_PER_STEP = 200;
/** What is believed stays this much above what it took. */
const ABOVE_FLOOR = 0.01;

type Counts = Record<"facts" | "entities" | "raised" | "lowered" | "disputed", number>;

interface Run extends RunContext {
  user: UserStore;
  now: Instant;
  counts: Counts;
  planned: Mutation[];
  /** The surest that is believed of each entity. */
  surest: Map<string, number>;
  conflicts: Conflicts;
}

/**
 * Works confidence out anew from evidence, age and doubt (`domain/belief/confidence.ts`), and puts what cannot hold together
 * before the owner. It starts from what verification gave, so run again it changes nothing; each page is a checkpoint.
 */
export async function adjustConfidence(
  deps: AdjustDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const counts: Counts = { facts: 0, entities: 0, raised: 0, lowered: 0, disputed: 0 };
  const run: Run = {
    ...context,
    user,
    now: deps.clock.now(),
    counts,
    planned: [],
    surest: new Map(),
    conflicts: new Conflicts(),
  };
  const factsOf = (statuses: readonly Status[]) => (cursor: string | undefined) =>
    user.factPage({ statuses, limit: ITEMS_PER_STEP, cursor });
  await eachPage(deps, run, factsOf(["verified"]), async (facts) => {
    for (const fact of facts) run.conflicts.add(fact);
    return [];
  });
  await flagConflicts(deps, run);
  await eachPage(deps, run, factsOf(CURRENT_STATUSES), (facts) => factSteps(deps, run, facts));
  await eachPage(
    deps,
    run,
    (cursor) => user.entityPage({ limit: ITEMS_PER_STEP, cursor }),
    async (entities) => entitySteps(run, entities),
  );
  if (context.dryRun) await storeDryRunDiff(user, context.runId, run.planned);
  return counts;
}

/** Read and written in one go, so that nothing that is decided in between is overwritten. */
async function eachPage<T>(
  deps: AdjustDeps,
  run: Run,
  read: (cursor: string | undefined) => Promise<Page<T>>,
  stepsFor: (items: T[]) => Promise<Mutation[]>,
): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const next = await preemptible(deps.gate, run.signal, () =>
      deps.graphLock.run(run.user.userId, async () => {
        const page = await read(cursor);
        await write(run, "confidence_adjusted", await stepsFor(page.items));
        return page.nextCursor;
      }),
    );
    if (next === null) return;
    cursor = next;
    await setImmediate(undefined);
  }
}

async function write(run: Run, reason: string, mutations: Mutation[]): Promise<void> {
  if (run.dryRun) run.planned.push(...mutations);
  else if (mutations.length > 0)
    await run.user.apply({ actor: "maintenance", reason, runId: run.runId, mutations });
}

async function factSteps(deps: AdjustDeps, run: Run, facts: Fact[]): Promise<Mutation[]> {
  const subjects = await run.user.entitiesById([...new Set(facts.map((fact) => fact.subjectId))]);
  const byId = new Map(subjects.map((entity) => [entity.id, entity]));
  const votes = await run.user.unhelpful(facts.map(({ id }) => id));
  const unhelpful = new Map(votes.map(({ targetId, count }) => [targetId, count]));
  run.counts.facts += facts.length;
  return facts.flatMap((fact): Mutation[] => {
    const floor = floorFor(fact, byId.get(fact.subjectId)) + ABOVE_FLOOR;
    const confidence = adjustedConfidence(fact, run.now, floor, unhelpful.get(fact.id));
    note(run, fact, confidence);
    if (!isWorthWriting(fact.confidence, confidence)) return [];
    tally(run, fact.confidence, confidence);
    const stated = fact.base ?? fact.confidence;
    const set = confidence === stated ? { confidence } : { confidence, base: stated };
    return [{ op: "fact.patch", id: fact.id, set }];
  });
}

function note(run: Run, fact: Fact, confidence: number): void {
  if (fact.status !== "verified") return;
  for (const id of [fact.subjectId, fact.objectId]) {
    if (id !== null) run.surest.set(id, Math.max(run.surest.get(id) ?? 0, confidence));
  }
}

function tally({ counts }: Run, from: number, to: number): void {
  counts[to > from ? "raised" : "lowered"] += 1;
}

/** Two values of what has one at a time, told of the same day: the owner says which. Asked once. */
async function flagConflicts(deps: AdjustDeps, run: Run): Promise<void> {
  for (const group of run.conflicts.found()) {
    const disputed = await preemptible(deps.gate, run.signal, () =>
      deps.graphLock.run(run.user.userId, async () => {
        const facts = (await run.user.factsById(group)).filter(({ status }) => status === "verified");
        if (facts.length < 2 || (await alreadyAsked(run.user, facts))) return 0;
        const mutations = facts.map(({ id }): Mutation => ({
          op: "fact.patch",
          id,
          set: { status: "disputed" },
        }));
        await write(run, CONFLICT_REASON, mutations);
        return facts.length;
      }),
    );
    run.counts.disputed += disputed;
  }
}

function entitySteps(run: Run, entities: Entity[]): Mutation[] {
  return entities.flatMap((entity): Mutation[] => {
    if (entity.isSelf || entity.mergedInto !== undefined || entity.status === "archived") return [];
    run.counts.entities += 1;
    const confidence = entityConfidence(entity, run.surest.get(entity.id) ?? null, run.now);
    if (!isWorthWriting(entity.confidence, confidence)) return [];
    tally(run, entity.confidence, confidence);
    return [{ op: "entity.patch", id: entity.id, set: { confidence } }];
  });
}
