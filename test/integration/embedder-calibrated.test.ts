import { afterEach, beforeEach, expect, test } from "vitest";
import { createLlamaCppEmbedder } from "../../src/adapters/model-server/embedder.ts";
import { EngramError } from "../../src/errors.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { calibrated, type CalibratedEmbedder } from "../../src/services/embedding/calibrated.ts";
import { describeCalibration } from "../../src/services/embedding/describe-calibration.ts";
import { createEmbedQuery } from "../../src/services/embedding/query-vectors.ts";
import { createModelGate, Preempted, type ModelGate } from "../../src/services/model/gate.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { must } from "../contracts/memory-store-story.ts";
import { WORDS_ONLY } from "../support/fake-llama/embeddings.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What the service embeds with: a server whose model is calibrated once, in the background. */
const { signal } = new AbortController();

let memory: TestMemory;
let fake: FakeLlama;
let gate: ModelGate;
let asked: string[];
let refused: unknown[];

beforeEach(async () => {
  memory = await openMemory();
  fake = await startFakeLlama();
  gate = createModelGate();
  asked = [];
  refused = [];
});
afterEach(async () => {
  await fake.close();
  await memory.close();
});

function open(model = "m"): CalibratedEmbedder {
  const server = createLlamaCppEmbedder({ url: fake.url, model });
  const watched: Embedder = {
    ...server,
    embed(texts, inner) {
      asked.push(...texts);
      return server.embed(texts, inner);
    },
  };
  const onRefused = (error: unknown): void => void refused.push(error);
  return calibrated(() => watched, { system: memory.store.system, gate, onRefused });
}

test("nothing is embedded before its model is calibrated, and a question waits for nothing", async () => {
  const embedder = open();
  expect(await embedder.tag(signal)).toBeNull();
  await expect(embedder.embed(["a"], "query", signal)).rejects.toMatchObject({ code: "model_unavailable" });
  const missed: unknown[] = [];
  const options = { deadlineMs: 5_000, onMiss: (error: unknown) => void missed.push(error) };
  expect(await createEmbedQuery(embedder, options)("Where is the boat?")).toBeNull();
  expect(missed).toEqual([]);

  expect(await embedder.calibrate(signal)).toMatchObject({ model: "m", dimensions: 128, convention: "none" });
  expect(await embedder.tag(signal)).toMatch(/^m\/128\+none\.[0-9a-f]{6}$/);
  const found = await createEmbedQuery(embedder, options)("Where is the boat?");
  expect(found).toMatchObject({ tag: await embedder.tag(signal), scale: { apart: expect.any(Number) } });
});

test("a model that has no vector for some text is calibrated by the others, one that has none is not", async () => {
  const server = createLlamaCppEmbedder({ url: fake.url, model: "m" });
  let fails = (text: string): boolean => text.endsWith("?") && text.length % 9 === 0;
  const watched: Embedder = {
    ...server,
    async embed(texts, inner) {
      if (texts.some(fails)) throw new EngramError("model_error", "NaN");
      return server.embed(texts, inner);
    },
  };
  const onRefused = (error: unknown): void => void refused.push(error);
  const options = { system: memory.store.system, gate, onRefused };
  expect(await calibrated(() => watched, options).calibrate(signal)).toMatchObject({ convention: "none" });
  expect(refused).toEqual([]);
  fails = (text) => !text.includes("lighthouse");
  const renamed = { ...watched, tag: async () => "other/128" };
  await expect(calibrated(() => renamed, options).calibrate(signal)).rejects.toMatchObject({
    code: "model_error",
  });
});

test("a model is calibrated once, whoever opens it", async () => {
  await Promise.all([open().calibrate(signal), open().calibrate(signal)]);
  asked = [];
  const again = open();
  expect(again.calibration()).toBeNull();
  await again.calibrate(signal);
  expect(again.calibration()).toMatchObject({ model: "m" });
  expect(asked.length, "its probe alone").toBeLessThan(3);
});

test("a chat takes the machine from a calibration, which goes on where it was", async () => {
  const whole = await open().calibrate(signal);
  const all = asked.length;
  const server = createLlamaCppEmbedder({ url: fake.url, model: "other" });
  asked = [];
  const chats: (() => void)[] = [];
  const disturbed: Embedder = {
    ...server,
    embed(texts, inner) {
      asked.push(...texts);
      if (asked.length > all / 2 && chats.length === 0) chats.push(gate.enterChat());
      return server.embed(texts, inner);
    },
  };
  const embedder = calibrated(() => disturbed, {
    system: memory.store.system,
    gate,
    onRefused: () => undefined,
  });
  await expect(embedder.calibrate(signal)).rejects.toThrow(Preempted);
  chats.forEach((leave) => leave());
  expect(await embedder.calibrate(signal)).toEqual({ ...whole, model: "other" });
  expect(asked.length, "a batch is asked again, no more").toBeLessThan(all + 50);
});

test("a model that tells nothing apart is refused with its figures", async () => {
  const embedder = open(WORDS_ONLY);
  const calibration = must(await embedder.calibrate(signal));
  expect(calibration.scales).toEqual([]);
  expect(await embedder.tag(signal)).toBeNull();
  expect(describeCalibration(calibration)).toMatch(/^words-only was refused: .* in 0\.\d\d of cases/);
  expect(refused).toHaveLength(1);
  expect(await embedder.server()?.embed(["a"], signal), "a client's own texts").toHaveLength(1);
});

test("questions and memories are sent with the prefixes of the model, and so is what an earlier tag needs", async () => {
  const prefixed: Embedder = {
    tag: async () => "e5/128",
    async embed(texts, inner) {
      asked.push(...texts);
      const server = createLlamaCppEmbedder({ url: fake.url, model: "m" });
      const plain = createLlamaCppEmbedder({ url: fake.url, model: WORDS_ONLY });
      const known = texts.filter((text) => /^(query|passage): /.test(text));
      return known.length === texts.length ? server.embed(texts, inner) : plain.embed(texts, inner);
    },
    embedAs: async (_tag, texts, inner) => prefixed.embed(texts, inner),
    health: async () => "ready",
    close: async () => undefined,
  };
  const embedder = calibrated(() => prefixed, {
    system: memory.store.system,
    gate,
    onRefused: () => undefined,
  });
  expect(await embedder.calibrate(signal)).toMatchObject({ convention: "query-passage" });
  const tag = await embedder.tag(signal);
  asked = [];
  await embedder.embed(["the boat"], "passage", signal);
  await embedder.embedAs(tag ?? "", ["the boat"], "query", signal);
  expect(asked).toEqual(["passage: the boat", "query: the boat"]);
  expect(
    await embedder.embedAs("e5/128", ["the boat"], "query", signal),
    "made before calibrations",
  ).toBeNull();
});
