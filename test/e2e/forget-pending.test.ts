import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { NO_MODEL, startProcess, testFolder, type TestFolder, type TestProcess } from "../support/service.ts";

/** Somebody else reads the database file, and goes on reading. */
let folder: TestFolder;
let service: TestProcess;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL, IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

const data = (name = ""): string => join(folder.path, "data", name);

/** Read by another process: one that closes a file ends its own locks on it (POSIX), those of `reader`, too. */
function filesWith(word: string): string[] {
  const { stdout } = spawnSync("grep", ["-rlaF", word, data()], { encoding: "utf8" });
  return stdout.split("\n").filter((name) => name !== "");
}

async function tell(text: string): Promise<string> {
  const { body } = await api.post("/memory/episodes", { text });
  return body.id as string;
}

const pending = async (): Promise<number> => (await api.get("/health")).body.pending.purge;

test("without a reader the words are gone with the answer", async () => {
  const id = await tell("The word is quokkaherder.");
  const { body } = await api.post("/memory/forget", { episodeId: id });
  expect(body.purged).toBe(true);
  expect(body.forgotten.episodes).toBe(1);
  expect(await pending()).toBe(0);
  expect(filesWith("quokkaherder")).toEqual([]);
});

test("with one they are pending, told in /health, and others are served; they go when it ends", async () => {
  const id = await tell("The word is zyzzyva.");
  const reader = new DatabaseSync(data("engram.db"), { readOnly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM episodes").get();
  const { status, body } = await api.post("/memory/forget", { episodeId: id });
  expect([status, body.purged]).toEqual([200, "pending"]);
  expect(await pending()).toBe(1);
  expect(filesWith("zyzzyva"), "the reader holds them").not.toEqual([]);
  expect((await api.get("/memory/search?q=zyzzyva")).text, "but nobody finds them").not.toContain("The word");
  await tell("Another word meanwhile.");
  expect(await pending()).toBe(1);
  reader.exec("COMMIT");
  reader.close();
  await until(async () => (await pending()) === 0, "the purge");
  expect(filesWith("zyzzyva")).toEqual([]);
});

test("what is asked for again meanwhile is as little done", async () => {
  await tell("The word is xanthippe.");
  const reader = new DatabaseSync(data("engram.db"), { readOnly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM episodes").get();
  const forget = async (): Promise<unknown> =>
    (await api.post("/memory/forget", { everything: true })).body.purged;
  expect(await forget()).toBe("pending");
  expect(await forget(), "nothing is left, but in the files").toBe("pending");
  expect(filesWith("xanthippe")).not.toEqual([]);
  reader.close();
  await until(async () => (await pending()) === 0, "the purge");
  expect(await forget()).toBe(true);
  expect(filesWith("xanthippe")).toEqual([]);
});

test("what was pending when the service ended is done by the next", async () => {
  const id = await tell("The word is xylophagous.");
  const reader = new DatabaseSync(data("engram.db"), { readOnly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM episodes").get();
  expect((await api.post("/memory/forget", { episodeId: id })).body.purged).toBe("pending");
  await service.kill();
  reader.close();
  service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL, IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
  await until(async () => (await pending()) === 0, "the purge");
  expect(filesWith("xylophagous")).toEqual([]);
});
