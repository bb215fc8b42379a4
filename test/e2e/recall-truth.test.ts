import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What memory says of itself with each reply, and what it never shows. */
let folder: TestFolder;
let fake: FakeLlama;
let service: TestService;
let api: Client;

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 4 });
  // What is recalled is looked at here, not how fast on a busy machine.
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url }, { retrievalDeadlineMs: 10_000 });
  api = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

const INVENTED = "The user hates her.";

async function rpc(name: string, args: object): Promise<string> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { status, text } = await api.post("/mcp", call, { accept: "application/json, text/event-stream" });
  expect(status).toBe(200);
  return text;
}

test("a summary that the extractor invents is shown nowhere", async () => {
  fake.extract = () => ({
    turns: [
      {
        turn: 1,
        entities: [{ name: "Bea", type: "person", aliases: ["cousin"], summary: INVENTED }],
        facts: [
          {
            subject: "user",
            predicate: "HAS_COUSIN",
            object: "Bea",
            objectKind: "entity",
            polarity: "positive",
            text: "The user has a cousin called Bea.",
            quote: "My cousin Bea",
            assertedBy: "user",
            confidence: 0.9,
          },
        ],
      },
    ],
  });
  await api.say("My cousin Bea is here.");
  await api.extracted();
  const { items } = (await api.get("/memory/entities?q=Bea")).body;
  expect(items).toHaveLength(1);
  const { id } = items[0];
  const said = await api.post("/chat", { message: "Who is Bea?" });
  expect(said.body.recall.state).not.toBe("nothing");
  const lines = said.body.recalled.map(
    ({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`,
  );
  expect(lines.join()).toContain("Bea");
  const shown = [
    JSON.stringify(items),
    said.text,
    JSON.stringify(fake.requests.map(({ body }) => body)),
    (await api.get("/memory/search?q=Who%20is%20Bea")).text,
    (await api.get(`/memory/entities/${id}`)).text,
    (await api.get("/memory/graph")).text,
    (await api.get("/memory/review")).text,
    await rpc("recall", { query: "Who is Bea?" }),
    await rpc("entities", { q: "Bea" }),
  ];
  for (const text of shown) expect(text).not.toContain("hates");
});

test("each reply tells what came of looking into memory, and why each memory was chosen", async () => {
  const found = (await api.post("/chat", { message: "Is my cousin Bea here?" })).body;
  expect(found.recall).toEqual({ state: "found" });
  expect(found.recalled[0].components.relevance).toBeGreaterThan(0);
  const unrelated = (await api.post("/chat", { message: "What is the capital of France?" })).body;
  expect(unrelated).toMatchObject({ recalled: [], recall: { state: "nothing" } });
  const off = (await api.post("/chat", { message: "Who is Bea?", memory: "off" })).body;
  expect(off).toMatchObject({ recalled: [], recall: { state: "off" } });
  const { text } = await api.post("/chat", { message: "Is Bea here?" }, { accept: "text/event-stream" });
  for (const event of ["recall", "done"]) {
    const data = new RegExp(`event: ${event}\ndata: (.*)`).exec(text)?.[1];
    expect(JSON.parse(data ?? "{}").recall.state).toMatch(/^(found|weak)$/);
  }
});

test("the same request again does not guess", async () => {
  const key = { "idempotency-key": "again" };
  const ask = () => api.post("/chat", { message: "Is my cousin Bea here now?" }, key);
  const first = (await ask()).body;
  const again = (await ask()).body;
  expect(first.recall).toBeDefined();
  expect(again.recall).toBeUndefined();
  expect(again.recalled.map(({ id }: { id: string }) => id)).toEqual(
    first.recalled.map(({ id }: { id: string }) => id),
  );
});

test("a turn of before tells each memory as it stands, and what is forgotten as gone", async () => {
  const stated = {
    subject: "Zebulon",
    predicate: "LIVES_IN",
    object: "Ghent",
    text: "Zebulon lives in Ghent.",
  };
  const { id: factId } = (await api.post("/memory/facts", stated)).body;
  const key = { "idempotency-key": "zebulon" };
  const ask = () => api.post("/chat", { message: "Where does Zebulon live?" }, key);
  const { conversationId, episodeId } = (await ask()).body;
  const told = async () => [
    (await api.get(`/conversations/${conversationId}`)).body.episodes[0].recalled,
    (await api.get(`/memory/episodes/${episodeId}`)).body.recalled,
    (await ask()).body.recalled,
  ];
  const asOf = async (expected: object) => {
    for (const recalled of await told())
      expect(recalled.find(({ id }: { id: string }) => id === factId)).toMatchObject(expected);
  };
  await asOf({ kind: "fact", text: stated.text, status: "verified", score: expect.any(Number) });
  await api.send("PATCH", `/memory/facts/${factId}`, { object: "Bruges", text: "Zebulon lives in Bruges." });
  await asOf({ text: "Zebulon lives in Bruges." });
  await api.post("/memory/forget", { factId });
  await asOf({ text: "", status: "gone", evidence: [] });
});
