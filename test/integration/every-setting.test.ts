import { createServer, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { hashKeyFrom } from "../../src/adapters/store-core/hash-key.ts";
import { chooseChannels, chooseReranker, fixedModels, modelServers } from "../../src/composition/adapters.ts";
import { ConfigSchema, readConfig } from "../../src/composition/config.ts";
import { engineSettings, neo4jSettings, redisSettings } from "../../src/composition/engine-settings.ts";
import { scheduleEntries } from "../../src/composition/schedule-entries.ts";
import { NO_MODEL, startService, testFolder } from "../support/service.ts";

/** Every setting changes something: a composed part, something seen here, or in a named test. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Another value than the default; a setting of a part must change with it. */
const COMPOSED: Record<string, string> = {
  NEO4J_URI: "bolt://10.0.0.1:7687",
  NEO4J_USER: "ann",
  NEO4J_PASSWORD: "secret",
  NEO4J_DATABASE: "memory",
  REDIS_PREFIX: "other",
  REDIS_SENTINELS: "10.0.0.1:26379",
  REDIS_SENTINEL_NAME: "other",
  LLAMA_CPP_BACKGROUND_SLOTS: "3",
  TRUST_ASSISTANT_CLAIMS: "ensemble",
  IDLE_AFTER_MINUTES: "9",
  MAINTENANCE_SCHEDULE: "1 1 * * *",
  FORGET_GRACE_HOURS: "9",
  BACKUP_DIR: "/backups",
  BACKUP_KEEP: "9",
  BACKUP_SCHEDULE: "1 1 * * *",
};

/** What the tests below see. */
const SEEN_HERE = [
  "APP_HOST",
  "ALLOWED_HOSTS",
  "METRICS_TOKEN",
  "LLAMA_CPP_API_KEY",
  "EMBEDDINGS_API_KEY",
  "RERANK_URL",
  "RERANK_MODEL",
  "RERANK_API_KEY",
  "NOTIFY_WEBHOOK_SECRET",
];

/** Where a service that runs, or the adapter that gets it, is tested with it. */
const SEEN_IN: Record<string, string> = {
  APP_PORT: "e2e/cli.test.ts",
  DATA_DIR: "e2e/data-folder.test.ts",
  LOG_LEVEL: "e2e/logs.test.ts",
  ALLOWED_ORIGINS: "e2e/browser.test.ts",
  STORE: "e2e/neo4j-story.test.ts",
  HASH_KEY: "long/regression/replicas.long.ts",
  QUEUE: "e2e/redis.test.ts",
  REDIS_URL: "e2e/redis.test.ts",
  ROLE: "long/regression/replicas.long.ts",
  WORKER_PORT: "support/service.ts",
  RATE_LIMIT_PER_MINUTE: "e2e/access.test.ts",
  LLAMA_CPP_URL: "e2e/access.test.ts",
  LLAMA_CPP_MODEL: "support/openai-bench.ts",
  MEMORY_MODEL_URL: "e2e/models.test.ts",
  MEMORY_MODEL: "e2e/models.test.ts",
  MODEL_DISCOVERY: "support/service.ts",
  MODEL_TRUST: "e2e/models.test.ts",
  LLAMA_CPP_TIMEOUT: "e2e/misbehaviour.test.ts",
  EMBEDDINGS_URL: "e2e/embeddings.test.ts",
  EMBEDDINGS_MODEL: "e2e/embeddings.test.ts",
  NOTIFY_WEBHOOK_URL: "e2e/reports.test.ts",
  SMTP_URL: "e2e/reports.test.ts",
  ALERT_EMAIL: "e2e/reports.test.ts",
  WEB_SEARCH_ENABLED: "e2e/web-check.test.ts",
  WEB_SEARCH_URL: "e2e/web-check.test.ts",
  WEB_SEARCH_API_KEY: "integration/web-search.test.ts",
  TRANSCRIPTION_URL: "e2e/audio.test.ts",
  SPEECH_URL: "e2e/audio.test.ts",
  AUDIO_API_KEY: "e2e/audio.test.ts",
};

test("every variable is accounted for, once", () => {
  const told = [...Object.keys(COMPOSED), ...SEEN_HERE, ...Object.keys(SEEN_IN)];
  expect(told.sort()).toEqual(Object.keys(ConfigSchema.shape).sort());
});

test.each(Object.entries(COMPOSED))("%s=%s changes a setting", (name, value) => {
  const composed = (env: Record<string, string>): unknown => {
    const config = readConfig(env);
    const key = hashKeyFrom("a test");
    const parts = [engineSettings, scheduleEntries, neo4jSettings, redisSettings];
    return parts.map((part) => part(config, key));
  };
  expect(composed({ [name]: value })).not.toEqual(composed({}));
});

test.each(Object.entries(SEEN_IN))("%s is set in %s", (name, file) => {
  expect(readFileSync(join("test", file), "utf8")).toMatch(new RegExp(`\\b${name}\\b`));
});

interface Heard {
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

async function listener(answer: unknown): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    heard.push({
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: Buffer.concat(parts).toString(),
    });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const { signal } = new AbortController();

test("a reranker is asked at its address, by its model's name and with its key", async () => {
  const { url, heard } = await listener({ results: [{ index: 0, relevance_score: 1 }] });
  const env = { RERANK_URL: url, RERANK_MODEL: "ranker", RERANK_API_KEY: "rerank-key" };
  await chooseReranker(readConfig(env))?.rerank("question", ["text"], signal);
  expect(heard.at(-1)?.headers.authorization).toBe("Bearer rerank-key");
  expect(JSON.parse(heard.at(-1)?.body ?? "")).toMatchObject({ model: "ranker" });
});

test("a model is asked with its key", async () => {
  const { url, heard } = await listener({ object: "list", data: [{ id: "m" }] });
  const config = readConfig({ LLAMA_CPP_URL: url, LLAMA_CPP_API_KEY: "model-key" });
  const model = fixedModels(config, modelServers(config)).chat?.connect();
  await model?.health();
  await model?.close();
  expect(new Set(heard.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer model-key"]));
});

test("an embedder is asked with its key", async () => {
  const { url, heard } = await listener({ data: [{ index: 0, embedding: [1, 0] }] });
  const env = { EMBEDDINGS_URL: url, EMBEDDINGS_API_KEY: "embed-key", EMBEDDINGS_MODEL: "embedder" };
  const config = readConfig(env);
  await fixedModels(config, modelServers(config)).embeddings?.connect().embed(["text"], signal);
  expect(heard.map(({ headers }) => headers.authorization)).toContain("Bearer embed-key");
});

test("a webhook with a secret is signed", async () => {
  const notice = { id: "1", kind: "test", subject: "s", text: "t", data: {} } as const;
  const signatures = async (env: Record<string, string>): Promise<string[]> => {
    const { url, heard } = await listener({});
    const [webhook] = chooseChannels(readConfig({ NOTIFY_WEBHOOK_URL: url, ...env }));
    await webhook?.send(notice);
    return Object.keys(heard[0]?.headers ?? {}).filter((name) => name.includes("signature"));
  };
  expect(await signatures({})).toEqual([]);
  expect(await signatures({ NOTIFY_WEBHOOK_SECRET: "long-secret" })).toHaveLength(1);
});

/** `fetch` sets no Host of one's own. */
function statusOf(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

async function firstLineOf(url: string, request: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(request));
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return answer.toString().split("\r\n")[0];
}

test("a service listens where it is told, for the names it is told, and keeps its metrics to itself", async () => {
  const folder = await testFolder();
  closers.push(() => folder.remove());
  const serve = async (env: Record<string, string>) => {
    const service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL, ...env });
    closers.push(() => service.stop());
    return service;
  };
  const told = await serve({
    APP_HOST: "127.0.0.2",
    ALLOWED_HOSTS: "memory.example",
    METRICS_TOKEN: "metrics-token",
  });
  expect(told.url).toContain("//127.0.0.2:");
  expect(await statusOf(`${told.url}/livez`, { host: "memory.example" })).toBe(200);
  expect(await statusOf(`${told.url}/livez`, { host: "other.example" })).not.toBe(200);
  expect(await statusOf(`${told.url}/livez`, { cookie: `_oauth2_proxy=${"x".repeat(40_000)}` })).toBe(200);
  // HTTP/1.0 needs no host, and HAProxy's checks name none.
  expect(await firstLineOf(told.url, "GET /readyz HTTP/1.0\r\n\r\n")).toBe("HTTP/1.1 200 OK");
  expect(await firstLineOf(told.url, "GET /readyz HTTP/1.0\r\nHost:\r\n\r\n")).toBe("HTTP/1.1 403 Forbidden");
  expect(await statusOf(`${told.url}/metrics`)).toBe(401);
  expect(await statusOf(`${told.url}/metrics`, { authorization: "Bearer metrics-token" })).toBe(200);
});
