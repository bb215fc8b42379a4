import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { newId, systemClock } from "../../src/adapters/system/clock.ts";
import { enqueueRun, registerRuns } from "../../src/services/jobs/runs.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import {
  createMaintenanceRuns,
  type MaintenanceJob,
  type MaintenanceRuns,
} from "../../src/services/maintenance/runs.ts";
import { eventually, untilAborted } from "../contracts/job-queue.ts";
import { redisMissing, testRedis, type TestRedis } from "../support/redis.ts";
import { redisPeer, type RedisPeer } from "../support/redis-peer.ts";

const missing = redisMissing();

/** Runs of several processes; the store they share is one of this process, which they cannot tell. */
describe.skipIf(missing !== null)("maintenance runs over processes", () => {
  let redis: TestRedis;
  let folder: string;
  let store: MemoryStore;
  let prefix: string;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    redis = await testRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    prefix = `test-${randomUUID()}`;
    folder = await mkdtemp(join(tmpdir(), "engram-runs-"));
    store = await createSqliteStore({ file: join(folder, "engram.db"), clock: systemClock });
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  interface Process extends RedisPeer {
    runs: MaintenanceRuns;
    began: string[];
  }

  async function process(works: boolean, job: MaintenanceJob): Promise<Process> {
    const peer = await redisPeer(redis.url, prefix, { works });
    const began: string[] = [];
    const runs = createMaintenanceRuns({
      system: store.system,
      clock: systemClock,
      newId,
      onError: () => undefined,
      jobs: {
        verify: (userId, context) => {
          began.push(context.runId);
          return job(userId, context);
        },
      },
      shared: { coordination: peer.coordination, handOver: (run) => enqueueRun(peer.jobs, run) },
    });
    registerRuns(peer.jobs, runs);
    open.push(peer, runs);
    return { ...peer, runs, began };
  }

  const state = async (runId: string): Promise<string | undefined> => (await store.system.run(runId))?.state;

  test("asked of one process, done by another; asked again meanwhile, it is the same run", async () => {
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    const job: MaintenanceJob = () => work.then(() => ({ episodes: 3 }));
    const [api, other, worker] = [
      await process(false, job),
      await process(false, job),
      await process(true, job),
    ];
    const ids = await Promise.all(
      [api, other, worker, api].map(({ runs }) => runs.start("ann", "verify", { dryRun: false })),
    );
    expect(new Set(ids).size).toBe(1);
    const [runId = ""] = ids;
    await eventually(() => worker.began.length === 1);
    for (let n = 0; n < 60; n++) await other.runs.act("ann", "review", async () => undefined);
    expect(await other.runs.start("ann", "verify", { dryRun: false })).toBe(runId);
    expect(await other.runs.start("ann", "verify", { dryRun: true })).not.toBe(runId);
    finish();
    await eventually(async () => (await state(runId)) === "done");
    expect(await api.runs.get("ann", runId)).toMatchObject({ result: { episodes: 3 } });
    await worker.jobs.idle();
    expect(worker.began).toHaveLength(2);
    expect([api.began, other.began]).toEqual([[], []]);
  });

  test("a message at any process ends the run wherever it is, unless it was asked for by hand", async () => {
    const job: MaintenanceJob = async (_, { signal }) => {
      await untilAborted(signal);
      throw signal.reason;
    };
    const [api, worker] = [await process(false, job), await process(true, job)];
    const idle = await api.runs.start("ann", "verify", { dryRun: false, stopsForUser: true });
    const manual = await api.runs.start("bob", "verify", { dryRun: false });
    await eventually(() => worker.began.length === 2);
    for (const user of ["ann", "bob"]) api.runs.userIsBack(user);
    await eventually(async () => (await state(idle)) === "aborted");
    expect(await state(manual)).toBe("running");
  });

  test("cancelled at any process, it ends wherever it is; what waits for a worker is not begun", async () => {
    const hold: MaintenanceJob = async (_, { signal }) => {
      await untilAborted(signal);
      throw signal.reason;
    };
    const api = await process(false, hold);
    const waiting = await api.runs.start("bob", "verify", { dryRun: false });
    expect(await api.runs.cancel("ann", waiting), "not of this user").toBe(false);
    expect(await api.runs.cancel("bob", waiting)).toBe(true);
    expect(await state(waiting)).toBe("aborted");
    const worker = await process(true, hold);
    const runId = await api.runs.start("ann", "verify", { dryRun: false });
    await eventually(() => worker.began.length === 1);
    expect(await api.runs.cancel("ann", runId)).toBe(true);
    await eventually(async () => (await state(runId)) === "aborted");
    expect(worker.began).toEqual([runId]);
    expect(await api.runs.cancel("ann", runId)).toBe(false);
  });

  test("a worker that is stopped leaves its run to another, under the same id", async () => {
    const hold: MaintenanceJob = async (_, { signal }) => {
      await untilAborted(signal);
      throw signal.reason;
    };
    const [api, first] = [await process(false, hold), await process(true, hold)];
    const runId = await api.runs.start("ann", "verify", { dryRun: false });
    await eventually(() => first.began.length === 1);
    await first.jobs.close();
    expect(await state(runId)).toBe("running");
    const second = await process(true, async () => ({ episodes: 1 }));
    await eventually(async () => (await state(runId)) === "done");
    expect(second.began).toEqual([runId]);
  });

  test("runs that nobody does any more are taken up; decisions that were cut short are ended", async () => {
    const worker = await process(true, async () => ({ episodes: 1 }));
    const record = {
      userId: "ann",
      state: "running" as const,
      dryRun: false,
      startedAt: new Date(Date.now() - 120_000).toISOString(),
      finishedAt: null,
      result: {},
      error: null,
    };
    await store.system.putRun({ ...record, id: "lost", job: "verify" });
    await store.system.putRun({ ...record, id: "held", job: "verify", userId: "bob" });
    await store.system.putRun({ ...record, id: "cut", job: "review" });
    await store.system.putRun({ ...record, id: "new", job: "review", startedAt: new Date().toISOString() });
    const lease = await worker.coordination.acquire("run/held", 0);
    await worker.runs.recover();
    await eventually(async () => (await state("lost")) === "done");
    expect(await Promise.all(["held", "cut", "new"].map(state))).toEqual(["running", "aborted", "running"]);
    lease?.release();
  });
});
