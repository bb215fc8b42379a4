import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Topics and summaries as a client sees them, and what is left of them when something is forgotten. */
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL });
  api = client(service.url);
  for (const [a, b] of [
    ["Anton", "Berta"],
    ["Berta", "Carlo"],
    ["Carlo", "Anton"],
  ])
    await api.post("/memory/facts", {
      subject: a,
      predicate: "SAILS_WITH",
      object: b,
      objectKind: "entity",
      text: `${a} sails with ${b}.`,
    });
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

async function job(name: string): Promise<any> {
  const { body } = await api.post(`/maintenance/jobs/${name}/run`, { dryRun: false });
  let run: any;
  await until(async () => {
    run = (await api.get(`/maintenance/runs/${body.runId}`)).body;
    return run.state !== "running";
  }, name);
  return run;
}

test("a topic is found, listed and shown with its members and facts", async () => {
  expect(await job("communities")).toMatchObject({ state: "done", result: { communities: 1, created: 1 } });
  const { items, nextCursor } = (await api.get("/memory/communities")).body;
  expect(nextCursor).toBeNull();
  expect(items).toHaveLength(1);
  const [topic] = items;
  expect(topic).toMatchObject({ memberCount: 3, writtenBy: "code" });
  expect(topic.members.map((one: any) => one.name).sort()).toEqual(["Anton", "Berta", "Carlo"]);
  const shown = (await api.get(`/memory/communities/${topic.id}`)).body;
  expect(shown.facts).toHaveLength(3);
  const found = (await api.get("/memory/search?q=who%20sails&kind=community")).body.results;
  expect(found).toMatchObject([{ kind: "community", id: topic.id, status: "derived" }]);
  const { topics } = await api.api("GET /memory/graph/insights");
  expect(topics).toMatchObject([{ id: topic.id, memberCount: 3 }]);
  expect((await api.get("/memory/communities/nothing")).status).toBe(404);
  expect((await api.get("/memory/communities?limit=0")).status).toBe(400);
});

test("an entity is summed up, and the run undone", async () => {
  const run = await job("summarise");
  expect(run).toMatchObject({ state: "done", result: { summaries: 3 } });
  const summary = async () =>
    (await api.get("/memory/entities")).body.items.find(({ name }: any) => name === "Anton").summary;
  expect(await summary()).toBe("Anton: Anton sails with Berta. Carlo sails with Anton.");
  await api.post(`/maintenance/runs/${run.id}/undo`, {});
  expect(await summary()).toBeNull();
});

test("re-embed without an embedder says that there is none", async () => {
  expect(await job("re-embed")).toMatchObject({ state: "done", result: { embedder: 0, embedded: 0 } });
});

test("what is forgotten is in no topic and no summary, nor in the files", async () => {
  await job("summarise");
  const anton = (await api.get("/memory/entities")).body.items.find(({ name }: any) => name === "Anton");
  await api.post("/memory/forget", { entityId: anton.id });
  expect((await api.get("/memory/communities")).body.items).toEqual([]);
  expect((await api.get("/memory/entities")).text).not.toMatch(/Anton/);
  expect((await job("communities")).result).toMatchObject({ communities: 0 });
  await service.stop();
  const data = join(folder.path, "data");
  const files = (await readdir(data)).filter((name) => name.startsWith("engram.db"));
  const texts = await Promise.all(
    files.map(async (name) => (await readFile(join(data, name))).toString("latin1")),
  );
  expect(texts.join().toLowerCase()).toContain("berta");
  expect(texts.join().toLowerCase()).not.toContain("anton");
});
