import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startReadingLlama, type ReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The thought behind a reply is kept with its turn, and leaves with what it repeats. */
let llama: ReadingLlama;
let folder: TestFolder;
let service: TestService;
let api: Client;

beforeAll(async () => {
  llama = await startReadingLlama({ reads: {} });
  folder = await testFolder();
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url, IDLE_AFTER_MINUTES: "10000" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

async function thoughtOf(conversationId: string): Promise<string | null | undefined> {
  const thread = await api.api("GET /conversations/{id}", { path: { id: conversationId } });
  return thread.episodes.at(-1)?.thought;
}

test("a thought is there when the conversation is opened again, and is no cost of the idle pass", async () => {
  llama.table.reply = { reasoning: "Quizzaro is the dog, so I ask about him.", content: "How is he?" };
  const { conversationId } = await api.say("Quizzaro has a cold.");
  expect(await thoughtOf(conversationId)).toBe("Quizzaro is the dog, so I ask about him.");
  const use = await api.verify();
  expect(use.tokens ?? 0).toBe(0);
});

test("a reply without a thought has none", async () => {
  llama.table.reply = "I see.";
  const { conversationId } = await api.say("The weather is fine.");
  expect(await thoughtOf(conversationId)).toBeNull();
});

test("forgetting the turn, or a word of it, takes the thought along: no file has it", async () => {
  llama.table.reply = { reasoning: "Vexilande sounds like a place.", content: "Nice." };
  const { conversationId, episodeId } = await api.say("I dreamt of Vexilande.");
  expect(await thoughtOf(conversationId)).toContain("Vexilande");
  await api.api("POST /memory/forget", { body: { episodeId } });
  const files = await Promise.all(
    ["engram.db", "engram.db-wal"].map((file) => readFile(join(folder.path, "data", file), "latin1")),
  );
  expect(files.join("\n").toLowerCase()).not.toContain("vexilande");
});

test("off the record no thought is written down", async () => {
  llama.table.reply = { reasoning: "Morvandel is a secret.", content: "I will not save it." };
  const { conversationId } = await api.say("Off the record: Morvandel is my ex.");
  expect(await thoughtOf(conversationId)).toBeNull();
  const file = await readFile(join(folder.path, "data", "engram.db-wal"), "latin1");
  expect(file).not.toContain("Morvandel");
});
