import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { MISBEHAVIOURS } from "../support/fake-llama/misbehaviour.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Each way a model server can fail: the chat answers or fails clearly in time, the turn is kept, memory is sound. */
let folder: TestFolder;
let fake: FakeLlama;
let service: TestService;
let api: Client;

const TIMEOUT_SECONDS = 3;

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 4 });
  const env = { LLAMA_CPP_URL: fake.url, LLAMA_CPP_TIMEOUT: String(TIMEOUT_SECONDS) };
  service = await startService(folder.path, env, { extractionPausesMs: [0, 0] });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});
afterEach(async () => {
  await fake.restore();
});

const isChat = (body: ChatBody): boolean => body.response_format === undefined;

test.each(MISBEHAVIOURS)("chat: %s", async (kind) => {
  await fake.misbehave(kind, kind === "refuse" ? {} : { when: isChat });
  const message = `A remark made while the server misbehaves: ${kind}.`;
  const started = performance.now();
  const answer = await api.post("/chat", { message });
  expect(performance.now() - started).toBeLessThan((TIMEOUT_SECONDS + 3) * 1000);
  const episodeId = answer.body.episodeId as string;
  const kept = (await api.get(`/memory/episodes/${episodeId}`)).body;
  expect(kept.userMessage).toBe(message);
  if (answer.status === 200) {
    expect(kept.state).toBe("complete");
  } else {
    expect([413, 502, 503, 504]).toContain(answer.status);
    expect(answer.body.detail.length).toBeGreaterThan(10);
    expect(kept.state).toBe("interrupted");
    expect(kept.error).toBe(answer.body.code);
  }
});

test.each([
  ["thought", { reasoning: "Hm, let me see.", content: "" }],
  ["white space", { content: "\n\n  \n" }],
])("a reply of %s alone is said to be one, and can be asked for again", async (_, reply) => {
  fake.reply((body) => (isChat(body) ? reply : undefined));
  const said = await api.say("What do you think about that?");
  expect(said).toMatchObject({ reply: expect.stringContaining("gave no answer"), finish: "stop" });
  const kept = (await api.get(`/memory/episodes/${said.episodeId}`)).body;
  expect(kept).toMatchObject({ assistantReply: null, state: "interrupted", error: "model_error" });
  fake.reply(() => undefined);
  const again = await api.say("What do you think about that?", { replaces: said.episodeId });
  expect(again.reply).toContain("You said");
});

test("a NUL in a reply or in a client's instructions goes, and everything of a user stays out of caches", async () => {
  fake.reply((body) => (isChat(body) ? "It is\u0000 here." : undefined));
  const said = await api.say("Where is it?");
  expect(said.reply).toBe("It is here.");
  const kept = await api.get(`/memory/episodes/${said.episodeId}`);
  expect(kept.body.assistantReply).toBe("It is here.");
  const system = { role: "system", content: "Be\u0000 kind." };
  const answer = await api.post("/v1/chat/completions", {
    model: "engram",
    messages: [system, { role: "user", content: "Hello." }],
  });
  expect(answer.status).toBe(200);
  expect(fake.requests.at(-1)?.body.messages[0]?.content).toContain("Be kind.");
  const streamed = await api.post("/chat", { message: "And now?" }, { accept: "text/event-stream" });
  for (const { headers } of [kept, answer, streamed, await api.get("/memory/facts")])
    expect(headers.get("cache-control")).toMatch(/^no-store/);
});

/** What a hallucinating model returns for one turn. */
function fact(over: Record<string, unknown>): Record<string, unknown> {
  return {
    subject: "user",
    predicate: "LIVES_IN",
    object: "Bergen",
    objectKind: "value",
    polarity: "positive",
    text: "The user lives in Bergen.",
    quote: "I live in Bergen",
    assertedBy: "user",
    confidence: 0.9,
    ...over,
  };
}

test.each(["malformed-json", "truncated", "error-in-stream", "cut", "peg-500"] as const)(
  "extraction: %s leaves nothing half written and is tried again",
  async (kind) => {
    fake.extract = () => ({
      turns: [
        {
          turn: 1,
          facts: [fact({ object: kind, quote: kind, text: `The user says ${kind}.`, predicate: "SAYS" })],
        },
      ],
    });
    await fake.misbehave(kind, { times: 1, when: (body) => body.response_format !== undefined });
    const { episodeId } = await api.say(`I say ${kind} aloud.`);
    await until(
      async () => (await api.get(`/memory/episodes/${episodeId}`)).body.extraction.state === "done",
      "extraction",
    );
    const { factIds } = (await api.get(`/memory/episodes/${episodeId}`)).body;
    expect(factIds.length).toBeLessThanOrEqual(1);
  },
);

test("an answer that never becomes JSON fails after its last attempt and says so", async () => {
  fake.extract = () => "this is not JSON at all";
  const { episodeId } = await api.say("I bought a lamp.");
  await until(
    async () => (await api.get(`/memory/episodes/${episodeId}`)).body.extraction.state === "failed",
    "giving up",
  );
  const { extraction } = (await api.get(`/memory/episodes/${episodeId}`)).body;
  expect(extraction).toMatchObject({ state: "failed", attempts: 3 });
  expect(extraction.error).toContain("JSON");
});

test("hallucinated entities and invented quotes never become memory", async () => {
  fake.extract = () => ({
    turns: [
      {
        turn: 1,
        entities: [{ name: "Zebulon Quirke", type: "person", aliases: [] }],
        facts: [
          fact({
            quote: "I live in Bergen by the harbour",
            object: "Stavanger",
            text: "The user lives in Stavanger.",
          }),
          fact({
            subject: "Zebulon Quirke",
            predicate: "HAS_PET",
            object: "parrot",
            text: "Zebulon Quirke has a parrot.",
            quote: "my parrot",
          }),
          fact({}),
        ],
      },
    ],
  });
  await api.say("I live in Bergen, and it rains.");
  await api.verify();
  const { items } = (await api.get("/memory/facts?limit=200")).body;
  const texts = items.map((item: { text: string }) => item.text);
  expect(texts).toContain("The user lives in Bergen.");
  expect(texts.join(" ")).not.toContain("Stavanger");
  expect(texts.join(" ")).not.toContain("parrot");
  expect((await api.get("/memory/entities?q=Zebulon")).body.items).toEqual([]);
  const rejections = (await api.get("/memory/rejections?limit=50")).body.items;
  expect(rejections.map((r: { reason: string }) => r.reason)).toContain("no_evidence");
});

test("after all that the store is sound", async () => {
  await service.stop();
  const { createSqliteStore } = await import("../../src/adapters/sqlite/index.ts");
  const { systemClock } = await import("../../src/adapters/system/clock.ts");
  const store = await createSqliteStore({ file: `${folder.path}/data/engram.db`, clock: systemClock });
  expect(await store.system.check()).toEqual([]);
  await store.close();
});
