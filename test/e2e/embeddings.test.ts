import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { commandEnvironment, MAIN } from "../support/command.ts";
import { WORDS_ONLY } from "../support/fake-llama/embeddings.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A service with an embedding server beside it: vectors are made in the background and help to find. */
let folder: TestFolder;
let service: TestService;
let api: Client;
let fake: Awaited<ReturnType<typeof startFakeLlama>>;

async function restart(env: Record<string, string>): Promise<void> {
  await service?.stop();
  service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL, ...env });
  api = client(service.url);
}

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama();
});
afterAll(async () => {
  await service?.stop();
  await fake.close();
  await folder.remove();
});

const doctor = (more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [MAIN, "doctor"], { env: commandEnvironment(folder.path, more) });

async function lanesOf(q: string): Promise<string[]> {
  const { body } = await api.get(`/memory/search?q=${encodeURIComponent(q)}&limit=20`);
  return body.results.flatMap((result: { components: object }) => Object.keys(result.components));
}

const vectorFinds = (q: string) => async (): Promise<boolean> => (await lanesOf(q)).includes("lane.vector");

test("without an embedder: lexical mode, said plainly", async () => {
  await restart({});
  await api.post("/memory/episodes", { text: "The spare key lies under the blue flower pot." });
  expect((await api.get("/health")).body.embedder).toMatchObject({ kind: "none" });
  expect(await lanesOf("spare key")).not.toContain("lane.vector");
});

test("what was there before gets its vectors, and so does what comes after", async () => {
  await restart({ EMBEDDINGS_URL: fake.url });
  expect((await api.get("/health")).body.embedder).toMatchObject({ kind: "server", state: "ready" });
  await until(vectorFinds("where is the spare key"), "the vector lane");
  const embedder = async () => (await api.get("/health")).body.embedder;
  await until(async () => "calibration" in (await embedder()), "a health that tells of the calibration");
  expect(await embedder()).toMatchObject({
    note: expect.stringMatching(/^gpt-oss-120b, no prefixes: of two sentences it finds the one that answers/),
    calibration: { model: "gpt-oss-120b", dimensions: 128, convention: "none", separation: 1 },
  });
  const { body } = await api.post("/memory/episodes", { text: "The bicycle stands behind the shed." });
  await until(async () => {
    const found = (await api.get("/memory/search?q=bicycle%20shed")).body.results;
    return found.some((r: any) => r.id === body.id && "lane.vector" in r.components);
  }, "the new memory's vector");
});

test("/v1/embeddings answers with the embedder's vectors, and names what is wrong", async () => {
  const { body } = await api.post("/v1/embeddings", { model: "any", input: ["a key", "a pot"] });
  expect(body.data.map((one: any) => one.embedding.length)).toEqual([128, 128]);
  expect(Math.hypot(...body.data[0].embedding)).toBeCloseTo(1, 5);
  const base64 = await api.post("/v1/embeddings", { input: "a key", encoding_format: "base64" });
  const bytes = Buffer.from(base64.body.data[0].embedding, "base64");
  expect(bytes.readFloatLE(0)).toBeCloseTo(body.data[0].embedding[0], 5);
  const many = Array.from({ length: 600 }, (_, n) => `Passage ${n}`);
  const { data } = (await api.post("/v1/embeddings", { input: many, encoding_format: null })).body;
  expect(data.map((one: any) => one.index)).toEqual([...many.keys()]);
  const tokens = await api.post("/v1/embeddings", { input: Array(2000).fill(7) });
  expect(tokens.body.error).toMatchObject({ param: "input", message: expect.stringContaining("not tokens") });
  const bad = await api.post("/v1/embeddings", { input: [] });
  expect(bad.status).toBe(400);
  expect(bad.body.error.param).toBe("input");
});

test("forgotten words have no vector any more", async () => {
  const { body } = await api.post("/memory/episodes", { text: "The alarm code is seven four one one." });
  const lane = async () =>
    (await api.get("/memory/search?q=alarm%20code&limit=50")).body.results.some((r: any) => r.id === body.id);
  await until(lane, "the memory");
  await api.post("/memory/forget", { episodeId: body.id });
  expect(await lane()).toBe(false);
});

test("an embedder that is away costs the vectors, nothing else", async () => {
  await restart({ EMBEDDINGS_URL: "http://127.0.0.1:9" });
  const health = await api.get("/health");
  expect(health.body.embedder).toMatchObject({ kind: "server", state: "down" });
  expect(health.body.status).toBe("degraded");
  const { body } = await api.get("/memory/search?q=spare%20key");
  expect(body.results[0].text).toContain("flower pot");
  expect(await lanesOf("spare key")).not.toContain("lane.vector");
});

test("embeddings that fail degrade the health though their server is well, until they come again", async () => {
  fake.embeds = false;
  await restart({ LLAMA_CPP_URL: fake.url, EMBEDDINGS_URL: fake.url });
  const health = async () => (await api.get("/health")).body;
  await api.get("/memory/search?q=spare%20key");
  await until(async () => (await health()).embedder.state === "failing", "a health that tells");
  expect(await health()).toMatchObject({
    status: "degraded",
    embedder: { note: expect.stringContaining("by their words alone") },
  });
  await expect(doctor()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("FAIL  embedder server: failing"),
  });
  fake.embeds = true;
  await until(async () => (await health()).status === "ok", "a health that is well");
  expect((await doctor()).stdout).toContain("ok    embedder server: ready");
});

test("doctor without a service tries the embeddings", async () => {
  await service.stop();
  const env = { EMBEDDINGS_URL: fake.url };
  expect((await doctor(env)).stdout).toContain("ok    embedder server: ready");
  fake.embeds = false;
  const stdout = expect.stringContaining("FAIL  embedder server: failing");
  await expect(doctor(env)).rejects.toMatchObject({ code: 1, stdout });
  fake.embeds = true;
});

test("another model: everything is embedded anew, and found by words meanwhile", async () => {
  await restart({ EMBEDDINGS_URL: fake.url, EMBEDDINGS_MODEL: "another" });
  expect((await api.get("/memory/search?q=spare%20key")).body.results[0].text).toContain("flower pot");
  await until(vectorFinds("spare key"), "the vectors of the other model");
});

test("a model that tells nothing apart is refused: by words alone, and it says so", async () => {
  await restart({ EMBEDDINGS_URL: fake.url, EMBEDDINGS_MODEL: WORDS_ONLY });
  const health = async () => (await api.get("/health")).body;
  await until(async () => (await health()).embedder.state === "refused", "the refusal");
  expect(await health()).toMatchObject({
    status: "degraded",
    embedder: {
      note: expect.stringMatching(/^words-only was refused: .* by their words alone$/),
      calibration: { languages: [] },
    },
  });
  expect((await api.get("/memory/search?q=spare%20key")).body.results[0].text).toContain("flower pot");
  expect(await lanesOf("spare key")).not.toContain("lane.vector");
  const stdout = expect.stringContaining("FAIL  embedder server: refused; words-only was refused");
  await expect(doctor()).rejects.toMatchObject({ code: 1, stdout });
  expect((await api.post("/v1/embeddings", { input: "a key" })).status).toBe(200);
});

test("a wrong address stops the start with its name", async () => {
  await service.stop();
  await expect(startService(folder.path, { EMBEDDINGS_URL: "not a url" })).rejects.toThrow(/EMBEDDINGS_URL/);
});
