import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { hashKeyFrom, keyIdOf } from "../../src/adapters/store-core/hash-key.ts";
import { client, until, type Client } from "../support/client.ts";
import { ownRedis, redisMissing, type OwnRedis } from "../support/redis.ts";
import { redisPeer } from "../support/redis-peer.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

const missing = redisMissing();

/** One process, its work in Redis. Without a model server: Engram quotes when LLAMA_CPP_URL is not given. */
describe.skipIf(missing !== null)("a service whose background work waits in Redis", () => {
  const prefix = `test-${randomUUID()}`;
  const hashKey = "k".repeat(32);
  let redis: OwnRedis;
  let folder: TestFolder;
  let service: TestService;
  let api: Client;

  beforeAll(async () => {
    redis = await ownRedis();
    folder = await testFolder();
    service = await startService(folder.path, {
      QUEUE: "bullmq",
      REDIS_URL: redis.url,
      REDIS_PREFIX: prefix,
      HASH_KEY: hashKey,
      IDLE_AFTER_MINUTES: "600",
      LOG_LEVEL: "silent",
    });
    api = client(service.url);
  });
  afterAll(async () => {
    await service?.stop();
    await folder?.remove();
    await redis?.close();
  });

  test("does the same work: a turn is extracted, verified and remembered", async () => {
    const { conversationId } = await api.say("My sister Annelie moved to Lyon.");
    expect(await api.verify()).toMatchObject({ episodes: 1 });
    const { reply } = await api.say("Where does my sister live?", { conversationId });
    expect(reply).toContain("Lyon");
    const { body } = await api.get("/health");
    expect(body.queue).toMatchObject({ kind: "bullmq", state: "ok" });
    expect(body.status).toBe("ok");
  });

  test("Redis killed under traffic with all it held: turns go on, none is lost, all are extracted after", async () => {
    const said: Promise<unknown>[] = [];
    const say = (n: number): void => void said.push(api.say(`I like the colour number ${n}.`));
    for (let n = 0; n < 5; n++) say(n);
    await redis.kill();
    for (let n = 5; n < 10; n++) say(n);
    await Promise.all(said);
    await until(async () => (await api.get("/health")).body.status === "degraded", "degraded");
    expect((await api.get("/health")).body.queue.state).toBe("away");
    expect((await api.get("/maintenance/dead-letters")).status).toBe(503);
    await redis.start();
    for (let n = 10; n < 12; n++) say(n);
    await Promise.all(said);
    await api.extracted();
    expect((await api.get("/memory/stats")).body.episodes).toBe(14);
    await until(async () => (await api.get("/health")).body.status === "ok", "ok");
  });

  test("Redis falls silent, as behind a cut network: turns are answered, and work goes on when it is back", async () => {
    redis.freeze();
    await api.say("I play the cello.");
    await api.say("I play the flute.");
    expect((await api.get("/health")).body.queue.state).toBe("away");
    redis.thaw();
    await api.extracted();
  });

  test("dead letters are the user's own, are tried again, and hold nothing else up", async () => {
    const other = await redisPeer(redis.url, `${prefix}:${keyIdOf(hashKeyFrom(hashKey))}`, { works: false });
    const nobody = "nobody-knows-this-job";
    await other.jobs.enqueue(nobody, "local/c1", { userId: "local", conversationId: "c1" });
    await other.jobs.enqueue(nobody, "ann/c2", { userId: "ann", conversationId: "c2" });
    await until(async () => (await other.jobs.stats()).dead === 2, "two letters");
    const { body } = await api.get("/maintenance/dead-letters");
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        job: nobody,
        conversationId: "c1",
        code: "internal",
        attempts: 1,
        failedAt: expect.any(String),
      },
    ]);
    const foreign = (await other.jobs.deadLetters()).find(({ key }) => key === "ann/c2");
    const retry = (id: string) => api.send("POST", `/maintenance/dead-letters/${id}/retry`);
    expect((await retry(foreign?.id ?? "")).status).toBe(404);
    expect((await retry("none")).status).toBe(404);
    const again = await retry(body.items[0].id);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 202,
      body: { id: body.items[0].id },
    });
    await until(async () => (await other.jobs.stats()).dead === 2, "it failed again");
    await other.close();
  });
});

test.skipIf(missing !== null)(
  "Redis away at start: the service starts, chats, and works once it is there",
  async () => {
    const redis = await ownRedis();
    await redis.kill();
    const folder = await testFolder();
    const service = await startService(folder.path, {
      QUEUE: "bullmq",
      REDIS_URL: redis.url,
      LOG_LEVEL: "silent",
    });
    try {
      const api = client(service.url);
      await api.say("My brother Emil lives in Oslo.");
      expect((await api.get("/health")).body).toMatchObject({ status: "degraded", queue: { state: "away" } });
      await redis.start();
      await api.extracted();
    } finally {
      await service.stop();
      await folder.remove();
      await redis.close();
    }
  },
);

test.skipIf(missing !== null)(
  "two Engrams that share a Redis unawares: neither does the other's work, or hears what it learned",
  async () => {
    const redis = await ownRedis();
    const folders = [await testFolder(), await testFolder()];
    const [one, other] = await Promise.all(
      // Another database of Redis has the same channels.
      folders.map(({ path }, n) =>
        startService(path, { QUEUE: "bullmq", REDIS_URL: `${redis.url}/${n}`, LOG_LEVEL: "silent" }),
      ),
    );
    const heard: string[] = [];
    const socket = new WebSocket(`${other?.url.replace("http", "ws")}/ws`);
    socket.on("message", (text) => heard.push(String(text)));
    await new Promise((resolve) => socket.once("open", resolve));
    try {
      const api = client(one?.url ?? "");
      for (let n = 0; n < 8; n++) await api.say(`I like the colour number ${n}.`);
      await api.extracted();
      expect(heard.join("\n")).not.toContain("memory.");
    } finally {
      socket.terminate();
      await Promise.all([one?.stop(), other?.stop()]);
      await Promise.all([...folders.map((folder) => folder.remove()), redis.close()]);
    }
  },
);

describe("roles that cannot be", () => {
  test.each([
    ["STORE", { ROLE: "api", QUEUE: "bullmq", REDIS_URL: "redis://127.0.0.1:9" }],
    ["STORE", { ROLE: "worker", QUEUE: "bullmq", REDIS_URL: "redis://127.0.0.1:9" }],
    ["QUEUE", { ROLE: "api", STORE: "neo4j", NEO4J_URI: "bolt://127.0.0.1:9", NEO4J_PASSWORD: "x" }],
    ["REDIS_URL", { QUEUE: "bullmq" }],
    ["REDIS_URL", { QUEUE: "bullmq", REDIS_URL: "http://127.0.0.1" }],
  ])("%s is named when %o is asked for", async (name, env) => {
    const folder = await testFolder();
    await expect(startService(folder.path, { LLAMA_CPP_URL: NO_MODEL, ...env })).rejects.toThrow(
      new RegExp(`^${name}: `),
    );
    await folder.remove();
  });
});

describe("a limit of requests", () => {
  let folder: TestFolder;
  let service: TestService;

  beforeAll(async () => {
    folder = await testFolder();
    service = await startService(folder.path, { RATE_LIMIT_PER_MINUTE: "3", IDLE_AFTER_MINUTES: "600" });
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  test("the next one waits, in each surface's own words; health and metrics are free", async () => {
    const api = client(service.url);
    for (let n = 0; n < 3; n++) expect((await api.get("/memory/stats")).status).toBe(200);
    const refused = await api.get("/memory/stats");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("content-type")).toContain("application/problem+json");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refused.body).toMatchObject({ code: "rate_limited", status: 429 });
    const openAi = await api.get("/v1/models");
    expect(openAi.status).toBe(429);
    expect(openAi.body.error).toMatchObject({ type: "rate_limit_error", code: "rate_limited" });
    expect(openAi.headers.get("retry-after")).not.toBeNull();
    for (const path of ["/health", "/livez", "/metrics"]) expect((await api.get(path)).status).toBe(200);
    const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`);
    socket.on("error", () => undefined);
    const status = await new Promise((resolve) => {
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.once("open", () => resolve("open"));
    });
    expect(status).toBe(429);
    socket.terminate();
  });
});
