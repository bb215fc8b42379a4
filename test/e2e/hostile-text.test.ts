import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** One message stops nobody else: shapes that once held the service for half a minute. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

/** Ten times what it takes on a slow machine, a tenth of what it took. */
const ANSWER_MS_MAX = 5_000;

const SHAPES = {
  "marks before a word": `I live in Lyon${"!".repeat(199_000)}x`,
  "line breaks before a word": `I live in Lyon.${"\n".repeat(199_000)}x`,
  ordinals: "am 3. ".repeat(33_000),
  "times of day": "12:".repeat(66_000),
  "courtesies that can be read in many ways": `${"oh no ".repeat(33_000)}x`,
};

test.for(Object.entries(SHAPES))("a message of %s", async ([, message]) => {
  const started = performance.now();
  await api.say(message);
  expect((await api.get("/health")).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(ANSWER_MS_MAX);
});

test.for(Object.entries(SHAPES))("a search for %s", async ([, message]) => {
  const started = performance.now();
  const { status } = await api.post("/memory/search", { q: message.slice(-20_000) });
  expect(status).toBe(200);
  expect(performance.now() - started).toBeLessThan(ANSWER_MS_MAX);
});

test("a name that a turn repeats is stored at a few of its places", async () => {
  await api.say(`I live in Lyon.${" Lyon is a big city.".repeat(60)}`);
  await api.extracted();
  const db = new DatabaseSync(join(folder.path, "data", "engram.db"), { readOnly: true });
  const most = db.prepare(
    "SELECT max(n) AS most FROM (SELECT count(*) AS n FROM mentions GROUP BY episode_id, entity_id)",
  );
  expect(most.get()).toEqual({ most: 32 });
  db.close();
});
