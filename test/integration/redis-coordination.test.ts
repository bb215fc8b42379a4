import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMemoryRateLimiter } from "../../src/adapters/rate-limiter/index.ts";
import { createRedisRateLimiter } from "../../src/adapters/rate-limiter/index.ts";
import { redisOptions } from "../../src/adapters/redis/connection.ts";
import { openRedisLink } from "../../src/adapters/redis/link.ts";
import { createMemoryEvents, type MemoryEvent } from "../../src/services/events.ts";
import { createSharedLock, type KeyedLock } from "../../src/services/locks.ts";
import { createModelGate, Preempted } from "../../src/services/model/gate.ts";
import { eventually, untilAborted } from "../contracts/job-queue.ts";
import {
  ownRedis,
  redisMissing,
  sentinelOf,
  testRedis,
  type OwnRedis,
  type TestRedis,
} from "../support/redis.ts";
import { redisPeer, type RedisPeer } from "../support/redis-peer.ts";

const missing = redisMissing();
const never = new AbortController().signal;
const LONG_MS = 30_000;
const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

let redis: TestRedis;
const open: { close(): Promise<void> | void }[] = [];

beforeAll(async () => {
  if (missing === null) redis = await testRedis();
});
afterAll(() => redis?.close());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Processes that share a Redis, each subscribed and known to the others. */
async function peers(count: number, url = redis.url): Promise<RedisPeer[]> {
  const prefix = `test-${randomUUID()}`;
  const made: RedisPeer[] = [];
  for (let n = 0; n < count; n++) made.push(await redisPeer(url, prefix, { works: false }));
  open.push(...made);
  await hear(made);
  return made;
}

/** Until each hears each: a subscription takes its time. */
async function hear(made: RedisPeer[]): Promise<void> {
  for (const listener of made) {
    for (const teller of made.filter((peer) => peer !== listener)) {
      const heard = new Set<unknown>();
      const stop = listener.coordination.listen("hello", (_, from) => heard.add(from));
      await eventually(async () => {
        teller.coordination.tell("hello", null);
        await moment();
        return heard.has(teller.coordination.processId);
      }, "a message");
      stop();
    }
  }
}

async function server(): Promise<OwnRedis> {
  const made = await ownRedis();
  open.push(made);
  return made;
}

describe.skipIf(missing !== null)("leases", () => {
  test("one holder over all processes; the next gets it when it is given back", async () => {
    const [one, two] = (await peers(2)) as [RedisPeer, RedisPeer];
    const lease = await one.coordination.acquire("x", 0);
    expect(await two.coordination.acquire("x", 20)).toBeNull();
    expect(await two.coordination.acquire("y", 0)).not.toBeNull();
    const waiting = two.coordination.acquire("x", LONG_MS);
    lease?.release();
    lease?.release();
    expect(await waiting).not.toBeNull();
    expect(await one.coordination.acquire("x", 20)).toBeNull();
  });

  test("a lease outlives neither its process for long nor ends while that lives", async () => {
    const [doomed, other] = (await peers(2)) as [RedisPeer, RedisPeer];
    await doomed.coordination.acquire("dead", 0);
    await other.coordination.acquire("alive", 0);
    doomed.die();
    expect(await other.coordination.acquire("dead", LONG_MS)).not.toBeNull();
    const [third] = [await redisPeer(redis.url, other.link.prefix, { works: false })];
    open.push(third);
    expect(await third.coordination.acquire("alive", 0)).toBeNull();
  });

  test("a lease that Redis lost with its data is set again", async () => {
    const own = await server();
    const [one, two] = (await peers(2, own.url)) as [RedisPeer, RedisPeer];
    await one.coordination.acquire("x", 0);
    await own.kill();
    await own.start();
    await eventually(() => one.link.state() === "ok" && two.link.state() === "ok");
    await eventually(async () => (await two.link.client.exists(`${two.link.prefix}:lease:x`)) === 1);
    expect(await two.coordination.acquire("x", 0)).toBeNull();
  });

  test("nobody to ask: granted, and each process keeps its own order", async () => {
    const own = await server();
    const [one, two] = (await peers(2, own.url)) as [RedisPeer, RedisPeer];
    await own.kill();
    const lock = createSharedLock(one.coordination, "graph", { waitMs: 20 });
    const release = await lock.acquire("ann");
    await expect(lock.acquire("ann")).rejects.toMatchObject({ code: "conflict" });
    expect(await two.coordination.acquire("graph/ann", 0)).not.toBeNull();
    expect(await one.coordination.once("tick", 1_000)).toBe(false);
    release();
  });

  test("once: one process of all within the time", async () => {
    const made = await peers(3);
    const first = await Promise.all(made.map(({ coordination }) => coordination.once("tick", LONG_MS)));
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await made[0]?.coordination.once("soon", 5)).toBe(true);
    await moment();
    expect(await made[1]?.coordination.once("soon", 5)).toBe(true);
  });
});

describe.skipIf(missing !== null)("locks over processes", () => {
  test("what they guard is done by one at a time, and nothing is lost", async () => {
    const made = await peers(3);
    const locks = made.map(({ coordination }) => createSharedLock(coordination, "graph"));
    let sum = 0;
    let inside = 0;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => locks[n % 3] as KeyedLock).map((lock) =>
        lock.run("ann", async () => {
          expect((inside += 1)).toBe(1);
          const read = sum;
          await new Promise((resolve) => setImmediate(resolve));
          sum = read + 1;
          inside -= 1;
        }),
      ),
    );
    expect(sum).toBe(30);
  });

  test("a conversation that is busy in one process is busy in the other", async () => {
    const [one, two] = (await peers(2)) as [RedisPeer, RedisPeer];
    const options = { waitMs: 30, busy: "conversation_busy" } as const;
    const release = await createSharedLock(one.coordination, "conversation", options).acquire("c1");
    const there = createSharedLock(two.coordination, "conversation", options);
    await expect(there.acquire("c1")).rejects.toMatchObject({ code: "conversation_busy" });
    release();
    (await there.acquire("c1"))();
  });
});

describe.skipIf(missing !== null)("messages", () => {
  test("memory's events reach observers of that user in every process, once", async () => {
    const [one, two] = (await peers(2)) as [RedisPeer, RedisPeer];
    const [here, there] = [createMemoryEvents(one.coordination), createMemoryEvents(two.coordination)];
    const seen: [string, MemoryEvent][] = [];
    here.subscribe("ann", (event) => seen.push(["here", event]));
    there.subscribe("ann", (event) => seen.push(["there", event]));
    there.subscribe("bob", (event) => seen.push(["bob", event]));
    const items = [{ id: "f1", text: "The user likes tea." }];
    const event: MemoryEvent = { type: "staged", episodeId: "e1", facts: 2, items };
    here.emit("ann", event);
    await eventually(() => seen.length === 2);
    await moment();
    expect(seen).toEqual([
      ["here", event],
      ["there", event],
    ]);
  });

  test("they come again after Redis was killed and started", async () => {
    const own = await server();
    const made = (await peers(2, own.url)) as [RedisPeer, RedisPeer];
    await own.kill();
    await own.start();
    await eventually(() => made.every(({ link }) => link.state() === "ok"));
    await hear(made);
  });
});

describe.skipIf(missing !== null)("the model gate over processes", () => {
  test("a chat anywhere stops background work everywhere and holds it off", async () => {
    const [api, worker] = (await peers(2)) as [RedisPeer, RedisPeer];
    const chats = createModelGate({ slots: 1, coordination: api.coordination });
    const gate = createModelGate({ slots: 1, coordination: worker.coordination });
    open.push(chats, gate);
    const stopped = gate.background("live", never, async (signal) => {
      await untilAborted(signal);
      throw signal.reason;
    });
    const leave = chats.enterChat();
    await expect(stopped).rejects.toBeInstanceOf(Preempted);
    let ran = false;
    const next = gate.background("idle", never, async () => void (ran = true));
    await moment();
    expect(ran).toBe(false);
    leave();
    await next;
  });

  test("a process that comes later hears of chats that run already", async () => {
    const [api] = (await peers(1)) as [RedisPeer];
    const chats = createModelGate({ slots: 1, coordination: api.coordination });
    const leave = chats.enterChat();
    const late = await redisPeer(redis.url, api.link.prefix, { works: false });
    open.push(late);
    const gate = createModelGate({ slots: 1, coordination: late.coordination });
    open.push(chats, gate);
    let tries = 0;
    // What was begun before the chat was heard of is stopped; then nothing begins any more.
    await eventually(async () => {
      tries += 1;
      const began = await Promise.race([
        gate.background("idle", never, async () => true).catch(() => false),
        moment().then(() => null),
      ]);
      return began === null;
    });
    leave();
    expect(tries).toBeGreaterThan(0);
  });

  test("the chats of a process that died hold nothing off for long", async () => {
    const [api, worker] = (await peers(2)) as [RedisPeer, RedisPeer];
    const chats = createModelGate({ slots: 1, coordination: api.coordination });
    const gate = createModelGate({ slots: 1, coordination: worker.coordination });
    open.push(chats, gate);
    chats.enterChat();
    await moment();
    const waiting = gate.background("live", never, async () => "ran");
    api.die();
    expect(await waiting).toBe("ran");
  });

  test("with two model servers one chat leaves one to background work", async () => {
    const gate = createModelGate({ slots: 1, servers: 2 });
    const leave = gate.enterChat();
    expect(await gate.background("live", never, async () => "ran")).toBe("ran");
    const second = gate.enterChat();
    let ran = false;
    const waiting = gate.background("live", never, async () => void (ran = true));
    await moment();
    expect(ran).toBe(false);
    leave();
    await waiting;
    second();
  });
});

test.skipIf(missing !== null)("Redis is found through a Sentinel", async () => {
  const own = await server();
  const sentinel = await sentinelOf(own);
  open.push(sentinel);
  const settings = {
    url: "redis://nowhere.invalid:1/2",
    sentinels: [sentinel.address],
    sentinelName: "engram",
  };
  const link = openRedisLink(settings, { prefix: "test", onError: () => undefined });
  open.push(link);
  await link.ready(LONG_MS);
  expect(await link.ask((client) => client.set("through", "yes"))).toBe("OK");
  const [direct] = (await peers(1, `${own.url}/2`)) as [RedisPeer];
  expect(await direct.link.client.get("through")).toBe("yes");
});

test("Sentinels are named with or without their protocol, and may speak TLS", () => {
  const options = (sentinels: string[]) =>
    redisOptions({ url: "rediss://:secret@redis", sentinels, sentinelName: "engram" });
  expect(options(["one:1", "redis://two", "[::1]:3"])).toMatchObject({
    sentinels: [
      { host: "one", port: 1 },
      { host: "two", port: 26_379 },
      { host: "::1", port: 3 },
    ],
  });
  expect(options(["one:1"])).not.toHaveProperty("sentinelTLS");
  expect(options(["rediss://one:1"])).toMatchObject({
    sentinelTLS: {},
    sentinels: [{ host: "one", port: 1 }],
  });
});

test.skipIf(missing !== null)("a Sentinel may want the password of its Redis", async () => {
  const own = await server();
  const sentinel = await sentinelOf(own);
  open.push(sentinel);
  for (const address of [sentinel.address, new URL(own.url).host]) {
    const [host = "", port] = address.split(":");
    const admin = new Redis({ host, port: Number(port) });
    await admin.call("ACL", "SETUSER", "default", "resetpass", ">p%w");
    admin.disconnect();
  }
  const settings = {
    url: "redis://:p%25w@nowhere.invalid",
    sentinels: [sentinel.address],
    sentinelName: "engram",
  };
  const link = openRedisLink(settings, { prefix: "test", onError: () => undefined });
  open.push(link);
  await link.ready(LONG_MS);
  expect(link.state()).toBe("ok");
});

describe.skipIf(missing !== null)("the rate limit over processes", () => {
  test("one count for all, per caller; each for itself while Redis is away", async () => {
    const own = await server();
    const made = (await peers(2, own.url)) as [RedisPeer, RedisPeer];
    const [one, two] = made.map(({ link }) => createRedisRateLimiter(3, link, createMemoryRateLimiter(3)));
    const asked = [
      await one?.refuse("key/a"),
      await two?.refuse("key/a"),
      await one?.refuse("key/a"),
      await two?.refuse("key/a"),
    ];
    expect(asked.slice(0, 3)).toEqual([null, null, null]);
    expect(asked[3]).toBeGreaterThanOrEqual(1);
    expect(await two?.refuse("key/b")).toBeNull();
    await own.kill();
    expect(await two?.refuse("key/a")).toBeNull();
  });
});
