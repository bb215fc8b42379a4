import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createServerModel } from "../../src/adapters/model-server/chat-model.ts";
import { Limits } from "../../src/adapters/model-server/limits.ts";
import { AnswerCut } from "../../src/errors.ts";
import { ask, collect, failure, modelServerBench, SCHEMA, textOf } from "../support/model-server-bench.ts";

/** A llama-server that breaks, stalls or is stopped: which error comes, when, and what it leaves. */
const bench = modelServerBench();
afterEach(() => bench.close());

async function until(condition: () => boolean, ms = 2_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
}

describe("faults", () => {
  test.each([
    ["loading", "model_unavailable", /loading/],
    ["cut", "model_unavailable", /cut/],
    ["error-in-stream", "model_error", /failed/],
    ["peg-500", "model_error", /500/],
    ["ctx-exceeded", "context_too_long", /9000.*8192/],
  ] as const)("%s -> %s, and the next request works", async (kind, code, message) => {
    const { fake, model } = await bench.setup();
    await fake.misbehave(kind, { times: 1 });
    const error = await failure(collect(model));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(fake.requests).toHaveLength(1);
    expect(textOf(await collect(model), "delta")).toBe("You said: Hello");
  });

  test("a refused connection names the server, and it recovers", async () => {
    const { fake, model } = await bench.setup();
    await fake.misbehave("refuse");
    const error = await failure(collect(model));
    expect(error.code).toBe("model_unavailable");
    expect(error.message).toBe(`The model server at ${fake.url} does not answer`);
    await fake.restore();
    expect((await collect(model)).at(-1)?.type).toBe("finish");
  });

  test("a socket that served before and is reset is tried exactly once more, a fresh one is not", async () => {
    const { fake, model } = await bench.setup();
    await fake.misbehave("cut-before-first-byte", { times: 1 });
    expect(await failure(collect(model))).toBeInstanceOf(AnswerCut);
    expect(fake.requests).toHaveLength(1);
    expect((await collect(model)).at(-1)?.type).toBe("finish");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await fake.misbehave("cut-before-first-byte", { times: 1 });
    expect((await collect(model)).at(-1)?.type).toBe("finish");
    expect(fake.requests).toHaveLength(4);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await fake.misbehave("cut-before-first-byte");
    expect((await failure(collect(model))).code).toBe("model_unavailable");
    // The second try had a socket of its own: this one is fresh again.
    expect(fake.requests).toHaveLength(5);
  });

  test("a server that falls over a request it has worked at is not asked again", async () => {
    const server = createServer((request) => setTimeout(() => request.destroy(), 1_100));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    let requests = 0;
    server.on("request", ({ method }) => (requests += method === "POST" ? 1 : 0));
    const url = `http://127.0.0.1:${port}`;
    const model = createServerModel({ url, model: "gpt-oss-120b", timeoutMs: 5_000 });
    bench.closeLater(() => model.close());
    expect(await failure(collect(model))).toBeInstanceOf(AnswerCut);
    expect(requests).toBe(1);
    server.closeAllConnections();
    server.close();
    const down = await failure(collect(model));
    expect(down).not.toBeInstanceOf(AnswerCut);
    expect(down.code).toBe("model_unavailable");
  });

  test("a server that thinks on beyond the tokens asked for is not read on", async () => {
    const delta = { reasoning_content: "hm ".repeat(1_000) };
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    const server = createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (): void => void (response.destroyed || response.write(event, () => setImmediate(send)));
      request.resume().on("end", send);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    bench.closeLater(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const model = createServerModel({ url: `http://127.0.0.1:${port}`, model: "m", timeoutMs: 5_000 });
    bench.closeLater(() => model.close());
    const events = await collect(model, ask({ maxTokens: 100 }));
    expect(events.at(-1)).toMatchObject({ type: "finish", reason: "length" });
    expect(textOf(events, "reasoning").length).toBeLessThan(110_000);
  });

  test("nothing is retried after the first byte", async () => {
    const { fake, model } = await bench.setup();
    await fake.misbehave("cut");
    await failure(collect(model));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fake.requests).toHaveLength(1);
  });

  test("a truncated answer is no error: it finishes with length", async () => {
    const { fake, model } = await bench.setup();
    await fake.misbehave("truncated");
    fake.extract = () => ({ turns: [{ text: "a fairly long text that is cut somewhere in the middle" }] });
    const events = await collect(model, ask({ schema: SCHEMA }));
    expect(events.at(-1)).toMatchObject({ type: "finish", reason: "length" });
    expect(() => JSON.parse(textOf(events, "delta")) as unknown).toThrow();
  });

  test("malformed JSON is passed on as it is", async () => {
    const { fake, model } = await bench.setup();
    await fake.misbehave("malformed-json");
    const events = await collect(model, ask({ schema: SCHEMA }));
    expect(events.at(-1)).toMatchObject({ type: "finish", reason: "stop" });
    expect(() => JSON.parse(textOf(events, "delta")) as unknown).toThrow();
  });
});

describe("time limits", () => {
  test("no byte at all", async () => {
    const { fake, model } = await bench.setup({ timeoutMs: 100 });
    await fake.misbehave("silent");
    const error = await failure(collect(model));
    expect(error.code).toBe("model_timeout");
    await until(() => fake.requests[0]?.aborted === true);
    expect(fake.requests).toHaveLength(1);
  });

  test("silence after the first token", async () => {
    const { fake, model } = await bench.setup({ timeoutMs: 200 });
    await fake.misbehave("stall");
    const error = await failure(collect(model));
    expect(error.code).toBe("model_timeout");
    expect(error.message).toMatch(/no progress/);
    await until(() => fake.load.busy === 0);
  });

  test("silence while a long prompt is read is no failure until the limit, whatever bytes came before", () => {
    vi.useFakeTimers();
    try {
      const request = new AbortController();
      const limits = new Limits(120_000, request);
      limits.bytesAwaited();
      vi.advanceTimersByTime(100_000);
      limits.bytesCame();
      limits.bytesAwaited();
      vi.advanceTimersByTime(119_000);
      expect(request.signal.aborted).toBe(false);
      vi.advanceTimersByTime(1_000);
      expect(request.signal.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a request in place of a refused one has its limit", async () => {
    let asked = 0;
    const server = createServer((request, response) => {
      if (request.method !== "POST") return void response.writeHead(404).end();
      asked += 1;
      if (asked === 1) response.writeHead(400).end(JSON.stringify({ error: "reasoning_effort" }));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = createServerModel({ url, model: "m", timeoutMs: 300 });
    bench.closeLater(async () => {
      await model.close();
      server.closeAllConnections();
      server.close();
    });
    expect((await failure(collect(model))).code).toBe("model_timeout");
    expect(asked).toBe(2);
  });

  test("a slow reader is no stall", async () => {
    const { model } = await bench.setup({ timeoutMs: 100 });
    let events = 0;
    for await (const _ of model.stream(ask(), new AbortController().signal)) {
      events += 1;
      if (events < 3) await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(events).toBeGreaterThan(3);
  });

  test("an answer that comes slowly is no failure", async () => {
    const { fake, model } = await bench.setup({ timeoutMs: 500 });
    fake.reply({ content: "word ".repeat(30), tokenDelayMs: 40 });
    expect((await collect(model)).at(-1)?.type).toBe("finish");
  });

  test("pings alone are no progress", async () => {
    const { fake, model } = await bench.setup({ timeoutMs: 300 });
    await fake.misbehave("slow-prompt", { ms: 3_000, pingMs: 50 });
    const error = await failure(collect(model));
    expect(error.code).toBe("model_timeout");
    expect(error.message).toMatch(/no progress/);
  });

  test("a queued request waits without a byte", async () => {
    const { fake, model } = await bench.setup();
    fake.reply({ content: "one two three four five six", tokenDelayMs: 100 });
    const both = await Promise.all([collect(model), collect(model)]);
    expect(both.map((events) => events.at(-1)?.type)).toEqual(["finish", "finish"]);
    const [first, second] = fake.requests;
    expect(second?.startedAt ?? 0).toBeGreaterThanOrEqual(first?.endedAt ?? Infinity);
  });
});

describe("aborts", () => {
  test("the reason is thrown promptly and the slot is free within 200 ms", async () => {
    const { fake, model } = await bench.setup();
    fake.reply({ content: "word ".repeat(1_000), tokenDelayMs: 10 });
    const controller = new AbortController();
    const reason = new Error("the user pressed stop");
    const seen = collect(model, ask(), controller.signal).catch((error: unknown) => error);
    await until(() => fake.load.busy === 1);
    const at = Date.now();
    controller.abort(reason);
    expect(await seen).toBe(reason);
    expect(Date.now() - at).toBeLessThan(100);
    await until(() => fake.load.busy === 0, 200);
    expect(fake.requests[0]?.aborted).toBe(true);
  });

  test("while queued", async () => {
    const { fake, model } = await bench.setup();
    fake.reply({ content: "word ".repeat(20), tokenDelayMs: 10 });
    const first = collect(model);
    await until(() => fake.load.busy === 1);
    const controller = new AbortController();
    const second = collect(model, ask(), controller.signal).catch((error: unknown) => error);
    await until(() => fake.load.queued === 1);
    controller.abort("bye");
    expect(await second).toBe("bye");
    expect((await first).at(-1)?.type).toBe("finish");
  });

  test("before it began: no request", async () => {
    const { fake, model } = await bench.setup();
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(collect(model, ask(), signal)).rejects.toThrow("too late");
    expect(fake.requests).toHaveLength(0);
  });

  test("breaking out of the iterator frees the slot within 200 ms", async () => {
    const { fake, model } = await bench.setup();
    fake.reply({ content: "word ".repeat(1_000), tokenDelayMs: 10 });
    for await (const event of model.stream(ask(), new AbortController().signal)) {
      if (event.type === "delta") break;
    }
    await until(() => fake.load.busy === 0, 200);
    expect(fake.requests[0]?.aborted).toBe(true);
  });

  test("close() ends running streams", async () => {
    const { fake, model } = await bench.setup();
    fake.reply({ content: "word ".repeat(1_000), tokenDelayMs: 10 });
    const running = failure(collect(model));
    await until(() => fake.load.busy === 1);
    await model.close();
    expect((await running).code).toBe("shutting_down");
    await until(() => fake.load.busy === 0, 200);
  });

  test("listeners do not pile up on a signal that is used many times", async () => {
    const { model } = await bench.setup();
    const { signal } = new AbortController();
    let added = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (added++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (added--, remove(...args));
    for (let i = 0; i < 5; i++) await collect(model, ask(), signal);
    expect(added).toBe(0);
  });
});
