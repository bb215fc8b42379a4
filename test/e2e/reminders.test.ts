import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { batch, fact } from "../contracts/memory-store-story.ts";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { HASH_KEY, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { ownRedis, redisMissing } from "../support/redis.ts";
import {
  startProcess,
  startService,
  startWorker,
  testFolder,
  type TestFolder,
  type TestService,
} from "../support/service.ts";

/** Plans that are due, told by real processes. */
let folder: TestFolder;
let hook: HookReceiver;
let llama: FakeLlama;

beforeAll(async () => {
  [folder, hook, llama] = await Promise.all([testFolder(), startHookReceiver(), startFakeLlama()]);
});
afterAll(async () => {
  await llama?.close();
  await hook?.close();
  await folder?.remove();
});

/** A time zone in which it is noon now: what has a day and no time is due from the morning on. */
const ahead = 12 - new Date().getUTCHours();
const timeZone = `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
const offset = `${ahead < 0 ? "-" : "+"}${String(Math.abs(ahead)).padStart(2, "0")}:00`;
const midnight = new Date(`${today}T00:00:00${offset}`).toISOString();

async function plan(api: Client, object: string): Promise<void> {
  const text = `The user flies to ${object}.`;
  const told = { subject: "user", predicate: "PLANS", object, text, validAt: midnight };
  expect((await api.post("/memory/facts", told)).status).toBe(201);
}

async function want(api: Client): Promise<void> {
  const settings = (await api.get("/settings")).body;
  expect((await api.send("PUT", "/settings", { ...settings, timeZone, reminders: true })).status).toBe(200);
}

const texts = (): string[] => hook.received.map(({ body }) => JSON.parse(body).text as string);

test("a plan is sent once, over restarts and kill -9, and offered in the first turn of a day", async () => {
  const env = { LLAMA_CPP_URL: llama.url, NOTIFY_WEBHOOK_URL: hook.url, IDLE_AFTER_MINUTES: "600" };
  const start = (): Promise<TestService> => startService(folder.path, env);
  let service = await start();
  await want(client(service.url));
  await plan(client(service.url), "Oslo");
  await service.stop();
  const killed = await startProcess(folder.path, env);
  await until(async () => texts().length > 0, "the reminder");
  await killed.kill();
  const store = await createSqliteStore({ file: join(folder.path, "data", "engram.db"), clock: systemClock });
  const user = store.forUser("local");
  const validAt = { at: midnight, precision: "day" } as const;
  const rome = fact("rome", (await user.self()).id, "PLANS", { validAt, text: "The user flies to Rome." });
  await user.apply(batch([{ op: "fact.put", fact: { ...rome, createdAt: midnight } }]));
  await store.close();
  service = await start();
  await until(async () => texts().length > 1, "the second reminder");
  await service.stop();
  service = await start();
  const api = client(service.url);
  llama.reply("Understood.");
  const asked = async (message: string): Promise<string> => {
    await api.say(message);
    const chats = llama.requests.flatMap(({ body }) => body.messages.at(-1)?.content ?? []);
    return chats.findLast((content) => content.startsWith(message)) ?? "";
  };
  expect(await asked("Good morning!")).toMatch(/Due today.*Oslo.*Rome\. \(staged\)/);
  expect(await asked("And how are you?")).not.toContain("Due today");
  await service.stop();
  expect(texts()).toEqual(["- The user flies to Oslo.\n", "- The user flies to Rome. (staged)\n"]);
});

test.skipIf(redisMissing() !== null || neo4jMissing() !== null)(
  "two processes that find the same plan due send it once",
  async () => {
    const [neo4j, redis, other] = await Promise.all([leaseNeo4j(), ownRedis(), testFolder()]);
    const env = {
      STORE: "neo4j",
      NEO4J_URI: neo4j.uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      HASH_KEY,
      QUEUE: "bullmq",
      REDIS_URL: redis.url,
      REDIS_PREFIX: `test-${randomUUID()}`,
      LLAMA_CPP_URL: llama.url,
      NOTIFY_WEBHOOK_URL: hook.url,
      IDLE_AFTER_MINUTES: "600",
    };
    const seen = hook.received.length;
    const api = await startProcess(other.path, { ...env, ROLE: "api" });
    await want(client(api.url));
    await plan(client(api.url), "Lima");
    const workers = await Promise.all([1, 2].map(() => startWorker(other.path, env)));
    // A process ends only when what it was sending is sent.
    await Promise.all([api, ...workers].map((one) => one.stop()));
    expect(hook.received).toHaveLength(seen + 1);
    await redis.close();
    await other.remove();
  },
  240_000,
);
