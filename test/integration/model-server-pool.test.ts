import { afterEach, expect, test } from "vitest";
import { createServerModel } from "../../src/adapters/model-server/chat-model.ts";
import { createModelPool } from "../../src/adapters/model-server/pool.ts";
import type { ChatModel, ModelRequest } from "../../src/ports/chat-model.ts";
import { startFakeLlama, type FakeLlama, type FakeOptions } from "../support/fake-llama/index.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function pool(options: FakeOptions = {}): Promise<{ fakes: [FakeLlama, FakeLlama]; model: ChatModel }> {
  const fakes: [FakeLlama, FakeLlama] = [await startFakeLlama(options), await startFakeLlama(options)];
  for (const fake of fakes) fake.reply("yes");
  const model = createModelPool(
    fakes.map(({ url }) => ({ url, model: createServerModel({ url, model: "m", timeoutMs: 5_000 }) })),
  );
  closers.push(...fakes.map((fake) => () => fake.close()), () => model.close());
  return { fakes, model };
}

const request = (conversationId?: string): ModelRequest => ({
  purpose: "chat",
  conversationId,
  messages: [{ role: "user", content: "Hello" }],
  effort: "low",
  temperature: 1,
  maxTokens: 200,
});

async function ask(model: ChatModel, conversationId?: string): Promise<string> {
  let text = "";
  for await (const event of model.stream(request(conversationId), new AbortController().signal))
    if (event.type === "delta") text += event.text;
  return text;
}

const counts = (fakes: FakeLlama[]): number[] => fakes.map(({ requests }) => requests.length);

test("a conversation stays with one server, and conversations spread over both", async () => {
  const { fakes, model } = await pool();
  const used: number[] = [];
  for (let n = 0; n < 12; n++) {
    const before = counts(fakes);
    await ask(model, `conversation ${n}`);
    await ask(model, `conversation ${n}`);
    const after = counts(fakes);
    const taken = after.map((count, at) => count - (before[at] ?? 0));
    expect([...taken].sort()).toEqual([0, 2]);
    used.push(taken.indexOf(2));
  }
  expect(new Set(used)).toEqual(new Set([0, 1]));
  expect(JSON.stringify(fakes.map(({ requests }) => requests))).not.toContain("conversationId");
});

test("requests at once go to the least busy, those of one conversation too when its own is busier", async () => {
  const { fakes, model } = await pool({ slots: 4, tokenDelayMs: 20 });
  for (const fake of fakes) fake.reply("one two three four five six");
  await Promise.all(Array.from({ length: 6 }, () => ask(model)));
  expect(counts(fakes)).toEqual([3, 3]);
  await Promise.all(Array.from({ length: 4 }, () => ask(model, "c1")));
  expect(Math.min(...counts(fakes))).toBeGreaterThan(3);
});

test("a server that does not answer is passed over at once, and taken again when it is back", async () => {
  const { fakes, model } = await pool();
  const [first, second] = fakes;
  await first.misbehave("refuse");
  for (let n = 0; n < 6; n++) expect(await ask(model, `conversation ${n}`)).toBe("yes");
  expect(counts(fakes)).toEqual([0, 6]);
  expect(await model.health()).toBe("ready");
  await second.misbehave("refuse");
  await expect(ask(model)).rejects.toMatchObject({ code: "model_unavailable" });
  expect(await model.health()).toBe("down");
  await first.restore();
  expect(await model.health()).toBe("ready");
  expect(await ask(model)).toBe("yes");
  expect(counts(fakes)).toEqual([1, 6]);
});

test("a reply that broke off is not begun again elsewhere", async () => {
  const { fakes, model } = await pool();
  for (const fake of fakes) {
    fake.reply("one two three four five six seven eight");
    await fake.misbehave("cut");
  }
  await expect(ask(model)).rejects.toMatchObject({ name: "EngramError" });
  expect(counts(fakes).reduce((sum, count) => sum + count, 0)).toBe(1);
});
