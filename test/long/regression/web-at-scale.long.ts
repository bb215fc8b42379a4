import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, openBrowser, settled, type TestBrowser } from "../../support/browser.ts";
import { client } from "../../support/client.ts";
import { DEMO_LIFE, DEMO_TABLE } from "../../support/demo-life.ts";
import { HASH_KEY, leaseNeo4j, neo4jMissing } from "../../support/neo4j.ts";
import { startReadingLlama, type ReadingLlama } from "../../support/reading-llama.ts";
import { ownRedis, redisMissing, type OwnRedis } from "../../support/redis.ts";
import {
  startService,
  startWorker,
  testFolder,
  type TestFolder,
  type TestService,
} from "../../support/service.ts";

const JONAS = /Jonas|lives in/;
const PLACES = {
  memory: JONAS,
  "memory/facts": JONAS,
  "memory/graph": JONAS,
  "memory/timeline": JONAS,
  "memory/coming-up": /Pleyel ready by Easter/,
  "memory/search?q=Jonas": JONAS,
  "memory/schema": JONAS,
};
const missing = chromiumMissing() ?? redisMissing() ?? neo4jMissing();

describe.skipIf(missing !== null)("the pages over Neo4j and Redis, with a worker of their own", () => {
  let redis: OwnRedis;
  let folder: TestFolder;
  let llama: ReadingLlama;
  let service: TestService;
  let worker: TestService;
  let browser: TestBrowser;

  beforeAll(async () => {
    const neo4j = await leaseNeo4j();
    [redis, folder, llama] = await Promise.all([ownRedis(), testFolder(), startReadingLlama(DEMO_TABLE)]);
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
    };
    worker = await startWorker(folder.path, env);
    service = await startService(folder.path, { ...env, ROLE: "api" });
    browser = await openBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await worker?.stop();
    await llama?.close();
    await redis?.close();
    await folder?.remove();
  });

  test("a turn is answered, what another process heard in it is told, and every page shows it", async () => {
    const { page, errors } = await browser.open(service.url);
    for (const { says, reply } of DEMO_LIFE) {
      llama.table.reply = reply;
      await page.getByRole("textbox", { name: "Message", exact: true }).fill(says);
      await page.keyboard.press("Enter");
      await page.locator(".reply", { hasText: reply }).waitFor();
      await page.getByRole("button", { name: "Send" }).waitFor();
    }
    await page.locator(".noted", { hasText: "Jonas lives in Lisbon." }).waitFor();
    const api = client(service.url);
    await api.extracted();
    await api.verify();
    for (const [place, shows] of Object.entries(PLACES)) {
      await page.goto(`${service.url}/#/${place}`);
      await settled(page);
      await page.locator("main").getByText(shows).first().waitFor();
    }
    expect(errors).toEqual([]);
  });
});
