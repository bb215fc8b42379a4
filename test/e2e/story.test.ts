import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** One person's story through HTTP, with a fresh process between the steps. */
let folder: TestFolder;
let service: TestService;
let api: Client;

async function restart(): Promise<void> {
  await service?.stop();
  service = await startService(folder.path);
  api = client(service.url);
}

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(async () => {
  await service?.stop();
  await folder.remove();
});

const TOLD = "My sister Annelie moved to Lyon in March 2025.";

async function believed(): Promise<string[]> {
  const { body } = await api.get("/memory/facts?status=verified&limit=200");
  return body.items.map((fact: { text: string }) => fact.text);
}

test("tell: the words are stored, staged in the background, and verified by the pass", async () => {
  await restart();
  const said = await api.say(TOLD);
  expect(said.reply).toContain("No language model");
  const kept = (await api.get(`/memory/episodes/${said.episodeId}`)).body.assistantReply;
  expect(kept, "what it says of itself is stored nowhere").not.toContain("No language model");
  expect(said.reply.startsWith(kept)).toBe(true);
  await api.extracted();
  const staged = (await api.get("/memory/staging")).body.items;
  expect(staged.map((fact: { predicate: string }) => fact.predicate)).toContain("LIVES_IN");
  for (const fact of staged) {
    expect(TOLD.slice(fact.evidence[0].start, fact.evidence[0].end)).toBe(fact.evidence[0].quote);
  }
  const result = await api.verify();
  expect(result.verified).toBeGreaterThan(0);
  expect((await believed()).some((text) => text.includes("Lyon"))).toBe(true);
});

test("ask: a new conversation in a new process answers from it, with the evidence", async () => {
  await restart();
  const said = await api.say("Where does my sister live?");
  expect(said.reply).toContain("Lyon");
  const line = said.recalled.find((item) => item.kind === "fact" && item.text.includes("Lyon"));
  expect(line?.status).toBe("verified");
  expect(line?.evidence[0]?.quote).toContain("Lyon");
});

test("correct: the new value shadows the old one at once and replaces it after the pass", async () => {
  await restart();
  const told = await api.say("Actually, my sister Annelie lives in Lille, not in Lyon.");
  await api.extracted();
  expect((await api.say("Where does my sister live?")).reply).toContain("Lille");
  await api.verify();
  await restart();
  const reply = (await api.say("Where does my sister live?")).reply;
  expect(reply).toContain("Lille");
  const facts = (await api.get("/memory/facts?limit=200")).body.items;
  const old = facts.find(
    (fact: any) =>
      fact.predicate === "LIVES_IN" && fact.polarity === "positive" && fact.text.includes("Lyon"),
  );
  expect(old.status).toBe("corrected");
  expect(told.episodeId).toBeTruthy();
});

async function filesContain(words: string[]): Promise<string[]> {
  const data = join(folder.path, "data");
  const found: string[] = [];
  for (const name of await readdir(data)) {
    const bytes = await readFile(join(data, name));
    for (const word of words) {
      if (bytes.includes(word) || bytes.includes(word.toLowerCase())) found.push(`${word} in ${name}`);
    }
  }
  return found;
}

test("forget: nothing of it is left, in no answer and in no file", async () => {
  const annelie = (await api.get("/memory/entities?q=Annelie")).body.items[0];
  const forgotten = (await api.post("/memory/forget", { entityId: annelie.id })).body.forgotten;
  expect(forgotten.facts).toBeGreaterThan(0);
  const again = (await api.post("/memory/forget", { entityId: annelie.id })).body.forgotten;
  expect(Object.values(again).every((count) => count === 0)).toBe(true);
  await service.stop();
  expect(await filesContain(["Annelie"])).toEqual([]);
  await restart();
  expect((await api.get("/memory/search?q=Annelie")).text).not.toContain("Annelie");
  expect((await api.say("Where does Annelie live?")).reply).not.toContain("Lille");
});

test("re-tell by import: text from before the forgetting does not bring it back", async () => {
  const imported = await api.post("/memory/episodes", {
    text: TOLD,
    occurredAt: "2025-04-01T10:00:00Z",
    source: "import",
  });
  expect([200, 201, 409]).toContain(imported.status);
  await api.verify();
  expect((await believed()).some((text) => text.includes("Annelie"))).toBe(false);
  expect((await api.get("/memory/entities?q=Annelie")).body.items).toEqual([]);
});

test("tell it again afterwards: what is said afresh is learned anew", async () => {
  await restart();
  await api.say("My sister Annelie lives in Metz now.");
  await api.verify();
  expect((await api.say("Where does my sister live?")).reply).toContain("Metz");
});

test("a configured server that is down is said plainly and the turn is kept", async () => {
  await service.stop();
  service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL });
  api = client(service.url);
  expect((await api.get("/health")).body.status).toBe("degraded");
  const answer = await api.post("/chat", { message: "My brother Tom lives in Oslo." });
  expect(answer.status).toBe(503);
  expect(answer.body.code).toBe("model_unavailable");
  const kept = (await api.get(`/memory/episodes/${answer.body.episodeId as string}`)).body;
  expect(kept).toMatchObject({
    state: "interrupted",
    userMessage: "My brother Tom lives in Oslo.",
    extraction: { state: "pending" },
  });
});
