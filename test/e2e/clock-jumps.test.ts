import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startProcess, testFolder, type TestFolder, type TestProcess } from "../support/service.ts";

/** The machine's clock was a month ahead, and is right again. */
let folder: TestFolder;
let service: TestProcess;
let api: Client;

async function start(): Promise<void> {
  service = await startProcess(folder.path, { IDLE_AFTER_MINUTES: "10000", LOG_LEVEL: "warn" });
  api = client(service.url);
}

beforeAll(async () => {
  folder = await testFolder();
  await start();
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

/** All that is stored was told a month later than it was. */
async function jumpBack(): Promise<void> {
  await service.stop();
  const db = new DatabaseSync(join(folder.path, "data/engram.db"));
  const ahead = (table: string, column: string): void =>
    db.exec(`UPDATE ${table} SET ${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+30 days')`);
  for (const column of ["occurred_at", "recorded_at"]) ahead("episodes", column);
  ahead("users", "last_message_at");
  ahead("evidence", "occurred_at");
  for (const table of ["tombstones", "tombstone_hashes"]) ahead(table, "forgotten_at");
  db.close();
  await start();
}

async function texts(status: string): Promise<string[]> {
  const { items } = (await api.get(`/memory/facts?status=${status}`)).body;
  return items.map(({ text }: { text: string }) => text);
}

test("what is told after a jump back is newer, and what was forgotten is learned when it is said afresh", async () => {
  await api.say("My sister Annelie lives in Lyon.");
  await api.say("I live in Oslo.");
  await api.verify();
  const { items } = (await api.get("/memory/facts?status=verified")).body;
  const lyon = items.find(({ text }: { text: string }) => text.includes("Lyon"));
  await api.post("/memory/forget", { factId: lyon.id });
  await jumpBack();
  expect(service.output()).toContain("the clock is behind what is stored");
  await api.say("My sister Annelie lives in Lyon.");
  await api.say("I live in Turin now.");
  await api.verify();
  expect((await texts("verified")).join()).toMatch(/(?=.*Lyon)(?=.*Turin)/);
  expect(await texts("superseded")).toEqual([expect.stringContaining("Oslo")]);
});
