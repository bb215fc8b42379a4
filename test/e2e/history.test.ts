import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A conversation that outgrows its budget is cut rarely, in large steps, and told on by a summary. */
let folder: TestFolder;
let fake: FakeLlama;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2 });
  fake.reply("Understood, and thank you for telling me all of that.");
  fake.extract = () => ({ turns: [] });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url }, { historyTokensMax: 400 });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

const TURNS = 30;

function sharedMessages(a: { content: string }[], b: { content: string }[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n]?.content === b[n]?.content) n += 1;
  return n;
}

test("the prefix stays byte-stable between cuts, cuts are few, and the summary keeps what was said", async () => {
  let conversationId: string | undefined;
  for (let i = 0; i < TURNS; i++) {
    const said = await api.say(
      `Entry ${i}: the pump in cellar number ${i} was serviced and the pressure written down.`,
      conversationId === undefined ? {} : { conversationId },
    );
    conversationId = said.conversationId;
  }
  const prompts = fake.requests
    .filter(({ body }) => body.response_format === undefined)
    .map(({ body }) => body.messages);
  expect(prompts).toHaveLength(TURNS);
  let cuts = 0;
  for (let i = 1; i < prompts.length; i++) {
    const before = (prompts[i - 1] ?? []).slice(0, -1);
    const kept = sharedMessages(before, prompts[i] ?? []);
    if (kept < before.length) cuts += 1;
    const size = (prompts[i] ?? [])
      .slice(1, -1)
      .reduce((sum, message) => sum + message.content.length / 4, 0);
    expect(size).toBeLessThan(400 + 3000 / 4);
  }
  expect(cuts).toBeGreaterThan(0);
  expect(cuts).toBeLessThan(TURNS / 3);
  const last = prompts.at(-1) ?? [];
  expect(last[1]?.content).toContain("[Summary of the earlier part of this conversation]");
  expect(last[1]?.content).toContain("cellar number 0");
});
