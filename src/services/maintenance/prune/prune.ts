import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import type { MemoryRecord } from "../../../ports/memory-record.ts";
import { SCHEDULE, type Audit } from "../../audit.ts";
import type { BackupSettings } from "../../transfer/backup.ts";
import type { Needs } from "../../kernel.ts";
import { distinctById, partsOf } from "../../collections.ts";
import { defineJob, type JobRun } from "../job.ts";
import { writeCopy } from "./copy.ts";
import { prunable, SILENT_DAYS } from "./facts.ts";
import { entitiesInQuestion, orphansAmong } from "./orphans.ts";
import { prunedSince, FADED_REASON, ORPHAN_REASON, notKeptByOwner } from "./kept-by-owner.ts";

interface PruneDeps extends Needs<"clock"> {
  audit: Audit;
  backups: BackupSettings;
}

/** Facts or entities read and written at once. */
const ITEMS_PER_STEP = 200;
/** Maximum number of facts, and of entities, touched per run; the next run continues. */
const TOUCHED_MAX = 20_000;

/** The items a run will touch, as they were when found. */
interface PruneTargets {
  facts: Fact[];
  /** To be archived. */
  orphans: Entity[];
  /** Archived long ago. */
  gone: Entity[];
}

/**
 * Archives faded memories: facts of low confidence without a recent mention, and entities without facts. Mentioning them again
 * restores them. Orphans archived for as long again are deleted. All affected records are written to a file first. Idempotent.
 */
export const prune = defineJob<PruneDeps>({
  name: "prune",
  title: "Archive stale facts",
  does: "Archives facts that have faded, after copying them into the backup folder.",
  changesMemory: true,
  dryRun: true,
  schedule: "0 3 1 * *",
  async work(job, deps) {
    const now = deps.clock.now();
    const counts = { facts: 0, entities: 0, archived: 0, orphans: 0, deleted: 0 };
    const facts = await fadedFacts(job, now, counts);
    const found: PruneTargets = { facts, ...(await findOrphans(job, now, counts)) };
    const isNothing = facts.length + found.orphans.length + found.gone.length === 0;
    if (!job.dryRun && !isNothing) await copyOf(deps, job, found);
    // Facts and entities mentioned since they were found are kept.
    const stillOrphans = async (some: Entity[], isAway: boolean): Promise<Entity[]> => {
      const current = await job.user.entitiesById(some.map(({ id }) => id));
      return (await orphansAmong(job.user, current, now)).filter((one) => isArchived(one) === isAway);
    };
    for (const part of partsOf(facts, ITEMS_PER_STEP))
      counts.archived += await job.change(FADED_REASON, async () => {
        const current = await job.user.factsById(part.map(({ id }) => id));
        const set = { status: "archived", expiredAt: now } as const;
        return (await prunable(job.user, current, now)).map(({ id }) => ({ op: "fact.patch", id, set }));
      });
    for (const part of partsOf(found.orphans, ITEMS_PER_STEP))
      counts.orphans += await job.change(ORPHAN_REASON, async () =>
        (await stillOrphans(part, false)).map(({ id }) => {
          return { op: "entity.patch", id, set: { status: "archived" } };
        }),
      );
    for (const part of partsOf(found.gone, ITEMS_PER_STEP))
      counts.deleted += await job.change("orphan_deleted", async () =>
        (await stillOrphans(part, true)).map(({ id }) => ({ op: "entity.delete", id })),
      );
    return counts;
  },
});

async function fadedFacts({ user, all }: JobRun, now: Instant, counts: { facts: number }): Promise<Fact[]> {
  const read = (cursor?: string) =>
    user.factPage({ statuses: ["staged", "verified"], limit: ITEMS_PER_STEP, cursor });
  const faded = await all(read, async (facts) => {
    counts.facts += facts.length;
    return notKeptByOwner(user, await prunable(user, facts, now));
  });
  return distinctById(faded).slice(0, TOUCHED_MAX);
}

async function findOrphans(
  { user, all }: JobRun,
  now: Instant,
  counts: { entities: number },
): Promise<Omit<PruneTargets, "facts">> {
  let inQuestion: Set<string> | null = null;
  const mayGo = async ({ id }: Entity): Promise<boolean> => {
    const since = await prunedSince(user, id);
    if (since === null || since > plusMs(now, -SILENT_DAYS * DAY_MS)) return false;
    inQuestion ??= await entitiesInQuestion(user);
    return !inQuestion.has(id);
  };
  const read = (cursor?: string) => user.entityPage({ limit: ITEMS_PER_STEP, cursor });
  const found = await all(read, async (entities) => {
    counts.entities += entities.length;
    const touched: Entity[] = [];
    for (const one of await orphansAmong(user, entities, now)) {
      if (isArchived(one) ? await mayGo(one) : (await notKeptByOwner(user, [one])).length > 0)
        touched.push(one);
    }
    return touched;
  });
  const touched = distinctById(found);
  return {
    orphans: touched.filter((one) => !isArchived(one)).slice(0, TOUCHED_MAX),
    gone: touched.filter(isArchived).slice(0, TOUCHED_MAX),
  };
}

function isArchived({ status }: Entity): boolean {
  return status === "archived";
}

/** Written before anything is touched. */
async function copyOf(deps: PruneDeps, job: JobRun, { facts, orphans, gone }: PruneTargets): Promise<void> {
  const { userId, runId } = job;
  const records: MemoryRecord[] = [
    ...[...orphans, ...gone].map((entity): MemoryRecord => ({ kind: "entity", entity })),
    ...facts.map((fact): MemoryRecord => ({ kind: "fact", fact })),
  ];
  const file = await writeCopy(deps.backups, job.user, deps.clock.now(), records);
  await deps.audit({
    actor: job.automatic ? SCHEDULE : userId,
    act: "prune",
    userId,
    targets: [runId, file],
    counts: { facts: facts.length, entities: orphans.length + gone.length },
  });
}
