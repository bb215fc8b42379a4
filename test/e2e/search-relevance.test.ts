import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { commandEnvironment, MAIN } from "../support/command.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

const UNRELATED = "What is the capital of France?";
const TOLD = [
  "My sister Annelie lives in Lyon.",
  "I work as a carpenter.",
  "I have a dog called Rex.",
  "My favourite food is ratatouille.",
  "I play the cello on Sundays.",
  "My brother Otto owns a red sailing boat.",
];

/** A search says as little as a chat does where nothing in memory speaks of the question. */
describe.each(["words alone", "vectors"])("by %s", (mode) => {
  let folder: TestFolder;
  let fake: FakeLlama;
  let service: TestService;
  let api: Client;

  beforeAll(async () => {
    folder = await testFolder();
    fake = await startFakeLlama();
    service = await startService(folder.path, mode === "vectors" ? { EMBEDDINGS_URL: fake.url } : {});
    api = client(service.url);
    for (const text of TOLD) await api.post("/memory/episodes", { text });
    await api.extracted();
    if (mode === "vectors")
      await until(async () => (await search("cello")).text.includes("lane.vector"), "the vectors");
  });
  afterAll(async () => {
    await service.stop();
    await fake.close();
    await folder.remove();
  });

  const search = (q: string, more = "") => api.get(`/memory/search?q=${encodeURIComponent(q)}${more}`);

  test("an unrelated question gets nothing, and is told what was left out; asked for, it gets the nearest", async () => {
    const { body } = await search(UNRELATED);
    expect(body).toMatchObject({ results: [], weak: true, leftOut: expect.any(Number) });
    const any = await api.post("/memory/search", { q: UNRELATED, relevance: "any" });
    expect(any.body).toMatchObject({ weak: true, leftOut: 0 });
    expect(any.body.results.length).toBeGreaterThan(body.leftOut);
    expect((await search(UNRELATED, "&relevance=all")).status).toBe(400);
  });

  test.each([
    ["Where does my sister live?", "Lyon"],
    ["cello", "cello"],
    ["boats", "sailing boat"],
    ["red boat", "sailing boat"],
    ["Annelie", "Annelie"],
    ["What do you know about me?", "carpenter"],
  ])("%s still finds", async (q, word) => {
    const { body } = await search(q);
    expect(JSON.stringify(body.results)).toContain(word);
    expect(body.leftOut).toBe(0);
  });

  test("numbers and words of a letter are found as written, and a sign brings nothing that was said lately", async () => {
    for (const [text, ...queries] of [
      ["The order is A-2291/77-B, for 1,250 euros.", "A-2291/77-B", "1,250", "What is A-2291/77-B?"],
      ["At work I write C++.", "C++", "C"],
    ] as const) {
      await api.post("/memory/episodes", { text });
      await api.extracted();
      for (const q of queries) expect((await search(q)).text, q).toContain(text);
    }
    for (const q of mode === "vectors" ? [] : ["🦄", "%"])
      expect((await search(q, "&limit=50")).body.results, q).toEqual([]);
  });

  test("a word that only a reply says is found, and so is all that was said in a conversation or a time", async () => {
    const { conversationId, reply } = await api.say("I bought an umbrella.");
    expect(reply).toContain("Noted.");
    for (const q of ["noted"]) expect((await search(q, "&limit=50")).text).toContain("umbrella");
    for (const scope of [`&conversationId=${conversationId}`, "&from=2020-01-01"])
      expect((await search(UNRELATED, scope)).body.leftOut).toBe(0);
  });

  test("recall over MCP and /search on the command line say so as well", async () => {
    const recall = async (more: object) => {
      const params = { name: "recall", arguments: { query: UNRELATED, ...more } };
      const accept = { accept: "application/json, text/event-stream" };
      const { text } = await api.post(
        "/mcp",
        { jsonrpc: "2.0", id: 1, method: "tools/call", params },
        accept,
      );
      return text;
    };
    expect(await recall({})).not.toMatch(/Annelie|cello|Rex|carpenter|ratatouille/);
    expect(await recall({})).toContain("Nothing relevant is stored");
    expect(await recall({ relevance: "any" })).toContain("None of this may be what was asked for");
    const out = await typed([`/search ${UNRELATED}`, "/search cello", "quit"]);
    expect(out).toContain("Nothing in memory speaks of that.");
    expect(out).toMatch(/\d\.\d{3} (?:fact|episode) \S+ .*cello/);
  });

  function typed(lines: string[]): Promise<string> {
    return new Promise((resolve) => {
      const env = commandEnvironment(folder.path);
      const child = spawn(process.execPath, [MAIN, "chat"], { env });
      let out = "";
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
      child.on("close", () => resolve(out));
      child.stdin.end(lines.join("\n"));
    });
  }
});
