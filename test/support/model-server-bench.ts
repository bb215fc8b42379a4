import { expect } from "vitest";
import { createServerModel, type ServerModelOptions } from "../../src/adapters/model-server/chat-model.ts";
import { EngramError } from "../../src/errors.ts";
import type { ChatModel, ModelEvent, ModelRequest } from "../../src/ports/chat-model.ts";
import { startFakeLlama, type FakeLlama, type FakeOptions } from "./fake-llama/index.ts";

/** The adapter of llama-server against fake servers, which are closed together. */
export interface ModelServerBench {
  setup(
    options?: Partial<ServerModelOptions>,
    fakeOptions?: FakeOptions,
  ): Promise<{ fake: FakeLlama; model: ChatModel }>;
  /** Runs at the next `close`, last one first. */
  closeLater(...closers: (() => Promise<void>)[]): void;
  close(): Promise<void>;
}

export function modelServerBench(): ModelServerBench {
  const closers: (() => Promise<void>)[] = [];
  return {
    async setup(options = {}, fakeOptions = {}) {
      const fake = await startFakeLlama(fakeOptions);
      const model = createServerModel({
        url: fake.url,
        model: "gpt-oss-120b",
        timeoutMs: 5_000,
        ...options,
      });
      closers.push(
        () => fake.close(),
        () => model.close(),
      );
      return { fake, model };
    },
    closeLater: (...more) => void closers.push(...more),
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

export function ask(extra: Partial<ModelRequest> = {}): ModelRequest {
  return {
    purpose: "chat",
    messages: [{ role: "user", content: "Hello" }],
    effort: "low",
    temperature: 1,
    maxTokens: 200,
    ...extra,
  };
}

export const SCHEMA = {
  name: "turns",
  schema: { type: "object", required: ["turns"], properties: { turns: { type: "array" } } },
};

export async function collect(
  model: ChatModel,
  request = ask(),
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

export const textOf = (events: ModelEvent[], type: "delta" | "reasoning"): string =>
  events.map((event) => (event.type === type ? event.text : "")).join("");

/** The error that work ends with. */
export async function failure(work: Promise<unknown>): Promise<EngramError> {
  const error = await work.then(
    () => new Error("it did not fail"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EngramError);
  return error as EngramError;
}
