import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Files that hold what is forgotten, beside the database. */
let folder: TestFolder;
let service: TestService;
let api: Client;

const OF_ANOTHER = "backup_local%5F2_2026-01-01T00-00-00-000Z.jsonl.gz";
const PRUNED = "pruned_local_2026-01-01T00-00-00-000Z.jsonl";
const HALF = "backup_local_2026-01-01T00-00-00-000Z.jsonl.gz.partial";
const WHOLE = "engram.db.before-v3.bak";
const data = (name = ""): string => join(folder.path, "data", name);

beforeAll(async () => {
  folder = await testFolder();
  for (const path of ["", "import-aB3xYz", "backups"]) await mkdir(data(path));
  await writeFile(data("import-aB3xYz/upload"), "half an upload of a process that was killed");
  for (const name of [OF_ANOTHER, PRUNED, HALF]) await writeFile(data(`backups/${name}`), "words");
  await writeFile(data(WHOLE), "words");
  service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL, IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

async function tell(text: string): Promise<string> {
  return (await api.post("/memory/episodes", { text })).body.id as string;
}

test("an upload that a killed process left is gone at the start", async () => {
  expect((await readdir(data())).filter((name) => name.startsWith("import-"))).toEqual([]);
});

test("forgetting names the files that still hold it, and takes one's own away when asked to", async () => {
  const episodeId = await tell("The word is quokkaherder.");
  const listed = (await api.post("/memory/forget", { episodeId })).body;
  expect(listed.copies).toEqual([HALF, WHOLE, PRUNED]);
  expect(await readdir(data("backups"))).toContain(PRUNED);
  const other = await tell("Another word is zyzzyva.");
  const removed = (await api.post("/memory/forget", { episodeId: other, removeCopies: true })).body;
  expect(removed.forgotten.episodes).toBe(1);
  expect(removed.copies, "of the whole database, which is others' as well").toEqual([WHOLE]);
  expect(await readdir(data("backups"))).toEqual([OF_ANOTHER]);
  const { body } = await api.get("/maintenance/audit");
  expect(body.items[0]).toMatchObject({ act: "copies_removed", counts: { files: 2 } });
});
