import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Chat comes first: one model call per reply, one per live pass, and background work gives way at once. */
let folder: TestFolder;
let fake: FakeLlama;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 1 });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

const saysKayak = ({ messages }: ChatBody): boolean =>
  messages.some(({ content }) => content === "My kayak is blue.");
const isExtraction = (body: ChatBody): boolean => body.response_format !== undefined;

test("a reply makes one model call and the live pass one", async () => {
  const before = fake.requests.length;
  await api.say("I have been learning the cello since 2019.");
  await api.extracted();
  const made = fake.requests.slice(before).map(({ body }) => isExtraction(body));
  expect(made).toEqual([false, true]);
});

test("the prompt: static system text, history as sent, recall only in the last message", async () => {
  fake.reply("Noted.");
  const first = await api.say("My bicycle is red.");
  await api.say("And the bell is broken.", { conversationId: first.conversationId });
  const [one, two] = fake.requests
    .filter(({ body }) => !isExtraction(body))
    .slice(-2)
    .map(({ body }) => body.messages);
  expect(two?.[0]).toEqual(one?.[0]);
  expect(two?.[1]).toEqual({ role: "user", content: "My bicycle is red." });
  expect(two?.[2]).toEqual({ role: "assistant", content: first.reply });
  expect(String(two?.at(-1)?.content)).toMatch(
    /^And the bell is broken\.\n\n(?:<memory>\n[\s\S]*<\/memory>\n\n)?\[sent on \w+day,? \d+ \w+ \d{4} at \d\d:\d\d\]$/,
  );
  expect(JSON.stringify(two?.slice(1, -1))).not.toContain("<memory>");
});

test("the extraction has a prompt of its own, and sees the turns before", async () => {
  const extraction = (): ChatBody["messages"] =>
    fake.requests.filter(({ body }) => isExtraction(body) && saysKayak(body)).at(-1)?.body.messages ?? [];
  const first = await api.say("My kayak is blue.");
  await api.extracted();
  const before = extraction();
  const second = await api.say("I paddle on Sundays.", { conversationId: first.conversationId });
  await api.extracted();
  const chat = fake.requests.filter(({ body }) => !isExtraction(body)).at(-1)?.body.messages ?? [];
  const after = extraction();
  expect(chat[0]?.content).not.toMatch(/extraction|predicate|JSON/i);
  expect(after[0]).toEqual(before[0]);
  expect(after[1]).toEqual({ role: "user", content: "My kayak is blue." });
  expect(after.at(-3)).toEqual({ role: "user", content: "I paddle on Sundays." });
  expect(after.at(-2)).toEqual({ role: "assistant", content: second.reply });
  expect(String(after.at(-1)?.content)).toMatch(/^\[extraction request\]\nturns: 1\n/);
});

test("a message that arrives during extraction waits for nothing; the extraction is done after", async () => {
  fake.extract = () => JSON.stringify({ turns: [] }).padEnd(4000, " ");
  fake.reply((body) =>
    isExtraction(body)
      ? { content: JSON.stringify({ turns: [] }).padEnd(2000, " "), tokenDelayMs: 20 }
      : { content: "Yes." },
  );
  await api.say("I planted tomatoes.");
  await until(async () => fake.load.busy === 1, "the extraction");
  await api.say("And basil.");
  expect(fake.requests.some(({ body, aborted }) => isExtraction(body) && aborted)).toBe(true);
  fake.reply("Yes.");
  fake.extract = () => ({ turns: [] });
  await api.extracted();
  for (const { extraction } of (await api.get("/memory/episodes?limit=200")).body.items)
    expect(extraction.state).toBe("done");
});

test("a client that goes away stops the model; the partial turn is kept as interrupted", async () => {
  fake.reply((body) =>
    isExtraction(body)
      ? undefined
      : { content: "A long answer that goes on and on. ".repeat(50), tokenDelayMs: 10 },
  );
  const gone = new AbortController();
  const response = await fetch(`${service.url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ message: "Tell me everything about moss." }),
    signal: gone.signal,
  });
  const reader = response.body?.getReader();
  let text = "";
  while (!text.includes("event: delta")) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  gone.abort();
  await reader?.read().catch(() => undefined);
  const episodeId = /"episodeId":"([^"]+)"/.exec(text)?.[1] ?? "";
  let kept: any;
  for (let tries = 0; tries < 100 && kept?.state !== "interrupted"; tries++) {
    await sleep(20);
    kept = (await api.get(`/memory/episodes/${episodeId}`)).body;
  }
  expect(kept.state).toBe("interrupted");
  expect("A long answer that goes on and on. ".repeat(50).startsWith(kept.assistantReply as string)).toBe(
    true,
  );
  expect(kept.assistantReply).not.toBe("");
  expect(fake.requests.filter(({ body }) => !isExtraction(body)).at(-1)?.aborted).toBe(true);
});
