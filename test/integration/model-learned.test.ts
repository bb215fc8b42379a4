import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChatModel, ModelEvent, ModelLearned } from "../../src/ports/chat-model.ts";
import { isAnotherModel } from "../../src/services/model/changed-model.ts";
import { learnedLines, learnedOf } from "../../src/services/model/learned.ts";
import { probeModel } from "../../src/services/model/probe.ts";
import { promptTokensMax, thoughtTokensMax } from "../../src/services/model/token-limits.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What is learned of a model server, and what is made of it. */
const { signal } = new AbortController();
let memory: TestMemory;
let requests: number;
beforeEach(async () => {
  memory = await openMemory();
  requests = 0;
});
afterEach(() => memory.close());

const LEARNED: ModelLearned = {
  served: "m /models/m.gguf",
  takesEffort: true,
  slots: 2,
  tokensPerEstimate: 1,
  promptSpeed: 700,
  generationSpeed: 50,
};

function serving(
  learned: Partial<ModelLearned> = {},
  answer = '{"colour":"red"}',
  cachedTokens = 80,
): ChatModel {
  async function* stream(): AsyncGenerator<ModelEvent> {
    requests += 1;
    yield { type: "delta", text: answer };
    const usage = { promptTokens: 100, cachedTokens: requests > 1 ? cachedTokens : 0, completionTokens: 5 };
    yield { type: "finish", reason: "stop", usage, model: "m" };
  }
  return {
    info: () => ({
      kind: "server",
      name: "m",
      contextTokens: 8_192,
      learned: { ...LEARNED, ...learned },
    }),
    health: async () => "ready",
    stream,
    close: async () => undefined,
  };
}

test("another model is seen once, over starts; the first one is none", async () => {
  const { system } = memory.store;
  expect(await isAnotherModel(serving(), system)).toBe(false);
  expect(await isAnotherModel(serving(), system)).toBe(false);
  const other = serving({ served: "m /models/other.gguf" });
  expect(await isAnotherModel(other, system)).toBe(true);
  expect(await isAnotherModel(other, system)).toBe(false);
  expect(await isAnotherModel(serving({ served: null }), system)).toBe(false);
});

test("a server is tried once for each model, and what came of it is kept", async () => {
  const deps = { gate: memory.gate, system: memory.store.system };
  const well = { keepsSchema: true, reusesPrompt: true };
  expect(await probeModel({ ...deps, model: serving() }, signal)).toMatchObject(well);
  expect(await probeModel({ ...deps, model: serving() }, signal)).toMatchObject(well);
  expect(requests).toBe(2);
  requests = 0;
  const bad = serving({ served: "other" }, "Sure: red", 10);
  expect(await probeModel({ ...deps, model: bad }, signal)).toEqual({
    keepsSchema: false,
    reusesPrompt: false,
  });
  expect(await probeModel({ ...deps, model: serving({ served: null }) }, signal)).toBeNull();
  const lines = learnedLines(learnedOf(bad, { keepsSchema: false, reusesPrompt: false }));
  expect(lines.filter(([ok]) => !ok).map(([, line]) => line)).toEqual([
    "schema: not kept; extraction will fail",
    "prompt cache: a prompt is read again each time; replies will be slow",
  ]);
  expect(lines[0]).toEqual([true, "context: 8192 tokens in each of 2 slots"]);
  const oneSlot = (slots: number): boolean =>
    learnedLines(learnedOf(serving({ slots }), null)).some(([, line]) => line.startsWith("one slot"));
  expect([oneSlot(1), oneSlot(2)]).toEqual([true, false]);
});

test("room for a prompt leaves some for the answer; a thought is bounded by share and by speed", () => {
  expect(promptTokensMax(serving(), 1_000)).toBe(8_192 - 1_000 - 120);
  expect(promptTokensMax(serving(), 100_000)).toBe(Math.floor(8_192 * 0.8 - 120));
  expect(promptTokensMax(serving({ tokensPerEstimate: 2 }), 1_000)).toBe(Math.floor((8_192 - 1_120) / 2));
  expect(thoughtTokensMax(serving(), 4_000)).toBe(2_400);
  expect(thoughtTokensMax(serving(), 100_000)).toBe(50 * 90);
  expect(thoughtTokensMax(serving({ generationSpeed: 1 }), 100_000)).toBe(512);
});
