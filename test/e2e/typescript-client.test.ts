import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiError, createEngram, type Engram } from "#client";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The client that is published, against a running service. */
const ROOT = join(import.meta.dirname, "../..");
let folder: TestFolder;
let service: TestService;
let engram: Engram;

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  engram = createEngram({ url: service.url });
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

test("takes a path, a query, headers and a body, and returns what the service sends", async () => {
  const said = {
    body: { message: "My sister Annelie moved to Lyon." },
    header: { "idempotency-key": "a/1" },
  };
  const { conversationId, episodeId } = await engram("POST /chat", said);
  expect((await engram("POST /chat", said)).episodeId).toBe(episodeId);
  const path = { id: conversationId };
  const { title } = await engram("PATCH /conversations/{id}", { path, body: { title: "Family & friends" } });
  expect(title).toBe("Family & friends");
  const listed = await engram("GET /conversations", {
    query: { q: "Family &", limit: 5, cursor: undefined },
  });
  expect(listed.items.map(({ id }) => id)).toEqual([conversationId]);
  const { episodes } = await engram("GET /conversations/{id}", { path });
  expect(episodes.map(({ id }) => id)).toEqual([episodeId]);
  expect(await engram("POST /memory/feedback", { body: { id: episodeId, helpful: true } })).toBeNull();
});

test("an id with a slash stays one part of the address", async () => {
  const none = engram("GET /memory/facts/{id}", { path: { id: "a/b?c" } });
  await expect(none).rejects.toMatchObject({ name: "ApiError", status: 404, code: "not_found" });
});

test("a refusal names the fields", async () => {
  const refused = await engram("POST /memory/search", { body: { q: "" } }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ code: "invalid_request", fields: [{ field: "q" }] });
  const completion = engram("POST /v1/chat/completions", { body: { messages: [] } });
  await expect(completion).rejects.toMatchObject({ status: 400, code: "invalid_request" });
});

test("a key is sent along, and a wrong one refused", async () => {
  const { key } = await engram("POST /keys", {});
  await expect(engram("GET /memory/stats")).rejects.toMatchObject({ code: "unauthorized" });
  engram = createEngram({ url: `${service.url}/`, key });
  expect((await engram("GET /memory/stats")).episodes).toBe(1);
});

test("streams and files come unread", async () => {
  const stream = await engram.open("POST /chat", { body: { message: "Hello" }, accept: "text/event-stream" });
  expect(await stream.text()).toMatch(/^event: accepted\n[\s\S]*event: done\n/);
  const exported = await engram("GET /memory/export");
  const lines = await exported.text();
  expect(lines.split("\n").length).toBeGreaterThan(5);
  const taken = await engram("POST /memory/import", {
    query: { dryRun: "true" },
    body: new Blob([lines], { type: "application/x-ndjson" }),
  });
  expect(taken).toMatchObject({ signature: "own", conflict: null });
});

test("a request ends with its signal", async () => {
  const asked = new AbortController();
  const { body } = await engram.open("GET /events", { signal: asked.signal });
  asked.abort();
  await expect(body?.getReader().read()).rejects.toThrow(/abort/);
});

test("the address of a route keeps a path of the host", () => {
  const below = createEngram({ url: "http://house.localhost/engram" });
  expect(below.address("GET /memory/export", { query: { gzip: "true" } })).toBe(
    "http://house.localhost/engram/memory/export?gzip=true",
  );
});

test("the package as it is published runs without the rest", async () => {
  const run = promisify(execFile);
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  await run(tsc, ["-p", join(ROOT, "clients/typescript"), "--outDir", join(folder.path, "dist")]);
  const program = `
    const { createEngram } = await import(${JSON.stringify(join(folder.path, "dist/index.js"))});
    console.log((await createEngram({ url: ${JSON.stringify(service.url)} })("GET /health")).status);`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe("ok\n");
});
