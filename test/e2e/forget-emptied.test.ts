import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningService } from "../../src/adapters/data-folder/index.ts";
import { client, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A search index that was large and is nearly empty: what one user forgets as a whole leaves it all the same. */
let folder: TestFolder;
let service: TestService;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "10000" });
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

async function newUser(user: string): Promise<Client> {
  const { adminToken = "" } = runningService(join(folder.path, "data")) ?? {};
  const headers = { "x-engram-admin": adminToken };
  const { key } = (await client(service.url).post("/admin/keys", { user }, headers)).body;
  return client(service.url, key);
}

async function tell(api: Client, names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names)
    ids.push(
      (await api.post("/memory/episodes", { text: `My friend ${name} lives in ${name}ton.` })).body.id,
    );
  await api.verify();
  return ids;
}

test("words of users who forget everything, one after the other", async () => {
  const first = await newUser("first");
  for (const episodeId of await tell(
    first,
    Array.from({ length: 60 }, (_, n) => `Quilb${n}x`),
  ))
    await first.post("/memory/forget", { episodeId });
  const names = Array.from({ length: 8 }, (_, n) => `Zuqbar${n}x`);
  for (const [n, name] of names.entries()) {
    const api = await newUser(`user${n}`);
    await tell(api, [name]);
    expect((await api.post("/memory/forget", { everything: true })).body.purged).toBe(true);
  }
  const files = await Promise.all(
    ["engram.db", "engram.db-wal"].map((file) => readFile(join(folder.path, "data", file), "latin1")),
  );
  const text = files.join("\n").toLowerCase();
  // An index writes what words share with the one before them once.
  expect(names.filter((name) => text.includes(name.slice(4).toLowerCase()))).toEqual([]);
});
