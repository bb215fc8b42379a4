import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChatModel, ModelLearned } from "../../src/ports/chat-model.ts";
import { isAnotherModel } from "../../src/services/model/changed-model.ts";
import { learnedLines, learnedOf } from "../../src/services/model/learned.ts";
import { promptTokensMax, thoughtTokensMax } from "../../src/services/model/token-limits.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What is learned of a model server, and what is made of it. */
let memory: TestMemory;
beforeEach(async () => {
  memory = await openMemory();
});
afterEach(() => memory.close());

const LEARNED: ModelLearned = {
  served: "m /models/m.gguf",
  models: [],
  choice: "configured",
  refusesKey: false,
  takesEffort: true,
  slots: 2,
  streams: true,
  tellsUsage: true,
  thought: "field",
  keepsSchema: true,
  reusesPrompt: true,
  tokensPerEstimate: 1,
  promptSpeed: 700,
  generationSpeed: 50,
};

function serving(learned: Partial<ModelLearned> = {}, contextTokens: number | null = 8_192): ChatModel {
  return {
    info: () => ({ kind: "server", name: "m", contextTokens, learned: { ...LEARNED, ...learned } }),
    health: async () => "ready",
    async *stream() {},
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

const linesOf = (learned: Partial<ModelLearned>, contextTokens?: number | null): string[] =>
  learnedLines(learnedOf(serving(learned, contextTokens))).map(([ok, line]) => (ok ? line : `FAIL ${line}`));

test("a line for each thing that is known", () => {
  expect(linesOf({})).toEqual([
    "context: 8192 tokens in each of 2 slots",
    "speed: reads 700 and writes 50 tokens a second",
    "reasoning effort: taken",
    "thoughts: in a field of their own",
    "schema: kept",
    "prompt cache: works",
  ]);
  expect(linesOf({ slots: 1 })[1]).toMatch(/^one slot:/);
});

test("a line for each thing that is missing", () => {
  const nothing = {
    takesEffort: false,
    streams: false,
    tellsUsage: false,
    keepsSchema: false,
    reusesPrompt: false,
    thought: null,
    promptSpeed: null,
    slots: null,
    refusesKey: true,
    choice: "first" as const,
    models: ["b", "a"].map((name) => ({
      name,
      kind: "unknown" as const,
      contextTokens: null,
      isLoaded: null,
    })),
  };
  expect(linesOf(nothing, null)).toEqual([
    "FAIL key: refused; set LLAMA_CPP_API_KEY",
    "models: b, a: several are served, and the first by name is used; set LLAMA_CPP_MODEL to choose",
    "context: the server does not say; it is learned when a prompt is too long",
    "speed: writes 50 tokens a second",
    "reasoning effort: without effect on this model or server",
    "streaming: none; a reply appears when it is complete, and stops late",
    "usage: the server counts no tokens; they are estimated",
    "schema: not enforced; it stands in the prompt, and answers are repaired",
    "FAIL prompt cache: a prompt is read again each time; replies will be slow",
  ]);
});

test("room for a prompt leaves some for the answer; a thought is bounded by share and by speed", () => {
  expect(promptTokensMax(serving(), 1_000)).toBe(8_192 - 1_000 - 120);
  expect(promptTokensMax(serving(), 100_000)).toBe(Math.floor(8_192 * 0.8 - 120));
  expect(promptTokensMax(serving({ tokensPerEstimate: 2 }), 1_000)).toBe(Math.floor((8_192 - 1_120) / 2));
  expect(thoughtTokensMax(serving(), 4_000)).toBe(2_400);
  expect(thoughtTokensMax(serving(), 100_000)).toBe(50 * 90);
  expect(thoughtTokensMax(serving({ generationSpeed: 1 }), 100_000)).toBe(512);
});
