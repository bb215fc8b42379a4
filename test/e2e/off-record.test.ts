import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A model that repeats in its next reply what was said off the record: nothing of it is written down. */
let folder: TestFolder;
let service: TestService;
let fake: FakeLlama;
let api: Client;

const REPLY = "As for Zebulon, behind the barn is no place. Oslo is nice in May.";

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2 });
  fake.reply((body) => (body.response_format === undefined ? { content: REPLY } : undefined));
  fake.extract = () => ({ turns: [] });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

async function filesWith(word: string): Promise<string[]> {
  const data = join(folder.path, "data");
  const names = (await readdir(data, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const texts = await Promise.all(
    names.map(async (one) => ({
      name: one.name,
      text: (await readFile(join(one.parentPath, one.name))).toString("latin1"),
    })),
  );
  return texts.filter(({ text }) => text.includes(word)).map(({ name }) => name);
}

test("the next replies repeat it to the user, and are stored with a mark in its place", async () => {
  const secret = await api.say("off the record: I kissed Zebulon behind the barn");
  const { conversationId } = secret;
  const next = await api.post("/chat", { conversationId, message: "Where should I go in May?" });
  expect(next.body.reply, "the user is told all of it").toBe(REPLY);
  const { body } = await api.get(`/memory/episodes/${next.body.episodeId as string}`);
  expect(body.assistantReply).toBe("[off the record] Oslo is nice in May.");
  const asked = fake.requests.length;
  await api.post("/chat", { conversationId, message: "And in June?" });
  const prompt = fake.requests.slice(asked).find(({ body: sent }) => sent.response_format === undefined);
  const history = prompt?.body.messages.map(({ content }) => content) ?? [];
  expect(
    history.filter((content) => content.includes(REPLY)),
    "the conversation goes on with it",
  ).toHaveLength(2);
  await until(async () => (await api.get("/memory/stats")).body.pending.extraction === 0, "extraction");
  for (const { body: sent } of fake.requests.filter(({ body: one }) => one.response_format !== undefined))
    expect(JSON.stringify(sent)).not.toContain("Zebulon");
  await service.stop();
  expect(await filesWith("Zebulon")).toEqual([]);
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "600" });
  api = client(service.url);
  expect((await api.get("/memory/search?q=Zebulon")).text).not.toContain("barn");
});
