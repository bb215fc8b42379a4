import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createServerModel } from "../../src/adapters/model-server/chat-model.ts";
import { createModelPool } from "../../src/adapters/model-server/pool.ts";
import type { ModelRequest } from "../../src/ports/chat-model.ts";
import { client, until } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startStandIn, type Exchange } from "../support/model-servers/stand-in.ts";
import { startService, testFolder } from "../support/service.ts";

/** What every conversation begins with is read before anybody writes; what the next message begins with, after a reply. */
const closers: (() => Promise<void>)[] = [];
let fake: FakeLlama;
beforeEach(async () => {
  fake = await startFakeLlama({ slots: 2, tellsSlots: true });
  closers.push(() => fake.close());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const { signal } = new AbortController();
const REQUEST: ModelRequest = {
  purpose: "warm",
  messages: [
    { role: "system", content: "The rules." },
    { role: "user", content: "" },
  ],
  effort: "low",
  temperature: 0,
  maxTokens: 1,
};
const bodies = (): ChatBody[] => fake.requests.map(({ body }) => body);
const warmed = (): ChatBody[] => fake.readAheads.map(({ body }) => body);

test("at start each slot reads the beginning of a chat, as the first message has it", async () => {
  const folder = await testFolder();
  closers.push(() => folder.remove());
  const service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
  closers.push(() => service.stop());
  await until(
    async () => fake.readAheads.filter(({ endedAt }) => endedAt !== null).length === 2,
    "both slots",
  );
  await until(
    async () =>
      (await (await fetch(`${service.url}/metrics`)).text()).includes(
        'engram_llm_requests_total{purpose="warm",outcome="ok"} 2',
      ),
    "both are counted",
  );
  const ahead = warmed();
  expect(ahead.map(({ id_slot, max_tokens }) => [id_slot, max_tokens])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  await client(service.url).say("My sister lives in Lyon.");
  const chat = bodies().find(({ messages }) => messages.at(-1)?.content.startsWith("My sister"));
  expect(chat?.reasoning_effort).toBe(ahead[0]?.reasoning_effort);
  expect(chat?.messages[0]).toEqual(ahead[0]?.messages[0]);
});

test("a slot that had a request is left alone", async () => {
  const model = createServerModel({ url: fake.url, model: "m", timeoutMs: 5_000 });
  closers.push(() => model.close());
  await fetch(`${fake.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ id_slot: 1, messages: [{ role: "user", content: "Somebody else's." }] }),
  });
  expect(await model.warm?.(REQUEST, signal)).toHaveLength(1);
  expect(warmed().map(({ id_slot }) => id_slot)).toEqual([0]);
  expect(await model.warm?.(REQUEST, signal)).toEqual([]);
});

test("a server is asked once for its slots: the question wakes one that sleeps", async () => {
  const asked: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const body = url === "/slots" ? [{ id: 0, is_processing: false, id_task: 1 }] : { status: "ok" };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  const model = createServerModel({ url: `http://127.0.0.1:${port}`, model: "m", timeoutMs: 5_000 });
  closers.push(() => model.close());
  const looked = async (): Promise<number> => {
    await model.health();
    await model.warm?.(REQUEST, signal);
    return asked.filter((url) => url === "/slots").length;
  };
  expect([await looked(), await looked()]).toEqual([1, 1]);
  status = 503;
  await model.health();
  status = 200;
  expect(await looked()).toBe(2);
});

test("of several servers each reads it; one that is away or does not tell its slots keeps none from it", async () => {
  const quiet = await startFakeLlama({ slots: 2 });
  closers.push(() => quiet.close());
  const urls = [quiet.url, "http://127.0.0.1:9", fake.url];
  const servers = urls.map((url) => ({
    url,
    model: createServerModel({ url, model: "m", timeoutMs: 5_000 }),
  }));
  const pool = createModelPool(servers);
  closers.push(() => pool.close());
  expect(await pool.warm?.(REQUEST, signal)).toHaveLength(2);
  expect(quiet.readAheads).toEqual([]);
});

test("after a reply the conversation is read ahead up to it, as the next message will have it", async () => {
  fake.reply("Lyon is nice.");
  const folder = await testFolder();
  closers.push(() => folder.remove());
  const service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
  closers.push(() => service.stop());
  const api = client(service.url);
  const { conversationId } = await api.say("My sister lives in Lyon.");
  const ahead = (): ChatBody[] =>
    fake.readAheads.map(({ body }) => body).filter(({ messages }) => messages.length > 2);
  await until(async () => ahead().length === 1, "the conversation");
  expect(ahead()[0]?.messages.slice(1)).toEqual([
    { role: "user", content: "My sister lives in Lyon." },
    { role: "assistant", content: "Lyon is nice." },
    { role: "user", content: "" },
  ]);
  await api.say("She sings.", { conversationId });
  const chat = bodies().find(({ messages }) => messages.at(-1)?.content.startsWith("She sings"));
  expect(chat?.messages.slice(0, -1)).toEqual(ahead()[0]?.messages.slice(0, -1));
  expect(chat?.id_slot).toBe(ahead()[0]?.id_slot);
});

test("a server without slots, which may count each prompt, is asked for replies and memory alone", async () => {
  const answer = { choices: [{ index: 0, message: { content: "Lyon is nice." }, finish_reason: "stop" }] };
  const server = await startStandIn([
    json("GET /v1/models", { object: "list", data: [{ id: "m" }] }),
    json("POST /v1/chat/completions", answer),
  ]);
  const folder = await testFolder();
  closers.push(
    () => folder.remove(),
    () => server.close(),
  );
  const service = await startService(folder.path, { LLAMA_CPP_URL: server.url, MODEL_TRUST: "full" });
  closers.push(() => service.stop());
  await client(service.url).say("My sister lives in Lyon.");
  await until(
    async () => server.chats.some(({ response_format }) => response_format !== undefined),
    "the extraction",
  );
  expect(server.chats.filter(({ messages }) => messages.at(-1).content === "")).toEqual([]);
});

function json(request: string, body: unknown): Exchange {
  return { request, status: 200, type: "application/json", body: JSON.stringify(body) };
}
