import { join } from "node:path";
import { expect, test } from "vitest";
import { EngramError } from "../../../../src/errors.ts";
import type { ChatModel } from "../../../../src/ports/chat-model.ts";
import { examine } from "../../../../src/services/exam/examine.ts";
import { loadPrompts } from "../../../../src/services/prompts/library.ts";

test("a model that is too slow for the exam is told so, and not called unable alone", async () => {
  const model: ChatModel = {
    info: () => ({ kind: "server", name: "m", contextTokens: null }),
    health: async () => "ready",
    stream: () => {
      throw new EngramError("model_timeout");
    },
    close: async () => {},
  };
  const prompts = loadPrompts(join(import.meta.dirname, "../../../../prompts"));
  const clock = { now: () => "2026-03-03T09:00:00.000Z" };
  const { signal } = new AbortController();
  const { trust, reasons } = await examine({ model, prompts, clock, gate: null }, signal);
  expect(trust).toBe("turns");
  expect(reasons.at(-1)).toBe("44 questions had no answer in 180 seconds each");
});
