import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBullJobScheduler } from "../../src/adapters/bullmq/job-scheduler.ts";
import { createCronJobScheduler } from "../../src/adapters/cron/index.ts";
import { createInProcessCoordination } from "../../src/adapters/in-process-coordination/index.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { newId, systemClock } from "../../src/adapters/system/clock.ts";
import { toInstant, toMs } from "../../src/domain/model/time.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { Coordination } from "../../src/ports/coordination.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import type { ScheduleEntry, JobScheduler } from "../../src/ports/job-scheduler.ts";
import { createAudit } from "../../src/services/audit.ts";
import { lastDue, nextDue } from "../../src/services/maintenance/cron-times.ts";
import { createMaintenanceRuns, type MaintenanceJob } from "../../src/services/maintenance/runs.ts";
import { createSchedule, type Schedule } from "../../src/services/maintenance/schedule.ts";
import { eventually } from "../contracts/job-queue.ts";
import { redisMissing, testRedis, type TestRedis } from "../support/redis.ts";
import { redisPeer, type RedisPeer } from "../support/redis-peer.ts";

let folder: string;
let store: MemoryStore;
let now: number;
let began: string[];
const open: { close(): Promise<void> }[] = [];

const clock: Clock = { now: () => toInstant(now) };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "engram-schedule-"));
  store = await createSqliteStore({ file: join(folder, "engram.db"), clock: systemClock });
  for (const user of ["ann", "bob"]) await store.forUser(user).self();
  now = toMs("2026-03-04T12:00:00.000Z");
  began = [];
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const daily = (job: string, expression = "0 4 * * *"): ScheduleEntry => ({
  job,
  expression,
  timeZone: "UTC",
});
const at = (time: string): void => void (now = toMs(time));

interface Process {
  schedule: Schedule;
  tick: (job: string) => Promise<void>;
  runs: ReturnType<typeof createMaintenanceRuns>;
}

/** One process over the store; `tick` is its clock. */
async function process(
  entries: ScheduleEntry[],
  more: {
    job?: MaintenanceJob;
    coordination?: Coordination;
    jobScheduler?: JobScheduler;
    clock?: Clock;
  } = {},
): Promise<Process> {
  const coordination = more.coordination ?? createInProcessCoordination(newId());
  const used = more.clock ?? clock;
  const work: MaintenanceJob = more.job ?? (async () => ({}));
  const named =
    (name: string): MaintenanceJob =>
    (userId, context) => {
      began.push(`${name}/${userId}`);
      expect(context).toMatchObject({ dryRun: false, automatic: true });
      return work(userId, context);
    };
  const runs = createMaintenanceRuns({
    system: store.system,
    clock: used,
    newId,
    onError: () => undefined,
    jobs: { prune: named("prune"), backup: named("backup"), verify: named("verify") },
  });
  let told: (job: string) => Promise<void> = async () => undefined;
  const jobScheduler = more.jobScheduler ?? {
    start: (_: unknown, due: (job: string) => Promise<void>) => void (told = due),
    close: async () => undefined,
  };
  const schedule = createSchedule({
    system: store.system,
    runs,
    coordination,
    clock: used,
    audit: createAudit(store.system, used, newId),
    jobScheduler,
    entries,
    timeZone: "UTC",
    onError: (error) => began.push(`error ${String(error)}`),
    catchUpEveryMs: 1,
  });
  await schedule.start();
  open.push(runs, schedule);
  return { schedule, runs, tick: (job) => told(job) };
}

/** Whatever was begun without being waited for is through. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

const item = async ({ schedule }: Process, job = "prune") =>
  (await schedule.list()).items.find((one) => one.job === job);

describe("when a job is due", () => {
  test("the last and the next time, also around a change of the clock", () => {
    const berlin = { expression: "30 2 * * *", timeZone: "Europe/Berlin" };
    expect(lastDue(berlin, "2026-03-04T01:30:00.000Z")).toBe("2026-03-04T01:30:00.000Z");
    expect(lastDue(berlin, "2026-03-04T01:29:59.999Z")).toBe("2026-03-03T01:30:00.000Z");
    expect(nextDue(berlin, "2026-03-04T01:30:00.000Z")).toBe("2026-03-05T01:30:00.000Z");
    // 02:30 is skipped on that night, and there twice in autumn.
    const spring = lastDue(berlin, "2026-03-29T12:00:00.000Z");
    expect(spring.slice(0, 10)).toBe("2026-03-29");
    const autumn = [nextDue(berlin, "2026-10-24T22:00:00.000Z")];
    autumn.push(nextDue(berlin, autumn[0] ?? ""));
    expect(autumn).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]);
  });
});

describe("a schedule", () => {
  test("begins a due job for every user once, however often it is told", async () => {
    const one = await process([daily("prune")]);
    expect(await item(one)).toEqual({
      job: "prune",
      expression: "0 4 * * *",
      timeZone: "UTC",
      nextAt: "2026-03-05T04:00:00.000Z",
      lastAt: null,
      paused: false,
    });
    await one.tick("prune");
    expect(began, "it is not four o'clock").toEqual([]);
    at("2026-03-05T04:00:00.000Z");
    await Promise.all([one.tick("prune"), one.tick("prune")]);
    await one.tick("prune");
    await eventually(() => began.length === 2);
    await settled();
    expect(began).toEqual(["prune/ann", "prune/bob"]);
    expect(await item(one)).toMatchObject({
      lastAt: "2026-03-05T04:00:00.000Z",
      nextAt: "2026-03-06T04:00:00.000Z",
    });
    expect((await item(one, "backup"))?.expression).toBeNull();
  });

  test("two processes on one store begin it once", async () => {
    const both = [await process([daily("prune")]), await process([daily("prune")])];
    await settled();
    at("2026-03-05T04:00:00.000Z");
    await Promise.all(both.map(({ tick }) => tick("prune")));
    await eventually(() => began.length === 2);
    await settled();
    expect(began).toEqual(["prune/ann", "prune/bob"]);
  });

  test("a clock that is a little early is not a second time", async () => {
    const one = await process([daily("prune")]);
    at("2026-03-05T03:59:59.600Z");
    await one.tick("prune");
    at("2026-03-05T04:00:00.100Z");
    await one.tick("prune");
    await eventually(() => began.length === 2);
    await settled();
    expect(began).toHaveLength(2);
  });

  test("what was missed while nothing ran is begun once at the next start; what was not, is not", async () => {
    const first = await process([daily("prune"), daily("backup", "0 4 1 * *")]);
    await first.schedule.close();
    at("2026-03-09T12:00:00.000Z");
    await process([daily("prune"), daily("backup", "0 4 1 * *")]);
    await eventually(() => began.length === 2);
    await settled();
    expect(began).toEqual(["prune/ann", "prune/bob"]);
    const again = await process([daily("prune"), daily("backup", "0 4 1 * *")]);
    await again.tick("prune");
    await settled();
    expect(began).toHaveLength(2);
  });

  test("other times, or none for a while, are nothing that was missed", async () => {
    await (await process([daily("prune")])).schedule.close();
    at("2026-03-05T12:00:00.000Z");
    await (await process([daily("prune", "0 5 * * *")])).schedule.close();
    at("2026-03-05T13:00:00.000Z");
    await (await process([])).schedule.close();
    at("2026-03-08T13:00:00.000Z");
    await process([daily("prune", "0 5 * * *")]);
    await settled();
    expect(began).toEqual([]);
  });

  test("a pass that was cut off goes on with the users it did not come to", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = await process([daily("prune")], {
      job: async (userId) => (userId === "bob" ? held.then(() => ({})) : {}),
    });
    at("2026-03-05T04:00:00.000Z");
    await first.tick("prune");
    await eventually(() => began.length === 2);
    await first.schedule.close();
    await store.system.abortRuns(clock.now());
    await process([daily("prune")]);
    await eventually(() => began.length === 3);
    await settled();
    expect(began).toEqual(["prune/ann", "prune/bob", "prune/bob"]);
    await process([daily("prune")]);
    await settled();
    expect(began, "now it is through").toHaveLength(3);
    release();
  });

  test("a job whose last pass still runs lets its time go by", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const one = await process([daily("prune")], { job: () => held.then(() => ({})) });
    at("2026-03-05T04:00:00.000Z");
    await one.tick("prune");
    await eventually(() => began.length === 1);
    at("2026-03-06T04:00:00.000Z");
    await one.tick("prune");
    release();
    await eventually(() => began.length === 2);
    await settled();
    await one.schedule.catchUp();
    await settled();
    expect(began).toEqual(["prune/ann", "prune/bob"]);
  });

  test("paused, nothing is begun, by no process and after no restart; resumed, from the next time on", async () => {
    const one = await process([daily("prune"), daily("backup")]);
    await one.schedule.pause("prune", true, "ann");
    const other = await process([daily("prune"), daily("backup")]);
    expect((await item(other))?.paused).toBe(true);
    at("2026-03-05T04:00:00.000Z");
    for (const job of ["prune", "backup"]) await other.tick(job);
    await eventually(() => began.length === 2);
    expect(began).toEqual(["backup/ann", "backup/bob"]);
    await one.schedule.close();
    await other.schedule.close();
    at("2026-03-07T12:00:00.000Z");
    const later = await process([daily("prune")]);
    await settled();
    await later.schedule.pause("prune", false, "ann");
    await later.schedule.catchUp();
    expect(began).toHaveLength(2);
    at("2026-03-08T04:00:00.000Z");
    await later.tick("prune");
    await eventually(() => began.length === 4);
    const acts = await store.system.audits(null, 9);
    expect(
      acts.filter(({ act }) => act !== "backup").map(({ act, targets, actor }) => [act, targets, actor]),
    ).toEqual([
      ["schedule_resumed", ["prune"], "ann"],
      ["schedule_paused", ["prune"], "ann"],
    ]);
    expect(acts.filter(({ act }) => act === "backup")).toHaveLength(2);
  });

  test("all paused at once", async () => {
    const one = await process([daily("prune"), daily("backup")]);
    await one.schedule.pause(null, true, "ann");
    expect((await one.schedule.list()).paused).toBe(true);
    at("2026-03-05T04:00:00.000Z");
    for (const job of ["prune", "backup"]) await one.tick(job);
    await one.schedule.pause(null, false, "ann");
    await one.schedule.catchUp();
    await settled();
    expect(began).toEqual([]);
    at("2026-03-06T04:00:00.000Z");
    await one.tick("prune");
    await eventually(() => began.length === 2);
  });

  test("the check is begun for users with something to check", async () => {
    const one = await process([daily("verify")]);
    at("2026-03-05T04:00:00.000Z");
    await one.tick("verify");
    await settled();
    expect(began).toEqual([]);
    expect(await item(one, "verify")).toMatchObject({ lastAt: "2026-03-05T04:00:00.000Z" });
  });

  test("by the clock of this process", async () => {
    const jobScheduler = createCronJobScheduler(() => undefined);
    await process([daily("prune", "* * * * * *")], { jobScheduler, clock: systemClock });
    await eventually(() => began.length >= 2);
    expect(began.slice(0, 2)).toEqual(["prune/ann", "prune/bob"]);
  });
});

const missing = redisMissing();
describe.skipIf(missing !== null)("a schedule over processes that share a Redis", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await testRedis();
  });
  afterAll(() => redis.close());

  const shared = async (prefix: string, entries: ScheduleEntry[]): Promise<Process & { peer: RedisPeer }> => {
    const peer = await redisPeer(redis.url, prefix);
    const jobScheduler = createBullJobScheduler({
      link: peer.link,
      onError: (error) => began.push(String(error)),
    });
    open.push(peer);
    const made = await process(entries, {
      coordination: peer.coordination,
      jobScheduler,
      clock: systemClock,
    });
    return { ...made, peer };
  };
  const everySecond = daily("prune", "* * * * * *");

  test("each time is begun by one of them", async () => {
    const prefix = `test-${randomUUID()}`;
    for (let n = 0; n < 3; n++) await shared(prefix, [everySecond]);
    await eventually(() => began.length >= 6);
    const runs = await store.system.runs("ann", 50);
    const seconds = runs.map(({ startedAt }) => startedAt.slice(0, 19));
    expect(new Set(seconds).size).toBe(seconds.length);
    expect(began.filter((line) => !line.startsWith("prune/"))).toEqual([]);
  });

  test("a job that is scheduled no more is taken out of Redis, and another time replaces the old one", async () => {
    const prefix = `test-${randomUUID()}`;
    const first = await shared(prefix, [everySecond, daily("backup")]);
    await eventually(() => began.length >= 2);
    await first.schedule.close();
    const { peer } = await shared(prefix, [daily("backup", "0 5 * * *")]);
    const keys = async (): Promise<string[]> =>
      (await peer.link.client.keys(`${prefix}:queue:schedule:repeat:*`)).map(
        (key) => key.split(":")[4] ?? "",
      );
    await eventually(async () => (await keys()).every((key) => key === "backup"));
    const hour = await peer.link.client.hget(`${prefix}:queue:schedule:repeat:backup`, "pattern");
    expect(hour).toBe("0 5 * * *");
    const before = began.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(began).toHaveLength(before);
  });
});
