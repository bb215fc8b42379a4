import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createLlamaCppEmbedder } from "../../src/adapters/model-server/embedder.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { readTranscript } from "../support/fake-llama/transcript.ts";
import { startStandIn, type Exchange } from "../support/model-servers/stand-in.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const { signal } = new AbortController();

interface Asked {
  input: string[];
  encoding_format?: string;
}

/** A server that answers each batch with what `vectors` makes of it. @param health the status of /health; 0: no answer */
async function serve(vectors: (texts: string[]) => unknown, health = 404) {
  const batches: string[][] = [];
  let isRefused = (_body: Asked): boolean => false;
  let refusal = { status: 400, message: "not permitted" };
  const server = createServer(async (request, response) => {
    if (request.url === "/health") return health === 0 ? undefined : void response.writeHead(health).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Asked;
    const { input } = body;
    batches.push(input);
    if (isRefused(body))
      return void response.writeHead(refusal.status).end(JSON.stringify({ error: refusal.message }));
    response.end(JSON.stringify({ data: await vectors(input) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    /** From now on, requests like these. */
    refuse: (which: typeof isRefused, by = refusal) => void ([isRefused, refusal] = [which, by]),
  };
}

test("unit vectors in order, dimensions from the server, batches of at most 32", async () => {
  const fake = await startFakeLlama();
  closers.push(() => fake.close());
  const embedder = createLlamaCppEmbedder({ url: `${fake.url}/v1`, model: "mine" });
  expect(await embedder.tag(signal)).toBe("mine/128");
  expect(await createLlamaCppEmbedder({ url: fake.url, model: "" }).tag(signal)).toBe("gpt-oss-120b/128");
  expect(await embedder.health()).toBe("ready");
  const texts = Array.from({ length: 70 }, (_, i) => `text ${i}`);
  const vectors = await embedder.embed(texts, signal);
  expect(vectors).toHaveLength(70);
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(vectors[69]).toEqual((await embedder.embed(["text 69"], signal))[0]);
  expect(await embedder.embed([], signal)).toEqual([]);
});

test("the recorded base64 answer; floats and a shuffled order too", async () => {
  const recorded = JSON.parse(readTranscript("70-embeddings-base64").body.toString()) as {
    data: { embedding: string }[];
  };
  const base64 = recorded.data[0]?.embedding ?? "";
  const first = await serve(() => [{ embedding: base64, index: 0 }]);
  expect(await createLlamaCppEmbedder({ url: first.url, model: "m" }).tag(signal)).toBe("m/128");
  const second = await serve((texts) =>
    texts.map((_, index) => ({ embedding: [index + 1, 0], index })).reverse(),
  );
  const embedder = createLlamaCppEmbedder({ url: second.url, model: "m" });
  expect(await embedder.tag(signal)).toBe("m/2");
  expect(await embedder.embed(["a", "b"], signal)).toEqual([Float32Array.of(1, 0), Float32Array.of(1, 0)]);
  await embedder.embed(Array.from({ length: 65 }, String), signal);
  expect(second.batches.map((batch) => batch.length)).toEqual([1, 2, 32, 32, 1]);
});

test.each([
  [
    "a zero vector",
    (texts: string[]) => texts.map((text, index) => ({ embedding: text === "bad" ? [0, 0] : [1, 0], index })),
  ],
  ["a missing vector", (texts: string[]) => (texts[0] === "bad" ? [] : [{ embedding: [1, 0], index: 0 }])],
  [
    "other dimensions",
    (texts: string[]) => texts.map((text, index) => ({ embedding: text === "bad" ? [1] : [1, 0], index })),
  ],
  [
    "no number",
    (texts: string[]) =>
      texts.map((text, index) => ({ embedding: text === "bad" ? [null, "x"] : [1, 0], index })),
  ],
])("rejects %s", async (_, vectors) => {
  const { url } = await serve(vectors);
  const embedder = createLlamaCppEmbedder({ url, model: "m" });
  await expect(embedder.embed(["bad"], signal)).rejects.toMatchObject({ code: "model_error" });
});

test("without the version in its address llama-server answers in a form of its own, and is read", async () => {
  const answer = [{ index: 0, embedding: [[3, 4]] }];
  const standIn = await startStandIn([
    { request: "POST /embeddings", status: 200, type: "application/json", body: JSON.stringify(answer) },
  ]);
  closers.push(() => standIn.close());
  const embedder = createLlamaCppEmbedder({ url: `${standIn.url}/embeddings`, model: "m" });
  expect(await embedder.embed(["a text"], signal)).toEqual([Float32Array.from([0.6, 0.8])]);
});

test("a server that does not take the encoding is asked without it, from then on at once", async () => {
  const { url, batches, refuse } = await serve((texts) =>
    texts.map((_, index) => ({ embedding: [1, 0], index })),
  );
  refuse(({ encoding_format }) => encoding_format !== undefined);
  const embedder = createLlamaCppEmbedder({ url, model: "m" });
  expect(await embedder.embed(["a"], signal)).toEqual([Float32Array.of(1, 0)]);
  expect(batches.flat()).toEqual(["Engram", "Engram", "a"]);
});

test.each([[[0, 0, 0]], [[1, 2, 3]], [[2, 2, 0]]])(
  "indices that do not number the texts do not count: %j",
  async (indices) => {
    const { url } = await serve((texts) =>
      texts.map((text, at) => ({ embedding: [Number(text) || 0, 1], index: indices[at] })),
    );
    const embedder = createLlamaCppEmbedder({ url, model: "m" });
    const vectors = await embedder.embed(["1", "2", "3"], signal);
    expect(vectors.map(([x = 0, y = 1]) => Math.round(x / y))).toEqual([1, 2, 3]);
  },
);

test("of several models the one that makes embeddings is asked, by the name that the server has for it", async () => {
  const list = { object: "list", data: [{ id: "qwen3:8b" }, { id: "bge-m3:latest" }] };
  const exchanges: Exchange[] = [
    { request: "GET /v1/models", status: 200, type: "application/json", body: JSON.stringify(list) },
    { request: "GET /api/ps", status: 200, type: "application/json", body: '{"models":[]}' },
    ...["completion", "embedding"].map((capability, at) => ({
      request: "POST /api/show",
      when: { model: list.data[at]?.id ?? "" },
      status: 200,
      type: "application/json",
      body: JSON.stringify({ capabilities: [capability] }),
    })),
    {
      request: "POST /v1/embeddings",
      when: { model: "bge-m3:latest" },
      status: 200,
      type: "application/json",
      body: JSON.stringify({ data: [{ index: 0, embedding: [3, 4] }] }),
    },
  ];
  const standIn = await startStandIn(exchanges);
  closers.push(() => standIn.close());
  const embedder = createLlamaCppEmbedder({ url: standIn.url, model: "" });
  expect(await embedder.tag(signal)).toBe("bge-m3:latest/2");
  const vectors = [Float32Array.from([0.6, 0.8])];
  expect(await embedder.embed(["a text"], signal)).toEqual(vectors);
  exchanges.unshift({ request: "POST /v1/embeddings", status: 503, type: "text/plain", body: "" });
  await expect(embedder.embed(["a text"], signal)).rejects.toThrow("loading");
  exchanges.shift();
  expect(await embedder.embed(["a text"], signal)).toEqual(vectors);
});

test("a server that takes fewer texts at once gets fewer", async () => {
  const { url, batches, refuse } = await serve((texts) =>
    texts.map((text, index) => ({ embedding: [Number(text) || 0, 1], index })),
  );
  refuse(({ input }) => input.length > 10);
  const embedder = createLlamaCppEmbedder({ url, model: "m" });
  const texts = Array.from({ length: 40 }, (_, n) => String(n));
  const vectors = await embedder.embed(texts, signal);
  expect(vectors.map(([x = 0, y = 1]) => Math.round(x / y))).toEqual(texts.map(Number));
  expect(batches.at(-1)).toHaveLength(8);
});

test.each([
  [
    500,
    "input (667 tokens) is too large to process. increase the physical batch size (current batch size: 512)",
  ],
  [413, "Input validation error: `inputs` must have less than 512 tokens. Given: 667"],
  [400, "the input length exceeds the context length"],
])("of a text that is too long for the model the beginning is embedded (%i)", async (status, message) => {
  const { url, batches, refuse } = await serve((texts) =>
    texts.map((text, index) => ({ embedding: [text.length, 1], index })),
  );
  refuse(({ input }) => input.some((text) => text.length > 1_500), { status, message });
  const embedder = createLlamaCppEmbedder({ url, model: "m" });
  const vectors = await embedder.embed(
    ["a", "\u{1f389}".repeat(1_000) + "x", ...Array(30).fill("b")],
    signal,
  );
  expect(vectors.map(([x = 0, y = 1]) => Math.round(x / y)).slice(0, 3)).toEqual([1, 1_000, 1]);
  expect(batches.flat().every((text) => text.isWellFormed())).toBe(true);
  await embedder.embed(Array(32).fill("b"), signal);
  expect(batches.at(-1), "of the usual size").toHaveLength(32);
});

test("a server that is too slow for a batch gets smaller ones", async () => {
  const { url } = await serve(async (texts) => {
    await setTimeout(texts.length > 8 ? 1_000 : 0);
    return texts.map((_, index) => ({ embedding: [1, 0], index }));
  });
  const embedder = createLlamaCppEmbedder({ url, model: "m", timeoutMs: 200 });
  const texts = Array.from({ length: 32 }, String);
  for (let time = 0; time < 2; time++)
    await expect(embedder.embed(texts, signal)).rejects.toMatchObject({ code: "model_timeout" });
  expect(await embedder.embed(texts, signal)).toHaveLength(32);
});

test.each([
  ["wants a key", 401, "ready"],
  ["is not allowed", 405, "ready"],
  ["leads elsewhere", 301, "ready"],
  ["does not end", 0, "ready"],
  ["says that it fails", 500, "down"],
])("a /health that %s (%i): %s", async (_, status, state) => {
  const { url } = await serve((texts) => texts.map((_, index) => ({ embedding: [1], index })), status);
  const embedder = createLlamaCppEmbedder({ url, model: "m" });
  expect(await embedder.health()).toBe(state);
});

test("a server that is not there, a chat server, an abort", async () => {
  const away = createLlamaCppEmbedder({ url: "http://127.0.0.1:9", model: "m" });
  await expect(away.tag(signal)).rejects.toMatchObject({ code: "model_unavailable" });
  await expect(away.embed(["a"], signal)).rejects.toMatchObject({ code: "model_unavailable" });
  expect(await away.health()).toBe("down");
  const { url } = await serve((texts) => texts.map((_, index) => ({ embedding: [1], index })));
  const embedder = createLlamaCppEmbedder({ url, model: "m" });
  await expect(embedder.embed(["a"], AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
});

test("calls that fail tell in the health, which tries again by itself; one that is taken back does not", async () => {
  const fake = await startFakeLlama();
  closers.push(() => fake.close());
  const embedder = createLlamaCppEmbedder({ url: fake.url, model: "m" });
  await expect(embedder.embed(["a"], AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
  fake.embeds = false;
  expect(await embedder.health()).toBe("ready");
  await expect(embedder.embed(["a"], signal)).rejects.toMatchObject({ code: "model_error" });
  expect(await embedder.health()).toBe("failing");
  fake.embeds = true;
  expect(await embedder.health()).toBe("ready");
  await expect(
    embedder.embed(["a"], AbortSignal.abort(new DOMException("late", "TimeoutError"))),
  ).rejects.toThrow();
  fake.embeds = false;
  expect(await embedder.health(), "a call that ran out of time").toBe("failing");
});

test("an earlier model answers only where the server lists it: one with a single model answers for any name", async () => {
  const fake = await startFakeLlama();
  closers.push(() => fake.close());
  const embedder = createLlamaCppEmbedder({ url: fake.url, model: "mine" });
  const [vector] = (await embedder.embedAs?.("gpt-oss-120b/128", ["a"], signal)) ?? [];
  expect(vector).toHaveLength(128);
  expect(await embedder.embedAs?.("another/128", ["a"], signal)).toBeNull();
  expect(await embedder.embedAs?.("gpt-oss-120b/64", ["a"], signal)).toBeNull();
  expect(await embedder.tag(signal)).toBe("mine/128");
});
