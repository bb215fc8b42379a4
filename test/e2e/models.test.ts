import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { examQuestions } from "../../src/services/exam/ask.ts";
import { loadPrompts } from "../../src/services/prompts/library.ts";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Models are connected, examined and trusted while the service runs. */
const closers: (() => Promise<unknown>)[] = [];
let folder: TestFolder;
let fake: FakeLlama;
beforeEach(async () => {
  folder = await testFolder();
  fake = await startFakeLlama();
  closers.push(
    () => folder.remove(),
    () => fake.close(),
  );
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(env: Record<string, string> = {}): Promise<{ service: TestService; api: Client }> {
  const service = await startService(folder.path, env);
  closers.push(() => service.stop());
  return { service, api: client(service.url) };
}

async function another(): Promise<FakeLlama> {
  const other = await startFakeLlama();
  closers.push(() => other.close());
  return other;
}

/** One idle pass, whatever waits. */
async function checked(api: Client): Promise<void> {
  const { runId } = (await api.post("/maintenance/jobs/verify/run", {})).body;
  await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state !== "running", "the pass");
}

const isExtraction = (body: ChatBody): boolean => body.response_format?.json_schema?.name === "extraction";
const extractions = (of: FakeLlama): number => of.requests.filter(({ body }) => isExtraction(body)).length;
const TOLD = "My sister lives in Lyon.";
const FACT = {
  quote: "My sister lives in Lyon",
  subject: "sister",
  predicate: "LIVES_IN",
  object: "Lyon",
  objectKind: "entity",
  polarity: "positive",
  text: "The user's sister lives in Lyon.",
  assertedBy: "user",
  change: "none",
  validAt: null,
  invalidAt: null,
  reasoning: "said so",
  confidence: 0.95,
};
const ENTITIES = ["sister", "Lyon"].map((name) => ({ name, type: "thing", aliases: [], summary: null }));

test("a model is chosen while the service runs, and after a start", async () => {
  fake.reply("I am the chosen one.");
  const { service, api } = await start();
  expect((await api.get("/models")).body.chat).toMatchObject({ source: "none", kind: "none" });
  const chosen = await api.send("PUT", "/models", { chat: { url: fake.url } });
  expect(chosen.body.chat).toMatchObject({ source: "chosen", url: fake.url, kind: "server", state: "ready" });
  expect((await api.say("Hello.")).reply).toBe("I am the chosen one.");
  await service.stop();
  const { api: later } = await start();
  expect((await later.get("/models")).body.chat).toMatchObject({ source: "chosen", url: fake.url });
  expect((await later.say("Hello.")).reply).toBe("I am the chosen one.");
  await later.send("PUT", "/models", { chat: null });
  expect((await later.get("/health")).body.model).toMatchObject({ kind: "none" });
});

test("another user of the service does not choose where everybody's words are sent", async () => {
  const { service, api } = await start();
  const { adminToken } = JSON.parse(readFileSync(join(folder.path, "data", "engram.run.json"), "utf8"));
  const keyOf = async (user: string): Promise<string> =>
    (await api.post("/admin/keys", { user }, { "x-engram-admin": adminToken })).body.key;
  const keys = [await keyOf("anna"), await keyOf("ben"), await keyOf("local")];
  for (const [at, status] of [200, 403, 200].entries()) {
    const of = client(service.url, keys[at]);
    expect((await of.send("PUT", "/models", { chat: { url: fake.url } })).status).toBe(status);
    expect((await of.post("/models/try", { url: fake.url })).status).toBe(status);
    expect((await of.get("/models")).status).toBe(200);
  }
  expect((await api.get("/models")).status).toBe(401);
});

test("an embedding model is chosen while the service runs, and searched with", async () => {
  const { api } = await start();
  await api.say(TOLD);
  const { embeddings } = (await api.send("PUT", "/models", { embeddings: { url: fake.url } })).body;
  expect(embeddings).toMatchObject({ source: "chosen", url: fake.url, kind: "server", state: "ready" });
  expect((await api.get("/health")).body.embedder).toMatchObject({ kind: "server", state: "ready" });
  expect((await api.post("/v1/embeddings", { input: "hello" })).status).toBe(200);
  expect((await api.send("PUT", "/models", { embeddings: null })).body.embeddings.kind).toBe("none");
  expect((await api.post("/v1/embeddings", { input: "hello" })).status).toBe(501);
});

test("what the environment fixes is shown as such and refused", async () => {
  const { api } = await start({ LLAMA_CPP_URL: fake.url });
  expect((await api.get("/models")).body.chat).toMatchObject({ source: "environment", url: fake.url });
  const refused = await api.send("PUT", "/models", { chat: { url: "http://127.0.0.1:9" } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('"chat"');
});

test("a bad address is refused and named; a key is never shown", async () => {
  const { api } = await start();
  const refused = await api.send("PUT", "/models", { chat: { url: "file:///etc/passwd" } });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("chat.url")]);
  const bare = await api.send("PUT", "/models", { chat: { url: "localhost:8080" } });
  expect(bare.body.detail).toBe("chat.url: must begin with http:// or https://");
  const chosen = await api.send("PUT", "/models", { chat: { url: fake.url, apiKey: "secret-word" } });
  expect(chosen.body.chat.hasKey).toBe(true);
  expect(JSON.stringify((await api.get("/models")).body)).not.toContain("secret-word");
});

test.each([
  ["another server", (url: string) => ({ MEMORY_MODEL_URL: url })],
  ["another server, and a model there", (url: string) => ({ MEMORY_MODEL_URL: url, MEMORY_MODEL: "m" })],
])("memory work has a model of its own: %s", async (_, envOf) => {
  const reader = await another();
  const { api } = await start({ LLAMA_CPP_URL: fake.url, ...envOf(reader.url) });
  await api.say(TOLD);
  await api.extracted();
  expect([extractions(fake), extractions(reader)]).toEqual([0, 1]);
  const { chat, memory } = (await api.get("/models")).body;
  expect([chat.url, memory.url, memory.source]).toEqual([fake.url, reader.url, "environment"]);
});

test("a server is tried before it is used", async () => {
  const { api } = await start();
  const tried = await api.post("/models/try", { url: fake.url });
  expect(tried.body).toMatchObject({ state: "ready" });
  expect(tried.body.lines.length).toBeGreaterThan(0);
  expect((await api.post("/models/try", { url: "http://127.0.0.1:9" })).body.state).toBe("down");
});

test.each([
  ["full", "verified"],
  ["staged", "staged"],
])("trusted as %s, what it extracts and votes for is %s", async (trust, status) => {
  fake.reply((body) => (body.response_format ? votesFor(body) : "Good to know."));
  const { api } = await start({ LLAMA_CPP_URL: fake.url, MODEL_TRUST: trust });
  await api.say(TOLD);
  await api.extracted();
  await checked(api);
  const { items } = (await api.get("/memory/facts")).body;
  expect(items.map((fact: { status: string }) => fact.status)).toEqual([status]);
});

test("trusted with turns alone, it chats, and nothing is asked of it for the memory", async () => {
  fake.reply("Good to know.");
  const { api } = await start({ LLAMA_CPP_URL: fake.url, MODEL_TRUST: "turns" });
  expect((await api.say(TOLD)).reply).toBe("Good to know.");
  await checked(api);
  expect(extractions(fake)).toBe(0);
  expect((await api.get("/health")).body.pending.extraction).toBe(1);
  await api.send("PUT", "/settings", {
    timeZone: "UTC",
    instructions: "Call me Lena.",
    temperature: 0.2,
    effort: "high",
  });
  await api.say("Hello.");
  const last = fake.requests.at(-1)?.body;
  expect(last).toMatchObject({ temperature: 0.2, reasoning_effort: "high" });
  expect(last?.messages[0]?.content).toMatch(/^The user wants this of you[^\n]*\nCall me Lena\.\n\n/);
});

test("an unknown model is examined before it judges; one that fails verifies nothing", async () => {
  fake.reply((body) => (body.response_format ? undefined : "Yes."));
  const { api } = await start({ LLAMA_CPP_URL: fake.url, MODEL_TRUST: "" });
  await api.say(TOLD);
  await checked(api);
  const { exam, memory } = (await api.get("/models")).body;
  expect(exam.result).toMatchObject({ trust: "turns" });
  expect(exam.result.reasons.join()).toContain("extraction");
  expect(memory.trust).toBe("turns");
  expect((await api.send("PUT", "/models", { trust: "full" })).body.memory.trust).toBe("full");
  expect((await api.send("PUT", "/models", { trust: null })).body.memory.trust).toBe("turns");
  await api.post("/models/exam", {});
  await until(async () => (await api.get("/models")).body.exam.running === null, "the exam");
});

test("an unknown model that passes its exam is trusted, and judges in the same pass", async () => {
  const recorded = readFileSync(join(import.meta.dirname, "../eval/data/recorded/exam.jsonl"), "utf8");
  const answers = new Map(
    recorded
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string; answer: string })
      .map(({ id, answer }) => [id, answer]),
  );
  const asked = examQuestions(loadPrompts(join(import.meta.dirname, "../../prompts")));
  const answerOf = new Map(
    asked.map(({ id, request }) => [JSON.stringify(request.messages), answers.get(id)]),
  );
  fake.reply((body) => {
    const answer = answerOf.get(JSON.stringify(body.messages));
    return answer ?? (body.response_format ? votesFor(body) : "Good to know.");
  });
  const { api } = await start({ LLAMA_CPP_URL: fake.url, MODEL_TRUST: "" });
  await api.say(TOLD);
  await checked(api);
  expect((await api.get("/models")).body).toMatchObject({
    memory: { trust: "full" },
    exam: { result: { reasons: [] } },
  });
  const { items } = (await api.get("/memory/facts")).body;
  expect(items.map((fact: { status: string }) => fact.status)).toEqual(["verified"]);
});

/** Answers of one that reads well: the fact, two votes for it, nothing else changed. */
function votesFor(body: ChatBody): string | undefined {
  const name = body.response_format?.json_schema?.name;
  if (name === "extraction") {
    const turn = { turn: 1, summary: null, emotion: null, valence: 0.5, importance: 0.5, place: null };
    return JSON.stringify({ turns: [{ ...turn, entities: ENTITIES, facts: [FACT], requests: [] }] });
  }
  if (name !== "verdicts") return undefined;
  return JSON.stringify({ verdicts: [{ n: 1, why: "", saidBy: "user", verdict: "supported" }] });
}

test("an Engram that is given its own address as the model's does not ask itself without end", async () => {
  const { service, api } = await start();
  await api.send("PUT", "/models", { chat: { url: `${service.url}/v1` } });
  const { body } = await api.post("/chat", { message: "My sister lives in Lyon." });
  expect(body.detail).toBe("There is no such API at the model server's address; check the address");
  expect((await api.get("/conversations")).body.items).toHaveLength(1);
});
