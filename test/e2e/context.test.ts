import { afterEach, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A model with little context: what does not fit gives way, and no conversation gets stuck. */
const CONTEXT_TOKENS = 4_000;

let folder: TestFolder;
let fake: FakeLlama;
let service: TestService;
let api: Client;

async function begin(): Promise<void> {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2, contextTokens: CONTEXT_TOKENS });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url }, { extractionPausesMs: [0, 0] });
  api = client(service.url);
}
afterEach(async () => {
  await service.stop();
  await fake.close();
  await folder.remove();
});

/** As many tokens as words, about. */
const wordy = (count: number, word = "word"): string => `${word} `.repeat(count).trim();
const isChat = (body: ChatBody): boolean => body.response_format === undefined;
const lastChat = (): ChatBody => fake.requests.findLast(({ body }) => isChat(body))?.body as ChatBody;

test("a conversation that outgrows the context goes on, with its newest turns", async () => {
  await begin();
  const { conversationId } = await api.say(`The first remark. ${wordy(400)}`);
  for (let n = 2; n <= 12; n++) await api.say(`Remark ${n}. ${wordy(400)}`, { conversationId });
  await api.say("Hello", { conversationId });
  const said = lastChat().messages.map(({ content }) => content);
  expect(said.some((text) => text.startsWith("Remark 12."))).toBe(true);
  expect(said.some((text) => text.startsWith("The first remark."))).toBe(false);
});

test("Japanese is counted as what it costs", async () => {
  await begin();
  const { conversationId } = await api.say("私は大阪に住んでいます。".repeat(60));
  for (let n = 0; n < 6; n++) await api.say("今日はとても忙しい一日でした。".repeat(50), { conversationId });
  expect((await api.say("こんにちは", { conversationId })).reply).not.toBe("");
});

test("a message that is too long by itself is refused clearly; it stands in no later prompt, and is extracted in pieces", async () => {
  await begin();
  fake.extract = (body) => ({ turns: [{ turn: 1, facts: owned(body) }] });
  const { conversationId } = await api.say("Good morning.");
  const message = `I own a canoe. ${wordy(4_000)} I own a tent.`;
  const refused = await api.post("/chat", { message, conversationId });
  expect(refused.status).toBe(413);
  expect(refused.body).toMatchObject({ code: "context_too_long" });
  expect(refused.body.detail).toMatch(/^\d+ tokens do not fit into the model's 4000$/);
  await api.say("Hello again", { conversationId });
  expect(JSON.stringify(lastChat().messages)).not.toContain("canoe");
  await api.extracted();
  const { items } = (await api.get("/memory/facts?status=staged")).body;
  expect(items.map(({ text }: { text: string }) => text).sort()).toEqual([
    "The user owns a canoe.",
    "The user owns a tent.",
  ]);
  const kept = (await api.get(`/memory/episodes/${refused.body.episodeId as string}`)).body;
  expect(kept).toMatchObject({ state: "interrupted", extraction: { state: "done", attempts: 1 } });
});

test("a client's own long history is cut at a place that stays", async () => {
  await begin();
  const history = Array.from({ length: 20 }, (_, n) => [
    { role: "user", content: `Question ${n}. ${wordy(200)}` },
    { role: "assistant", content: `Answer ${n}.` },
  ]).flat();
  const ask = async (messages: object[]): Promise<string[]> => {
    const answer = await api.post("/v1/chat/completions", { model: "engram", messages });
    expect(answer.status).toBe(200);
    return lastChat()
      .messages.slice(1)
      .map(({ content }) => content.slice(0, 13));
  };
  const first = await ask([...history, { role: "user", content: "And now?" }]);
  expect(first[0]).toMatch(/^Question 1/);
  const more = [
    { role: "user", content: "And now?" },
    { role: "assistant", content: "Now." },
  ];
  const second = await ask([...history, ...more, { role: "user", content: "And then?" }]);
  expect(second.slice(0, 4)).toEqual(first.slice(0, 4));
});

function owned({ messages }: ChatBody): object[] {
  const said = messages.at(-2)?.content ?? "";
  return [...said.matchAll(/I own a (\w+)/g)].map(([quote, thing]) => ({
    quote,
    subject: "user",
    predicate: "OWNS",
    object: thing,
    objectKind: "value",
    polarity: "positive",
    text: `The user owns a ${thing ?? ""}.`,
    assertedBy: "user",
    confidence: 0.9,
  }));
}
