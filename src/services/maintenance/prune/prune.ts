import { setImmediate } from "node:timers/promises";
import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import { DAY_MS, plusMs } from "../../../domain/model/time.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { MemoryRecord } from "../../../ports/memory-record.ts";
import type { Page, UserStore } from "../../../ports/memory-store.ts";
import { SCHEDULE, type Audit } from "../../audit.ts";
import type { KeyedLock } from "../../locks.ts";
import type { ModelGate } from "../../model/gate.ts";
import type { BackupSettings } from "../../transfer/backup.ts";
import { storeDryRunDiff } from "../diff.ts";
import { preemptible } from "../retry-preempted.ts";
import type { RunContext } from "../runs.ts";
import { writeCopy } from "./copy.ts";
import { isFaded, prunable, SILENT_DAYS } from "./facts.ts";
import { entitiesInQuestion, isOld, orphansAmong } from "./orphans.ts";
import { prunedSince, FADED_REASON, ORPHAN_REASON, notKeptByOwner } from "./kept-by-owner.ts";

export interface PruneDeps {
  gate: ModelGate;
  graphLock: KeyedLock;
  clock: Clock;
  audit: Audit;
  backups: BackupSettings;
}

/** Facts or entities read and written at once. */
const ITEMS_PER_STEP = 200;
/** Facts and entities that one run may touch, each; the next run goes on. */
const TOUCHED_MAX = 20_000;

type Counts = Record<"facts" | "entities" | "archived" | "orphans" | "deleted", number>;

interface Run extends RunContext {
  user: UserStore;
  counts: Counts;
}

/** What a run will touch, as it was when it was found. */
interface PruneTargets {
  facts: Fact[];
  /** To be put away. */
  orphans: Entity[];
  /** Put away long ago. */
  gone: Entity[];
}

/**
 * Puts away what has faded: facts of little confidence that were not mentioned for long, and entities that nothing is
 * known of. They are kept as `archived`; telling them again brings them back. Orphans that were away as long again are
 * deleted. All that is touched is written to a file first. Run again it finds nothing left to do.
 */
export async function prune(
  deps: PruneDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const counts: Counts = { facts: 0, entities: 0, archived: 0, orphans: 0, deleted: 0 };
  const run: Run = { ...context, user, counts };
  const facts = await fadedFacts(deps, run);
  const found: PruneTargets = { facts, ...(await findOrphans(deps, run)) };
  if (context.dryRun) {
    await storeDryRunDiff(user, context.runId, mutationsFor(found, deps.clock.now()));
    counts.archived = facts.length;
    counts.orphans = found.orphans.length;
    counts.deleted = found.gone.length;
    return counts;
  }
  if (facts.length + found.orphans.length + found.gone.length === 0) return counts;
  await copyOf(deps, run, found);
  await archiveFacts(deps, run, facts);
  await archiveOrphans(deps, run, found.orphans);
  await deleteOrphans(deps, run, found.gone);
  return counts;
}

async function eachPage<T>(
  deps: PruneDeps,
  run: Run,
  read: (cursor: string | undefined) => Promise<Page<T>>,
  look: (items: T[]) => Promise<void>,
): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const next = await preemptible(deps.gate, run.signal, async () => {
      const page = await read(cursor);
      await look(page.items);
      return page.nextCursor;
    });
    if (next === null) return;
    cursor = next;
    await setImmediate(undefined);
  }
}

async function fadedFacts(deps: PruneDeps, run: Run): Promise<Fact[]> {
  const { user } = run;
  const now = deps.clock.now();
  const found = new Map<string, Fact>();
  await eachPage(
    deps,
    run,
    (cursor) => user.factPage({ statuses: ["staged", "verified"], limit: ITEMS_PER_STEP, cursor }),
    async (facts) => {
      run.counts.facts += facts.length;
      const faded = facts.filter((fact) => isFaded(fact, now));
      for (const fact of await notKeptByOwner(user, await prunable(user, faded))) found.set(fact.id, fact);
    },
  );
  return [...found.values()].slice(0, TOUCHED_MAX);
}

async function findOrphans(deps: PruneDeps, run: Run): Promise<Omit<PruneTargets, "facts">> {
  const { user } = run;
  const now = deps.clock.now();
  const orphans = new Map<string, Entity>();
  const gone = new Map<string, Entity>();
  let inQuestion: Set<string> | null = null;
  await eachPage(
    deps,
    run,
    (cursor) => user.entityPage({ limit: ITEMS_PER_STEP, cursor }),
    async (entities) => {
      run.counts.entities += entities.length;
      const old = entities.filter((entity) => isOld(entity, now));
      for (const entity of await orphansAmong(user, old)) {
        if (entity.status !== "archived") {
          for (const one of await notKeptByOwner(user, [entity])) orphans.set(one.id, one);
          continue;
        }
        const since = await prunedSince(user, entity.id);
        if (since === null || since > plusMs(now, -SILENT_DAYS * DAY_MS)) continue;
        inQuestion ??= await entitiesInQuestion(user);
        if (!inQuestion.has(entity.id)) gone.set(entity.id, entity);
      }
    },
  );
  return {
    orphans: [...orphans.values()].slice(0, TOUCHED_MAX),
    gone: [...gone.values()].slice(0, TOUCHED_MAX),
  };
}

function mutationsFor({ facts, orphans, gone }: PruneTargets, now: string): Mutation[] {
  return [
    ...facts.map((fact) => archived(fact, now)),
    ...orphans.map(awayOrphan),
    ...gone.map(deletedOrphan),
  ];
}

function archived({ id }: Fact, now: string): Mutation {
  return { op: "fact.patch", id, set: { status: "archived", expiredAt: now } };
}

function awayOrphan({ id }: Entity): Mutation {
  return { op: "entity.patch", id, set: { status: "archived" } };
}

function deletedOrphan({ id }: Entity): Mutation {
  return { op: "entity.delete", id };
}

/** Before anything is touched. */
async function copyOf(deps: PruneDeps, run: Run, { facts, orphans, gone }: PruneTargets): Promise<void> {
  const { userId, runId } = run;
  const records: MemoryRecord[] = [
    ...[...orphans, ...gone].map((entity): MemoryRecord => ({ kind: "entity", entity })),
    ...facts.map((fact): MemoryRecord => ({ kind: "fact", fact })),
  ];
  const file = await writeCopy(deps.backups, run.user, deps.clock.now(), records);
  await deps.audit({
    actor: run.automatic ? SCHEDULE : userId,
    act: "prune",
    userId,
    targets: [runId, file],
    counts: { facts: facts.length, entities: orphans.length + gone.length },
  });
}

/** Looked at again and written in one go: what was mentioned meanwhile stays. */
async function inSteps<T>(
  deps: PruneDeps,
  run: Run,
  items: T[],
  reason: string,
  stepsFor: (some: T[]) => Promise<Mutation[]>,
): Promise<number> {
  let count = 0;
  for (let at = 0; at < items.length; at += ITEMS_PER_STEP) {
    const some = items.slice(at, at + ITEMS_PER_STEP);
    count += await preemptible(deps.gate, run.signal, () =>
      deps.graphLock.run(run.user.userId, async () => {
        const mutations = await stepsFor(some);
        if (mutations.length === 0) return 0;
        const batch = { actor: "maintenance", reason, runId: run.runId, mutations } as const;
        return (await run.user.apply(batch)).changeIds.length;
      }),
    );
  }
  return count;
}

async function archiveFacts(deps: PruneDeps, run: Run, facts: Fact[]): Promise<void> {
  const now = deps.clock.now();
  run.counts.archived = await inSteps(deps, run, facts, FADED_REASON, async (some) => {
    const current = await run.user.factsById(some.map(({ id }) => id));
    const faded = current.filter((fact) => isFaded(fact, now));
    return (await prunable(run.user, faded)).map((fact) => archived(fact, now));
  });
}

async function archiveOrphans(deps: PruneDeps, run: Run, orphans: Entity[]): Promise<void> {
  run.counts.orphans = await inSteps(deps, run, orphans, ORPHAN_REASON, async (some) =>
    (await stillOrphans(deps, run, some)).filter(({ status }) => status !== "archived").map(awayOrphan),
  );
}

async function deleteOrphans(deps: PruneDeps, run: Run, gone: Entity[]): Promise<void> {
  run.counts.deleted = await inSteps(deps, run, gone, "orphan_deleted", async (some) =>
    (await stillOrphans(deps, run, some)).filter(({ status }) => status === "archived").map(deletedOrphan),
  );
}

async function stillOrphans(deps: PruneDeps, { user }: Run, some: Entity[]): Promise<Entity[]> {
  const current = await user.entitiesById(some.map(({ id }) => id));
  const now = deps.clock.now();
  return orphansAmong(
    user,
    current.filter((entity) => isOld(entity, now)),
  );
}
