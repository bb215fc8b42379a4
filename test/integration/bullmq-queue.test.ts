import { randomUUID } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JobPayload } from "../../src/ports/job-queue.ts";
import { eventually, held, jobQueueContract, untilAborted } from "../contracts/job-queue.ts";
import { ownRedis, redisMissing, testRedis, type OwnRedis, type TestRedis } from "../support/redis.ts";
import { redisPeer, type PeerOptions, type RedisPeer } from "../support/redis-peer.ts";

const missing = redisMissing();
const WORKER = join(import.meta.dirname, "..", "support", "redis-worker.ts");
const ann = (n: number): JobPayload & { n: number } => ({ userId: "ann", n });

let redis: TestRedis;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  if (missing === null) redis = await testRedis();
});
afterAll(() => redis?.close());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const newPrefix = (): string => `test-${randomUUID()}`;

async function peer(url: string, prefix: string, options?: PeerOptions): Promise<RedisPeer> {
  const made = await redisPeer(url, prefix, options);
  open.push(made);
  return made;
}

async function server(): Promise<OwnRedis> {
  const made = await ownRedis();
  open.push(made);
  return made;
}

jobQueueContract("BullMQ", () => redisPeer(redis.url, newPrefix()), {
  missing,
  skip: {
    "what waits is bounded": "Redis holds what waits; the sweep that fills it up is bounded",
  },
});

describe.skipIf(missing !== null)("BullMQ over several processes", () => {
  test("one that does not work leaves jobs to others, and hears how they stand", async () => {
    const prefix = newPrefix();
    const api = await peer(redis.url, prefix, { works: false });
    const worker = await peer(redis.url, prefix);
    const ran: string[] = [];
    for (const [name, { jobs }] of Object.entries({ api, worker }))
      jobs.register<JobPayload>("job", async () => {
        ran.push(name);
        throw new Error("broken");
      });
    await api.jobs.enqueue("job", "k", ann(1));
    await api.jobs.idle();
    expect(ran).toEqual(["worker"]);
    expect(await api.jobs.deadLetters()).toMatchObject([{ key: "k" }]);
    expect((await api.jobs.stats()).dead).toBe(1);
  });

  test("a job of which Redis evicted something is no failure, and is run when it is asked for again", async () => {
    const prefix = newPrefix();
    const { jobs } = await peer(redis.url, prefix);
    const raw = new Redis(redis.url);
    const ran: string[] = [];
    jobs.register<JobPayload & { key: string }>("job", async ({ key }) => void ran.push(key));
    for (const [key, evicted] of [
      ["data", /:jobs:[\da-f-]{36}$/],
      ["list", /:jobs:delayed$/],
    ] as const) {
      await jobs.enqueue("job", key, { userId: "ann", key }, { delayMs: 500 });
      const keys = await raw.keys(`${prefix}:*`);
      await raw.del(keys.filter((one) => evicted.test(one)));
      await sleep(1_000);
      await jobs.enqueue("job", key, { userId: "ann", key });
      await eventually(() => ran.includes(key));
    }
    expect(ran).toEqual(["data", "list"]);
    expect((await jobs.stats()).dead).toBe(0);
    raw.disconnect();
  });

  test("at most one job per key runs at a time over all workers", async () => {
    const prefix = newPrefix();
    const workers = await Promise.all([1, 2, 3].map(() => peer(redis.url, prefix)));
    const running = new Set<string>();
    let beside = 0;
    let runs = 0;
    for (const { jobs } of workers)
      jobs.register<JobPayload & { key: string }>("job", async ({ key }) => {
        if (running.has(key)) beside += 1;
        running.add(key);
        runs += 1;
        await new Promise((resolve) => setTimeout(resolve, 3));
        running.delete(key);
      });
    for (let n = 0; n < 30; n++) {
      await Promise.all(
        workers.flatMap(({ jobs }) =>
          ["a", "b", "c"].map((key) => jobs.enqueue("job", key, { userId: "ann", key })),
        ),
      );
    }
    await workers[0]?.jobs.idle();
    expect(beside).toBe(0);
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test("a cancel reaches the job in whichever process it runs", async () => {
    const prefix = newPrefix();
    const api = await peer(redis.url, prefix, { works: false });
    const worker = await peer(redis.url, prefix);
    let begun = false;
    let stopped = false;
    worker.jobs.register("job", async (_, signal) => {
      begun = true;
      await untilAborted(signal);
      stopped = true;
    });
    await api.jobs.enqueue("job", "k", ann(1));
    await eventually(() => begun);
    await api.jobs.cancel("job", "k");
    await eventually(() => stopped);
    await api.jobs.idle();
  });

  test("a worker that closes gives its job to another", async () => {
    const prefix = newPrefix();
    const [first, second] = [await peer(redis.url, prefix), await peer(redis.url, prefix, { works: false })];
    let begun = false;
    first.jobs.register("job", async (_, signal) => {
      begun = true;
      await untilAborted(signal);
    });
    await second.jobs.enqueue("job", "k", ann(1));
    await eventually(() => begun);
    await first.jobs.close();
    const third = await peer(redis.url, prefix);
    const seen: number[] = [];
    third.jobs.register<JobPayload & { n: number }>("job", async ({ n }) => void seen.push(n));
    await third.jobs.idle();
    expect(seen).toEqual([1]);
  });

  test("a worker killed in the middle of a job: it runs again elsewhere, its effect is there once", async () => {
    const prefix = newPrefix();
    const folder = mkdtempSync(join(tmpdir(), "engram-worker-"));
    const file = join(folder, "log");
    writeFileSync(file, "");
    const lines = (): string[] => readFileSync(file, "utf8").split("\n").filter(Boolean);
    const api = await peer(redis.url, prefix, { works: false });
    const doomed = await worker(redis.url, prefix, file);
    await api.jobs.enqueue("work", "k", { userId: "ann", key: "k", ms: 2_000 } as JobPayload);
    await eventually(() => lines().includes("begin k"));
    const gone = new Promise((resolve) => doomed.once("exit", resolve));
    doomed.kill("SIGKILL");
    await gone;
    const heir = await worker(redis.url, prefix, file);
    await eventually(() => lines().includes("end k"), "the second try");
    await api.jobs.idle();
    expect(lines()).toEqual(["begin k", "begin k", "once k", "end k"]);
    heir.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
});

async function worker(...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

describe.skipIf(missing !== null)("BullMQ without its Redis", () => {
  test("away at start: nothing hangs, and work begins once it is there", async () => {
    const own = await server();
    await own.kill();
    const { jobs } = await peer(own.url, newPrefix(), { readyMs: 50 });
    const seen: number[] = [];
    jobs.register<JobPayload & { n: number }>("job", async ({ n }) => void seen.push(n));
    let returned = 0;
    jobs.onReturn(() => (returned += 1));
    await jobs.enqueue("job", "k", ann(1));
    expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, dead: 0, state: "away" });
    await expect(jobs.deadLetters()).rejects.toMatchObject({ code: "queue_unavailable" });
    await expect(jobs.retry("x")).rejects.toMatchObject({ code: "queue_unavailable" });
    await own.start();
    await eventually(() => returned === 1);
    await jobs.enqueue("job", "k", ann(2));
    await eventually(() => seen.length === 1);
    expect(seen).toEqual([2]);
  });

  test("killed with all it held, and started again: workers go on by themselves", async () => {
    const own = await server();
    const { jobs } = await peer(own.url, newPrefix());
    const seen: number[] = [];
    const gate = held();
    jobs.register<JobPayload & { n: number }>("job", async ({ n }) => {
      seen.push(n);
      if (n === 1) await gate.done;
    });
    let returned = 0;
    jobs.onReturn(() => (returned += 1));
    await jobs.enqueue("job", "a", ann(1));
    await jobs.enqueue("job", "b", ann(2), { delayMs: 60_000 });
    await eventually(() => seen.length === 1);
    await own.kill();
    await eventually(async () => (await jobs.stats()).state === "away");
    await jobs.enqueue("job", "c", ann(3));
    gate.release();
    await own.start();
    await eventually(() => returned === 1);
    await jobs.enqueue("job", "d", ann(4));
    // Before BullMQ's watchdog looks after a wait that never ended: it comes after eleven seconds, and only to some.
    await eventually(() => seen.includes(4), "the job after the restart", 9_000);
    await jobs.idle();
    expect(seen).toEqual([1, 4]);
  });

  test("it falls silent and comes back: enqueueing ends all the same", async () => {
    const own = await server();
    const { jobs, link } = await peer(own.url, newPrefix());
    const seen: number[] = [];
    jobs.register<JobPayload & { n: number }>("job", async ({ n }) => void seen.push(n));
    own.freeze();
    await jobs.enqueue("job", "a", ann(1));
    expect(link.state()).toBe("away");
    await jobs.enqueue("job", "b", ann(2));
    own.thaw();
    await eventually(() => link.state() === "ok");
    await jobs.enqueue("job", "c", ann(3));
    await eventually(() => seen.includes(3));
  });

  test("it takes no writes, as a full one: reported once, nobody waits, and work goes on when it does", async () => {
    const own = await server();
    const reported: unknown[] = [];
    const { jobs, link } = await peer(own.url, newPrefix(), { onError: (error) => reported.push(error) });
    const seen: number[] = [];
    jobs.register<JobPayload & { n: number }>("job", async ({ n }) => void seen.push(n));
    await eventually(() => link.state() === "ok");
    await link.client.config("SET", "maxmemory", "1");
    for (let n = 0; n < 3; n++) {
      await sleep(1_100);
      const from = performance.now();
      await jobs.enqueue("job", "a", ann(1));
      expect(performance.now() - from).toBeLessThan(100);
      expect(link.state()).toBe("away");
    }
    expect(reported).toHaveLength(1);
    await link.client.config("SET", "maxmemory", "0");
    await eventually(() => link.state() === "ok");
    await jobs.enqueue("job", "a", ann(2));
    await eventually(() => seen.includes(2));
  });

  test("a user who may not do all that BullMQ does: the process lives on, and asks with pauses", async () => {
    const own = await server();
    const { link: admin } = await peer(own.url, newPrefix());
    await eventually(() => admin.state() === "ok");
    const refused = async (): Promise<number> => {
      const stats = await admin.client.info("commandstats");
      return Number(/cmdstat_evalsha:.*rejected_calls=(\d+)/.exec(stats)?.[1] ?? 0);
    };
    await admin.client.call("ACL", "SETUSER", "some", "on", ">pw", "~*", "&*", "+@all", "-evalsha");
    const { jobs } = await peer(own.url.replace("//", "//some:pw@"), newPrefix());
    jobs.register("job", async () => undefined);
    await eventually(async () => (await refused()) > 0);
    await sleep(1_000);
    expect(await refused()).toBeLessThan(50);
    await admin.client.call("ACL", "SETUSER", "some", "-info");
    const { jobs: more, link } = await peer(own.url.replace("//", "//some:pw@"), newPrefix());
    more.register("job", async () => undefined);
    await sleep(1_000);
    expect(link.state()).toBe("away");
  });
});
