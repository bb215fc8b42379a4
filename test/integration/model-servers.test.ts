import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { endpoint, serverRoot } from "../../src/adapters/model-server/base-url.ts";
import { createServerModel } from "../../src/adapters/model-server/chat-model.ts";
import { createLlamaCppEmbedder } from "../../src/adapters/model-server/embedder.ts";
import { discover, examineServer, usualAddresses } from "../../src/adapters/model-server/discover.ts";
import { type EngramError, ModelBusy, PromptTooLong } from "../../src/errors.ts";
import type { ChatModel, ModelLearned } from "../../src/ports/chat-model.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { mergeCalls, type ToolCall } from "../../src/services/chat/tool-calls.ts";
import { collect as collectAnswer } from "../../src/services/model/collect.ts";
import { ask, collect, failure, textOf } from "../support/model-server-bench.ts";
import { realServers } from "../support/model-servers/real-servers.ts";
import { exchangesOf, startStandIn, type Exchange, type StandIn } from "../support/model-servers/stand-in.ts";

/** Any server that speaks OpenAI's API: each kind, as it was recorded or documented, and real ones where they are. */
const { signal } = new AbortController();
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const SCHEMA = {
  name: "person",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["name", "place"],
    properties: {
      name: { type: "string", maxLength: 5 },
      place: { type: "string", maxLength: 5 },
    },
  },
};
const extraction = ask({
  purpose: "extract",
  messages: [{ role: "user", content: "Extract name and place as JSON: I am Tom from Linz." }],
  schema: SCHEMA,
  temperature: 0,
  reasoningBudgetTokens: 16,
});
const withTools = ask({
  extra: { tools: [{ type: "function", function: { name: "look_up", parameters: {} } }] },
});
const tooLong = ask({ messages: [{ role: "user", content: "word ".repeat(6_000) }] });

function modelAt(url: string, model = ""): ChatModel {
  const served = createServerModel({ url, model, timeoutMs: 60_000 });
  closers.push(() => served.close());
  return served;
}

async function standIn(
  exchanges: Exchange[],
  model = "",
): Promise<{ server: StandIn; model: ChatModel; url: string }> {
  const server = await startStandIn(exchanges);
  closers.push(() => server.close());
  return { server, url: server.url, model: modelAt(server.url, model) };
}

interface Kind {
  fixture: string;
  name: string;
  kinds: string[];
  contextTokens: number | null;
  thought: string;
  learned: Partial<ModelLearned>;
  /** What a prompt that is too long teaches; undefined: the server says nothing of it. */
  limit?: number;
}

const KINDS: Kind[] = [
  {
    fixture: "recorded/llama-server-router",
    name: "tiny-gpt-oss-harmony",
    kinds: ["unknown", "chat"],
    contextTokens: 2_048,
    thought: "field",
    learned: { slots: 2, takesEffort: true, keepsSchema: true, tellsUsage: true, streams: true },
  },
  {
    fixture: "recorded/ollama",
    name: "toy:latest",
    kinds: ["embedding", "chat", "chat"],
    contextTokens: 4_096,
    thought: "",
    learned: { slots: null, takesEffort: false, keepsSchema: true, reusesPrompt: null, tellsUsage: true },
  },
  {
    fixture: "recorded/llama-cpp-python",
    name: "/models/qwen2.5-coder-1.5b-instruct-q4.gguf",
    kinds: ["unknown"],
    contextTokens: null,
    thought: "",
    learned: { takesEffort: null, keepsSchema: true, reusesPrompt: null, tellsUsage: false, streams: true },
    limit: 4_096,
  },
  {
    fixture: "documented/lm-studio",
    name: "qwen3-4b",
    kinds: ["chat", "embedding"],
    contextTokens: 4_096,
    thought: "tags",
    learned: { choice: "only", slots: null, keepsSchema: true, tellsUsage: true },
    limit: 4_096,
  },
  {
    fixture: "documented/vllm",
    name: "Qwen/Qwen3-4B",
    kinds: ["unknown"],
    contextTokens: 4_096,
    thought: "field",
    learned: { choice: "only", slots: null, keepsSchema: true, tellsUsage: true },
    limit: 4_096,
  },
];

describe.each(KINDS)("$fixture", ({ fixture, name, kinds, contextTokens, thought, learned, limit }) => {
  test("is found, without a word of the user and without a request for an answer", async () => {
    const { server, url } = await standIn(exchangesOf(fixture));
    const [found] = await discover([url, "http://127.0.0.1:9"]);
    expect(found).toMatchObject({ url, state: "ready" });
    expect(found?.models.map(({ kind }) => kind)).toEqual(kinds);
    expect(server.chats).toEqual([]);
  });

  test("is ready, under the name it serves", async () => {
    const { model } = await standIn(exchangesOf(fixture));
    expect(await model.health()).toBe("ready");
    expect(model.info()).toMatchObject({ name, contextTokens });
  });

  test("is asked by its name from the first message on", async () => {
    const { server, model } = await standIn(exchangesOf(fixture));
    await collect(model);
    expect(server.chats.at(-1)?.["model"]).toBe(name);
  });

  test("chats, the thought apart from the answer", async () => {
    const { model } = await standIn(exchangesOf(fixture));
    const events = await collect(model);
    const [answer, reasoning] = [textOf(events, "delta"), textOf(events, "reasoning")];
    expect(answer).not.toBe("");
    expect(answer).not.toMatch(/<\/?think>|^\s*\n/);
    expect(reasoning !== "").toBe(thought !== "");
    expect(events.at(-1)).toMatchObject({ type: "finish", model: name });
    expect(model.info().learned?.thought ?? "").toBe(thought);
  });

  test("extracts under a schema", async () => {
    const { model } = await standIn(exchangesOf(fixture));
    const json = JSON.parse(textOf(await collect(model, extraction), "delta")) as object;
    expect(Object.keys(json)).toEqual(["name", "place"]);
  });

  test("is examined", async () => {
    const { url } = await standIn(exchangesOf(fixture));
    const report = await examineServer({ model: "", url }, signal);
    expect(report).toMatchObject({ state: "ready", model: name, contextTokens });
    expect(report.learned).toMatchObject(learned);
  });

  test("is asked once for what it refuses", async () => {
    const { server, model } = await standIn(exchangesOf(fixture));
    await collect(model, extraction);
    const first = server.chats.length;
    await collect(model, extraction);
    expect(server.chats).toHaveLength(first + 1);
  });

  test("an abort closes the connection", async () => {
    const { server, model } = await standIn(exchangesOf(fixture));
    await collect(model);
    const { left } = server.hold();
    const stop = new AbortController();
    const running = collect(model, ask(), stop.signal).catch((error: unknown) => error);
    setTimeout(() => stop.abort("stop"), 50);
    expect(await running).toBe("stop");
    await left;
  });

  test.runIf(limit !== undefined)("a prompt that is too long teaches the context", async () => {
    const { model } = await standIn(exchangesOf(fixture));
    expect(await failure(collect(model, tooLong))).toBeInstanceOf(PromptTooLong);
    expect(model.info().contextTokens).toBe(limit);
  });
});

describe.each(realServers())("real: $name", ({ start, skip }) => {
  test.skipIf(skip !== null)(
    skip ?? "is ready, chats, extracts, and is free after an abort",
    async () => {
      const real = await start();
      closers.push(() => real.stop());
      const { url, model: wanted } = real;
      const [found] = await discover([url]);
      expect(found?.state).toBe("ready");
      const model = modelAt(url, wanted);
      expect(await model.health()).toBe("ready");
      const events = await collect(model, ask({ maxTokens: 60, reasoningBudgetTokens: 16 }));
      expect(textOf(events, "delta") + textOf(events, "reasoning")).not.toBe("");
      expect(model.info().name).not.toBe("default");
      const extracted = textOf(await collect(model, { ...extraction, maxTokens: 300 }), "delta");
      expect(Object.keys(JSON.parse(extracted) as object).sort()).toEqual(["name", "place"]);
      const abort = new AbortController();
      for await (const _ of model.stream(ask({ maxTokens: 4_000 }), abort.signal)) break;
      expect((await collect(model, ask({ maxTokens: 4, reasoningBudgetTokens: 1 }))).at(-1)?.type).toBe(
        "finish",
      );
    },
    600_000,
  );
});

const CHAT = "POST /v1/chat/completions";
const LIST: Exchange = {
  request: "GET /v1/models",
  status: 200,
  type: "application/json",
  body: JSON.stringify({ object: "list", data: [{ id: "m" }] }),
};
const json = (request: string, value: unknown, status = 200): Exchange => ({
  request,
  status,
  type: "application/json",
  body: JSON.stringify(value),
});
const END = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
const stream = (...chunks: unknown[]): Exchange => ({
  request: CHAT,
  status: 200,
  type: "text/event-stream",
  body: [...[...chunks, END].map((chunk) => JSON.stringify(chunk)), "[DONE]"]
    .map((data) => `data: ${data}\n\n`)
    .join(""),
});
const says = (content: unknown, more: object = {}): object => ({
  choices: [{ index: 0, delta: { content } }],
  ...more,
});
/** An answer that its limit ends. */
const cutAt = (...chunks: unknown[]): Exchange => {
  const whole = stream(...chunks);
  return { ...whole, body: whole.body.replace('"stop"', '"length"') };
};
const answered = async (...exchanges: Exchange[]): Promise<string> => {
  const { model } = await standIn([LIST, ...exchanges]);
  return textOf(await collect(model), "delta");
};

describe("which model is used", () => {
  const list = (...data: object[]): Exchange => json("GET /v1/models", { object: "list", data });
  const loaded = (id: string, value: string): object => ({ id, status: { value, args: [] } });
  test.each([
    ["", list({ id: "a" }), "a", "only"],
    ["", list({ id: "b" }, { id: "a" }), "a", "first"],
    ["", list({ id: "embed" }, { id: "text" }), "text", "first"],
    ["", list({ id: "a", type: "embeddings" }, { id: "b", type: "llm" }), "b", "only"],
    ["", list(loaded("a", "unloaded"), loaded("b", "loaded")), "b", "loaded"],
    ["", list(loaded("a", "unloaded"), loaded("b", "sleeping")), "b", "loaded"],
    ["b", list({ id: "a" }, { id: "b" }), "b", "configured"],
    ["a", list({ id: "a:latest" }, { id: "b" }), "a:latest", "configured"],
    ["gone", list({ id: "a" }), "a", "instead"],
    ["gone", list({ id: "a" }, { id: "b" }), "gone", "unlisted"],
    ["", list(), "default", null],
  ])("configured '%s', case %#", async (configured, exchange, name, choice) => {
    const { model } = await standIn([exchange], configured);
    await model.health();
    expect(model.info()).toMatchObject({ name, learned: { choice } });
  });

  test("one of 350 is found by its name", async () => {
    const models = Array.from({ length: 350 }, (_, n) => ({ id: `m${n}`, context_length: 1_000 + n }));
    const { model } = await standIn([list(...models)], "m349");
    await model.health();
    expect(model.info()).toMatchObject({
      name: "m349",
      contextTokens: 1_349,
      learned: { choice: "configured" },
    });
  });

  test("a cloud model of Ollama is used only if it is named", async () => {
    const exchanges = [
      list({ id: "a:cloud" }, { id: "b:8b" }),
      json("GET /api/ps", { models: [] }),
      json("GET /api/tags", {
        models: [{ name: "a:cloud", remote_host: "https://ollama.com:443" }, { name: "b:8b" }],
      }),
      json("POST /api/show", { capabilities: ["completion"] }),
    ];
    for (const [configured, name] of [
      ["", "b:8b"],
      ["a:cloud", "a:cloud"],
      ["gone", "b:8b"],
    ] as const) {
      const { model } = await standIn(exchanges, configured);
      await model.health();
      expect(model.info().name).toBe(name);
    }
  });

  test("of Lemonade's models those of text are used, and those of a cloud only if they are named", async () => {
    const lemonade = (id: string, labels: string[], more = {}) => ({
      id,
      labels,
      owned_by: "lemonade",
      ...more,
    });
    const cloud = { recipe: "cloud", cloud_provider: "fireworks" };
    const exchanges = [
      list(
        lemonade("SD-Turbo", ["image"]),
        lemonade("Whisper-Tiny", ["transcription"]),
        lemonade("bge-reranker", ["reranking"]),
        lemonade("gemma-omni", ["transcription", "chat"], { context_length: 8_192 }),
        lemonade("nomic", ["embeddings"]),
        lemonade("a.kimi", ["chat"], cloud),
        lemonade("a.embed", ["embeddings"], cloud),
      ),
      json("POST /v1/embeddings", { data: [{ embedding: [1, 0] }] }),
    ];
    for (const [configured, name] of [
      ["", "gemma-omni"],
      ["a.kimi", "a.kimi"],
    ] as const) {
      const { model } = await standIn(exchanges, configured);
      await model.health();
      expect(model.info().name).toBe(name);
    }
    const { url, model } = await standIn(exchanges);
    await model.health();
    expect(model.info().contextTokens).toBe(8_192);
    const embedder = createLlamaCppEmbedder({ url, model: "" });
    closers.push(() => embedder.close());
    expect(await embedder.tag(signal)).toBe("nomic/2");
  });

  test("where a server answers by another of its models, as with one loaded of a folder of them, that one is used", async () => {
    const { model } = await standIn([list({ id: "a" }, { id: "b" }), stream(says("Hello", { model: "b" }))]);
    await collect(model);
    expect(model.info()).toMatchObject({ name: "b", learned: { served: "b" } });
  });

  test("a server of audio models is no chat server", async () => {
    const { url } = await standIn([
      list(
        { id: "Systran/faster-whisper-small", task: "automatic-speech-recognition" },
        { id: "speaches-ai/Kokoro-82M", task: "text-to-speech" },
      ),
    ]);
    const [found] = await discover([url]);
    expect(found?.models).toEqual([]);
  });

  test("the one that was used stays while it is served", async () => {
    const exchanges = [list({ id: "b" })];
    const { model } = await standIn(exchanges);
    await model.health();
    exchanges[0] = json(CHAT, {}, 503);
    expect(await model.health()).toBe("loading");
    exchanges[0] = list({ id: "a" }, { id: "b" });
    await model.health();
    expect(model.info()).toMatchObject({ name: "b", learned: { choice: "first" } });
  });
});

test.each([
  [404, "model 'a' not found, try pulling it first"],
  [400, "model 'a' not found"],
])(
  "a model that is gone (%i) is one that does not answer; the next request goes to another",
  async (status, error) => {
    const exchanges = [
      json("GET /v1/models", { object: "list", data: [{ id: "a" }] }),
      { ...json(CHAT, { error: { message: error } }, status), when: { model: "a" } },
      stream(says("Hello")),
    ];
    const { model } = await standIn(exchanges);
    expect((await failure(collect(model))).code).toBe("model_unavailable");
    exchanges[0] = json("GET /v1/models", { object: "list", data: [{ id: "b" }] });
    expect(textOf(await collect(model), "delta")).toBe("Hello");
    expect(model.info().name).toBe("b");
  },
);

test("another model that is loaded at the same address is known after its first answer", async () => {
  const list = (id: string, max_model_len: number): Exchange =>
    json("GET /v1/models", { object: "list", data: [{ id, max_model_len }] });
  const exchanges = [list("a", 8_192), stream(says("Hello", { model: "a" }))];
  const { server, model } = await standIn(exchanges);
  await collect(model);
  exchanges.splice(0, 2, list("b", 4_096), stream(says("Hello", { model: "b" })));
  await collect(model);
  await collect(model);
  expect(server.chats.map((body) => body["model"])).toEqual(["a", "a", "b"]);
  expect(model.info()).toMatchObject({ name: "b", contextTokens: 4_096, learned: { served: "b" } });
});

test("a context that is another one after a restart is known a minute later", async () => {
  const props = (n_ctx: number): Exchange =>
    json("GET /props", { default_generation_settings: { n_ctx }, total_slots: 1 });
  const exchanges = [json("GET /health", { status: "ok" }), LIST, props(4_096), stream(says("Hello"))];
  const { model } = await standIn(exchanges);
  vi.useFakeTimers({ toFake: ["performance"] });
  await model.health();
  exchanges[2] = props(32_768);
  vi.advanceTimersByTime(61_000);
  expect(await model.health()).toBe("ready");
  vi.useRealTimers();
  expect(model.info().contextTokens).toBe(32_768);
});

describe("ready or not", () => {
  test.each([
    ["neither health nor a list, and an answer", [json(CHAT, { choices: [] })], "ready"],
    ["neither health nor a list, and no answer", [], "down"],
    ["loading", [json("GET /health", { error: { message: "Loading model" } }, 503)], "loading"],
    ["a web page", [{ ...json("GET /health", ""), type: "text/html", body: "<html>" }], "down"],
    ["broken", [json("GET /health", {}, 500), LIST], "down"],
    ["the key is refused", [json("GET /v1/models", {}, 401)], "down"],
  ] as const)("%s", async (_, exchanges, state) => {
    const { model } = await standIn([...exchanges]);
    expect(await model.health()).toBe(state);
    expect(model.info().learned?.refusesKey).toBe(_ === "the key is refused");
  });
});

test("a health that takes long says nothing: the list of models does", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/v1/models") response.writeHead(200, { "content-type": LIST.type }).end(LIST.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(async () => server.closeAllConnections() ?? server.close());
  const model = modelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await model.health()).toBe("ready");
  expect(model.info().name).toBe("m");
});

describe("discovery", () => {
  test("what lists no models is no server, an Engram is none, one that loads is one", async () => {
    const { url: page } = await standIn([{ ...LIST, type: "text/html", body: "<html>" }]);
    const { url: engram } = await standIn([
      json("GET /v1/models", { object: "list", data: [{ id: "m", owned_by: "engram" }] }),
    ]);
    const fake = await startFakeLlama();
    closers.push(() => fake.close());
    await fake.misbehave("loading");
    expect(await discover([page, engram, fake.url])).toEqual([
      { url: fake.url, models: [], state: "loading" },
    ]);
  });

  test("a proxy that would have to load its models is asked about none of them", async () => {
    const data = ["a", "b"].map((id) => ({
      id,
      owned_by: "llama-swap",
      meta: { n_ctx: 8_192, llamaswap: {} },
    }));
    const { url } = await standIn([
      json("GET /v1/models", { object: "list", data }),
      json("POST /v1/embeddings", { error: "asked" }, 400),
    ]);
    const [found] = await discover([url]);
    expect(found?.models).toMatchObject(
      ["a", "b"].map((name) => ({ name, kind: "unknown", isLoaded: null, contextTokens: 8_192 })),
    );
  });

  test("Engram's own port is not looked at", () => {
    expect(usualAddresses(8000)).toEqual(usualAddresses(3000).filter((url) => !url.endsWith(":8000")));
  });
});

describe("what a server lacks", () => {
  test("a context that is told once the model is loaded is known after the first answer", async () => {
    const exchanges = exchangesOf("recorded/ollama");
    const running = exchanges.find(({ request }) => request === "GET /api/ps");
    const asRecorded = running?.body ?? "";
    if (running !== undefined) running.body = '{"models":[]}';
    const { model } = await standIn(exchanges, "toy");
    await model.health();
    expect(model.info()).toMatchObject({ name: "toy:latest", contextTokens: null });
    if (running !== undefined) running.body = asRecorded;
    await collect(model);
    await expect.poll(() => model.info().contextTokens).toBe(4_096);
  });

  test("a server that takes no `const` in a schema is not tested by one", async () => {
    const { server, model } = await standIn([
      LIST,
      {
        ...json(CHAT, { error: { message: "const is not supported" } }, 400),
        when: { is: ({ response_format: format }) => JSON.stringify(format ?? {}).includes('"const"') },
      },
      stream(says("{}")),
    ]);
    await model.probe?.(signal);
    await collect(model, extraction);
    expect(server.chats.at(-1)?.["response_format"].type).toBe("json_schema");
  });

  test("a schema that is not enforced stands in the prompt", async () => {
    const { server, model } = await standIn([LIST, stream(says("Sure! banana"))]);
    await model.probe?.(signal);
    expect(model.info().learned).toMatchObject({ keepsSchema: false, tellsUsage: false });
    await collect(model, extraction);
    const content = server.chats.at(-1)?.["messages"][0].content as string;
    expect(content).toContain(JSON.stringify(SCHEMA.schema));
    await collect(model);
    expect(server.chats.at(-1)?.["messages"][0].content).toBe("Hello");
  });

  test("a server that takes nothing but the core of the API", async () => {
    const refused = ["reasoning_effort", "return_progress", "response_format", "stream_options"];
    const { server, model } = await standIn([
      LIST,
      ...refused.map((has) => ({ ...json(CHAT, { error: "unknown field" }, 400), when: { has } })),
      stream(says('{"name":"Tom","place":"Linz"}')),
    ]);
    expect(textOf(await collect(model, extraction), "delta")).toContain("Tom");
    const body = server.chats.at(-1) ?? {};
    for (const field of refused) expect(body).not.toHaveProperty(field);
    expect(body["messages"][0].content).toContain('"maxLength":5');
    expect(model.info().learned).toMatchObject({ takesEffort: false, keepsSchema: false });
  });

  test.each([
    "invalid schema for response format: response_format/json_schema/list: maxItems is not supported",
    "For 'array' type, 'maxItems' values are not supported",
    "Failed to generate JSON. Please adjust your prompt.",
  ])(
    "a schema that is refused where another was accepted goes into the prompt, that one alone: %s",
    async (message) => {
      const { server, model } = await standIn([
        LIST,
        {
          ...json(CHAT, { error: { message } }, 400),
          when: { is: ({ response_format: format }) => JSON.stringify(format ?? {}).includes("maxItems") },
        },
        stream(says("{}")),
      ]);
      const list = {
        name: "list",
        schema: { type: "object", properties: { all: { type: "array", maxItems: 3 } } },
      };
      for (const schema of [SCHEMA, list, SCHEMA]) await collect(model, { ...extraction, schema });
      const [first, , , second, third] = server.chats;
      expect(server.chats).toHaveLength(5);
      expect(second?.["messages"][0].content).toContain('"maxItems":3');
      expect(third).toEqual(first);
      expect(model.info().learned?.keepsSchema).not.toBe(false);
    },
  );

  test("a request that is wrong in itself stays refused, and nothing is concluded", async () => {
    const { server, model } = await standIn([
      LIST,
      { ...json(CHAT, { error: { message: "bad tools" } }, 400), when: { has: "tools" } },
      stream(says("Hello")),
    ]);
    await collect(model);
    expect((await failure(collect(model, ask({ extra: { tools: "?" } })))).code).toBe("model_error");
    expect(server.chats).toHaveLength(2);
    expect(model.info().learned?.takesEffort).toBeNull();
  });

  test("an answer that comes whole although pieces were asked for", async () => {
    const message = { content: "<think>hm</think>Hello", tool_calls: [{ id: "c", type: "function" }] };
    const { model } = await standIn([
      LIST,
      json(CHAT, {
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage: { prompt_tokens: 9, completion_tokens: 3 },
      }),
    ]);
    expect(await collect(model, withTools)).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "delta", text: "Hello" },
      { type: "tool_calls", delta: [{ index: 0, id: "c", type: "function" }] },
      {
        type: "finish",
        reason: "tool_calls",
        model: "m",
        usage: { promptTokens: 9, cachedTokens: 0, completionTokens: 3 },
      },
    ]);
    expect(model.info().learned?.streams).toBe(false);
  });

  test("max_tokens that the context has no room for are not asked for", async () => {
    const { server, model } = await standIn([
      json("GET /v1/models", { object: "list", data: [{ id: "m", max_model_len: 1_000 }] }),
      stream(says("Hello")),
    ]);
    await collect(model, ask({ maxTokens: 4_096 }));
    expect(server.chats[0]?.["max_tokens"]).toBeLessThan(900);
    expect(server.chats[0]?.["max_tokens"]).toBeGreaterThan(500);
  });

  test("a server that compresses although it was asked not to", async () => {
    const pack = (one: Exchange): Exchange => ({
      ...one,
      headers: { "content-encoding": "gzip" },
      bytes: gzipSync(one.body),
    });
    expect(await answered(pack(LIST), pack(stream(says("Hello"))))).toBe("Hello");
    const whole = json(CHAT, { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
    expect(await answered(pack(whole))).toBe("Hi");
  });
});

describe("thoughts between tags", () => {
  const pieces = (text: string, size: number): object[] =>
    (text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []).map((piece) => says(piece));
  const thinking = " \n<think>\nIs <b> 1 < 2?\n</think>\n\nYes, </think> ends it. <think>";

  test.each([1, 2, 3, 5, 8, 13, 99])("cut into pieces of %i", async (size) => {
    const { model } = await standIn([LIST, stream(...pieces(thinking, size))]);
    const events = await collect(model);
    expect(textOf(events, "reasoning")).toBe("\nIs <b> 1 < 2?\n");
    expect(textOf(events, "delta")).toBe("Yes, </think> ends it. <think>");
  });

  test.each(["", " ", "<", "<thin", "<thing> is", "1 < 2"])("an answer that is none: '%s'", async (text) => {
    expect(await answered(stream(...pieces(text, 1)))).toBe(text);
  });

  test("a thought that the template opened is known from the second answer on", async () => {
    const exchanges = [LIST, stream(...pieces("Hm, hm.</think>\n\nYes.", 2))];
    const { model } = await standIn(exchanges);
    await collect(model);
    const second = await collect(model);
    expect([textOf(second, "reasoning"), textOf(second, "delta")]).toEqual(["Hm, hm.", "Yes."]);
    exchanges[1] = stream(...pieces("No thought.", 2));
    expect(textOf(await collect(model), "delta")).toBe("No thought.");
    expect(textOf(await collect(model), "reasoning")).toBe("");
  });

  test("a thought that the template opened is still known after JSON without one, and after one that was cut", async () => {
    const thinks = stream(...pieces("Hm, hm.</think>\n\nYes.", 2));
    const exchanges = [
      LIST,
      { ...stream(says('{"name":"Tom","place":"Linz"}')), when: { has: "response_format" } },
      thinks,
    ];
    const { model } = await standIn(exchanges);
    await collect(model);
    expect(textOf(await collect(model, extraction), "delta")).toContain("name");
    expect(textOf(await collect(model), "delta")).toBe("Yes.");
    exchanges[2] = cutAt(says("Hm, hm."));
    await collect(model);
    exchanges[2] = thinks;
    expect(textOf(await collect(model), "delta")).toBe("Yes.");
  });
});

describe("a model that thinks for longer than an answer may be", () => {
  const answer = stream(says("{}"));
  /** It answers in more tokens than `most`, and at once if told not to think. */
  const needing = (most: number): Exchange[] => [
    LIST,
    {
      ...cutAt({ choices: [{ index: 0, delta: { reasoning_content: "Hm." } }] }),
      when: {
        is: ({ max_tokens, chat_template_kwargs: told }) =>
          max_tokens < most && told?.enable_thinking !== false,
      },
    },
    answer,
  ];
  const task = { ...extraction, maxTokens: 4_096 };

  test("gets more room from then on, whoever asks, unless a client set the limit", async () => {
    const { server, model } = await standIn(needing(10_000));
    const chat = ask({ maxTokens: 4_096 });
    for (const request of [task, task, chat, { ...chat, isLimitGiven: true }, ask({ maxTokens: 1 })])
      await collect(model, request);
    expect(server.chats.map(({ max_tokens }) => max_tokens)).toEqual([4_096, 16_384, 16_384, 4_096, 1]);
  });

  test("is told not to think in the background if that is not enough, where a server takes more than the core", async () => {
    const { server, model } = await standIn(needing(100_000));
    const answers = [];
    for (let time = 0; time < 3; time++) answers.push(textOf(await collect(model, task), "delta"));
    expect(answers).toEqual(["", "", "{}"]);
    await collect(model, ask({ maxTokens: 4_096 }));
    expect(server.chats.at(-1)).not.toHaveProperty("chat_template_kwargs");
    const strict = { ...json(CHAT, { error: "unknown field" }, 400), when: { has: "return_progress" } };
    const { server: core, model: other } = await standIn([LIST, strict, ...needing(100_000).slice(1)]);
    for (let time = 0; time < 3; time++) await collect(other, task);
    expect(core.chats.at(-1)).not.toHaveProperty("chat_template_kwargs");
  });

  test("a short limit says nothing of it", async () => {
    const { server, model } = await standIn(needing(1_000));
    for (const request of [ask({ maxTokens: 64 }), task]) await collect(model, request);
    expect(server.chats.at(-1)?.["max_tokens"]).toBe(4_096);
  });
});

describe("tokens of a model that a server passes on", () => {
  const pieces = (text: string, size: number): object[] =>
    (text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []).map((piece) => says(piece));
  const harmony = "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>";

  describe.each([1, 3, 99])("cut into pieces of %i", (size) => {
    test.each([
      ["[THINK]Hm.[/THINK]Yes."],
      ["<thinking>Hm.</thinking>\n\nYes."],
      ["<|channel>thoughtHm.<channel|>Yes."],
      [`${harmony}Yes.<|return|>`],
      [`<|start|>assistant${harmony.replace("<|end|>", "")}Yes.<|return|>`],
      [`${harmony.replace("final", "final <|constrain|>json")}Yes.`],
      [`${harmony.replace("analysis", "commentary")}Yes.<|end|>`],
      ["analysisHm.assistantfinalYes."],
      ["<thought>Hm.</thought>Yes."],
      ["<seed:think>Hm.</seed:think>Yes.<seed:eos>"],
      ["\u25c1think\u25b7Hm.\u25c1/think\u25b7Yes."],
      ["<|START_THINKING|>Hm.<|END_THINKING|>Yes."],
      ["<think>Hm.</think>\n</think>\nYes.<|im_end|>\n"],
    ])("a thought is no part of the answer: %s", async (text) => {
      const { model } = await standIn([LIST, stream(...pieces(text, size))]);
      const events = await collect(model);
      expect([textOf(events, "reasoning"), textOf(events, "delta")]).toEqual(["Hm.", "Yes."]);
    });

    test.each([
      ["<|channel|>final json<|message|>Yes.<|return|>", "Yes."],
      ["<|start|>assistant<|channel|>final<|message|>Yes.", "Yes."],
      ["analysis paralysis", "analysis paralysis"],
      ["analysi", "analysi"],
      ["[1] says so.", "[1] says so."],
    ])("%s is the answer %s", async (text, answer) => {
      expect(await answered(stream(...pieces(text, size)))).toBe(answer);
    });

    test.each(["</s>", "<end_of_turn>", "<|eot_id|>", "<\uff5cend\u2581of\u2581sentence\uff5c>"])(
      "%s ends an answer, and is none of its words",
      async (token) => {
        expect(await answered(stream(...pieces(`It is ${token}, a <b>.${token}`, size)))).toBe(
          `It is ${token}, a <b>.`,
        );
        expect(await answered(stream(...pieces("Use <b>", size)))).toBe("Use <b>");
      },
    );
  });

  test("the channel that gpt-oss appends to the name of a tool goes", async () => {
    const call = { index: 0, id: "c", function: { name: "look_up<|channel|>commentary", arguments: "{}" } };
    const { model } = await standIn([
      LIST,
      stream({ choices: [{ index: 0, delta: { tool_calls: [call] } }] }),
    ]);
    expect((await collect(model, withTools))[0]).toMatchObject({
      delta: [{ function: { name: "look_up" } }],
    });
  });
});

describe("answers of another form", () => {
  test("text in parts, the thought among them", async () => {
    const { model } = await standIn([
      LIST,
      stream(
        says([{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }]),
        says([{ type: "text", text: "Hel" }]),
        says("lo"),
      ),
    ]);
    const events = await collect(model);
    expect([textOf(events, "reasoning"), textOf(events, "delta")]).toEqual(["Hm.", "Hello"]);
  });

  test.each([
    ["a tool that was not offered", ask(), [{ index: 0, id: "c", function: { name: "f", arguments: "{}" } }]],
    ["no tool", withTools, []],
  ])("an answer that calls %s is none", async (_, request, tool_calls) => {
    const delta = { content: "", tool_calls };
    const { model } = await standIn([LIST, stream({ choices: [{ delta, finish_reason: "tool_calls" }] })]);
    expect(await collect(model, request)).toMatchObject([{ type: "finish", reason: "stop" }]);
  });

  test.each([
    ["empty", [{ arguments: "" }]],
    ["missing", [{}]],
    ["null, then white space", [{ arguments: null }, { arguments: " " }]],
  ])("arguments of a tool that takes none: %s", async (_, pieces) => {
    const chunks = pieces.map((given, nth) => {
      const begun = nth === 0 ? { id: "c", function: { name: "snooze", ...given } } : { function: given };
      return { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...begun }] } }] };
    });
    const { model } = await standIn([LIST, stream(...chunks)]);
    const calls: ToolCall[] = [];
    for (const event of await collect(model, withTools))
      if (event.type === "tool_calls") mergeCalls(calls, event.delta);
    const [only, ...others] = calls.map(({ function: { name, arguments: args } }) => [
      name,
      JSON.parse(args),
    ]);
    expect([only, others]).toEqual([["snooze", {}], []]);
  });

  test("a whole message after its pieces is not said twice", async () => {
    const message = { role: "assistant", content: "Hello" };
    const whole = { choices: [{ index: 0, message, finish_reason: "stop" }] };
    expect(await answered(stream(says("Hel"), says("lo"), whole))).toBe("Hello");
    const both = { choices: [{ index: 0, delta: { content: "", tool_calls: null }, message }] };
    expect(await answered(json(CHAT, both)), "beside an empty delta").toBe("Hello");
  });

  test("JSON under a schema that comes as reasoning is the answer", async () => {
    const json = '{"name":"Tom","place":"Linz"}';
    const { model } = await standIn([
      LIST,
      stream({ choices: [{ index: 0, delta: { reasoning_content: json, content: null } }] }),
    ]);
    expect((await collectAnswer(model, extraction, signal)).content).toBe(json);
    expect((await collectAnswer(model, ask(), signal)).content).toBe("");
  });

  const ending = (finish_reason: string): Exchange =>
    stream({ choices: [{ delta: { content: "He" }, finish_reason }] });
  const unended = (finish_reason: string): Exchange => {
    const exchange = ending(finish_reason);
    return { ...exchange, body: exchange.body.replace(`data: ${JSON.stringify(END)}\n\n`, "") };
  };
  test.each(["error", "abort"])("an answer that ends with '%s' is cut", async (reason) => {
    const { model } = await standIn([LIST, unended(reason)]);
    expect((await failure(collect(model))).message).toContain("cut");
  });

  test.each(["max_tokens", "MAX_TOKENS", "model_length"])("'%s' is a limit", async (reason) => {
    const { model } = await standIn([LIST, unended(reason)]);
    expect((await collect(model)).at(-1)).toMatchObject({ type: "finish", reason: "length" });
  });

  const withoutFinish = (...chunks: unknown[]): Exchange => {
    const exchange = stream(...chunks);
    return { ...exchange, body: exchange.body.replace(`data: ${JSON.stringify(END)}\n\n`, "") };
  };

  test("a finish reason in words for none ends nothing", async () => {
    const server = createServer(async (request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const content of ["Hel", "lo"]) {
        const choices = [{ index: 0, delta: { content }, finish_reason: "null" }];
        response.write(`data: ${JSON.stringify({ choices })}\n\n`);
        await pause(2_300);
      }
      response.end(stream().body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(async () => server.closeAllConnections() ?? server.close());
    const model = modelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(textOf(await collect(model), "delta")).toBe("Hello");
  });

  test("a server that never gives a finish reason ends its answers with [DONE]", async () => {
    const exchanges = [LIST, withoutFinish(says("Hel"), says("lo"))];
    const { model } = await standIn(exchanges);
    expect((await collect(model)).at(-1)).toMatchObject({ type: "finish", reason: "stop" });
    exchanges[1] = json(CHAT, { choices: [{ message: { content: "Hello" }, finish_reason: null }] });
    expect(textOf(await collect(model), "delta")).toBe("Hello");
    exchanges[1] = withoutFinish();
    expect((await failure(collect(model))).message).toContain("cut");
    exchanges[1] = stream(says("Hello"));
    await collect(model);
    exchanges[1] = withoutFinish(says("Hel"));
    expect((await failure(collect(model))).message).toContain("cut");
  });

  test("a stream that ends without [DONE] and without a finish reason was cut", async () => {
    const exchange = withoutFinish(says("Hel"));
    const { model } = await standIn([
      LIST,
      { ...exchange, body: exchange.body.replace("data: [DONE]\n\n", "") },
    ]);
    expect((await failure(collect(model))).message).toContain("cut");
  });

  test("an answer is complete with its finish reason, though the stream stays open", async () => {
    const server = createServer((request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(stream(says("Hello")).body.replace("data: [DONE]\n\n", ""));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(async () => server.closeAllConnections() ?? server.close());
    const model = modelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(textOf(await collect(model), "delta")).toBe("Hello");
  });

  test("empty data and comments sent as data keep a stream open, no more", async () => {
    const exchange = stream(says("Hel"), says("lo"));
    const body = exchange.body.replace("\n\n", "\n\ndata:\n\nevent: ping\ndata: \n\ndata: : PROCESSING\n\n");
    expect(await answered({ ...exchange, body })).toBe("Hello");
  });

  const whole = JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] });
  test.each([
    ["a stream as JSON", stream(says("Hel"), says("lo")).body, "application/json", true],
    ["a whole answer as a stream", whole, "text/event-stream", false],
    ["a whole answer as text, behind white space", `\n\n ${whole}`, "text/plain; charset=utf-8", false],
  ])("%s is read for what it is", async (_, body, type, streams) => {
    const { server, model } = await standIn([LIST, { ...stream(), body, type }]);
    expect(textOf(await collect(model), "delta")).toBe("Hello");
    expect(model.info().learned?.streams).toBe(streams);
    expect(server.chats).toHaveLength(1);
  });

  test("progress on the prompt may be told in comments, as MLX does", async () => {
    const waits = async (comment: (n: number) => string): Promise<ChatModel> => {
      const server = createServer(async (request, response) => {
        if (request.method === "GET") return void response.writeHead(404).end();
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let n = 0; n < 6; n++) {
          response.write(`: ${comment(n)}\n\n`);
          await pause(100);
        }
        response.end(stream(says("Hello")).body);
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      closers.push(async () => server.closeAllConnections() ?? server.close());
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const model = createServerModel({ url, model: "", timeoutMs: 400 });
      closers.push(() => model.close());
      return model;
    };
    const told = await waits((n) => `keepalive ${(n + 1) * 2_048}/16384`);
    expect(textOf(await collect(told), "delta")).toBe("Hello");
    const pinged = await waits((n) => `ping - 2026-11-27 10:00:0${n}`);
    expect((await failure(collect(pinged))).code).toBe("model_timeout");
  });

  test("what the model refuses is said in place of the answer", async () => {
    const refusal = "I can't help with that.";
    const delta = { content: null, refusal };
    expect(await answered(stream({ choices: [{ index: 0, delta }] }))).toBe(refusal);
  });

  test("halves of an emoji go together", async () => {
    const half = (escaped: string): string => JSON.stringify(says("@")).replace("@", escaped);
    const exchange = stream(says("@"));
    const body = exchange.body.replace(
      JSON.stringify(says("@")),
      `${half("Hi \\ud83c")}\n\ndata: ${half("\\udf89!")}`,
    );
    const { model } = await standIn([LIST, { ...exchange, body }]);
    const deltas = (await collect(model)).flatMap((event) => (event.type === "delta" ? event.text : []));
    expect(deltas).toEqual(["Hi ", "\u{1f389}!"]);
  });

  test.each(["Reached context length of 4096 tokens with this model", "context shift is disabled"])(
    "a context that is full in the middle of an answer is a limit: %s",
    async (message) => {
      const { model } = await standIn([LIST, stream(says("Once upon a"), { error: { message } })]);
      const events = await collect(model);
      expect(textOf(events, "delta")).toBe("Once upon a");
      expect(events.at(-1)).toMatchObject({ type: "finish", reason: "length" });
    },
  );

  test.each([
    ["white space", "\n    "],
    ["a token", "G"],
    ["a statement", '{"subject":"Ann","predicate":"LIVES_IN","object":"Linz"},'],
  ])("an answer that is stuck, in %s, is read no further, unless a person wants it", async (_, again) => {
    const pieces = Array.from({ length: 4_000 }, () => says(again));
    const { model } = await standIn([LIST, stream(says('{"turns":['), ...pieces)]);
    const [events, wanted] = [await collect(model, extraction), await collect(model)];
    expect(events.at(-1)).toMatchObject({ type: "finish", reason: "length" });
    expect(textOf(events, "delta").length).toBeLessThan(3_000);
    expect(textOf(wanted, "delta").length).toBeGreaterThanOrEqual(4_000);
  });

  test("a long answer that is not stuck is read to its end", async () => {
    const pieces = Array.from({ length: 400 }, (_, n) => says(`{"subject":"Ann","age":${n}},`));
    const { model } = await standIn([LIST, stream(...pieces)]);
    expect((await collect(model, extraction)).at(-1)).toMatchObject({ type: "finish", reason: "stop" });
  });

  test("a bare list of models", async () => {
    const { model } = await standIn([json("GET /v1/models", [{ id: "m" }])]);
    expect(await model.health()).toBe("ready");
    expect(model.info().name).toBe("m");
  });
});

describe("refusals", () => {
  const refused = async (body: unknown, status = 400): Promise<EngramError> => {
    const page = { ...json(CHAT, ""), status, type: "text/html", body: body as string };
    const { model } = await standIn([LIST, typeof body === "string" ? page : json(CHAT, body, status)]);
    return failure(collect(model));
  };

  test.each([
    [
      400,
      { message: "The input (5000 tokens) is longer than the model's context length (4096 tokens)." },
      4_096,
    ],
    [422, { error: "Input validation error: `inputs` must have less than 1024 tokens. Given: 1500" }, 1_024],
    [
      422,
      { error: "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens" },
      4_096,
    ],
    [
      400,
      { error: { message: "The prompt (length 44556) is longer than the maximum model length of 32768." } },
      32_768,
    ],
    [
      400,
      [
        {
          error: {
            message:
              "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
          },
        },
      ],
      1_048_576,
    ],
    [400, { error: { message: "prompt is too long: 208310 tokens > 200000 maximum" } }, 200_000],
    [400, { detail: "Prompt length 5000 is greater than max_seq_len 4096" }, 4_096],
    [
      400,
      { error: { message: "litellm.ContextWindowExceededError: Input is too long for requested model." } },
      undefined,
    ],
    [500, { error: { message: "rpc error: the request exceeds the available context size" } }, undefined],
    [413, "<h1>413 Request Entity Too Large</h1>", undefined],
  ])("a prompt that is too long (%i, %j)", async (status, body, contextTokens) => {
    const error = await refused(body, status);
    expect(error).toBeInstanceOf(PromptTooLong);
    expect(error).toMatchObject({ contextTokens });
  });

  test.each([
    [429, { error: { message: "Rate limit reached" } }, "takes no more requests"],
    [529, { error: { message: "Overloaded" } }, "takes no more requests"],
    [503, { detail: { msg: "Server is busy; please try again later." } }, "takes no more requests"],
    [502, "<h1>502 Bad Gateway</h1>", "does not reach its model"],
    [402, { error: { message: "Insufficient Balance" } }, "no credit left"],
    [200, { error: { code: 429, message: "Rate limit exceeded" } }, "takes no more requests"],
    [200, { error: { code: "503", message: "Loading model" } }, "loading"],
  ])("a server that is there but busy (%i, %j)", async (status, body, message) => {
    const error = await refused(body, status);
    expect(error).toBeInstanceOf(ModelBusy);
    expect(error.message).toContain(message);
  });

  test.each([
    [400, { error: "Model unloaded." }],
    [400, { error: "could not find real modelID for m" }],
    [400, { error: { message: "Invalid model name passed in model=m" } }],
    [400, { error: { message: "m is not a valid model ID" } }],
    [404, { error: { message: "No models loaded.", code: "model_not_found" } }],
  ])("a model that is gone (%i, %j)", async (status, body) => {
    expect((await refused(body, status)).message).toBe("The model server no longer has the model");
  });

  test.each([504, 524])("a gateway that does not wait (%i)", async (status) => {
    expect(await refused("<h1>Gateway Time-out</h1>", status)).toMatchObject({ code: "model_timeout" });
  });

  test.each([
    [404, "<h1>Not Found</h1>"],
    [404, { detail: "Not Found" }],
    [301, "Moved"],
  ])("an address without the API (%i, %j)", async (status, body) => {
    expect(await refused(body, status)).toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("check the address"),
    });
  });

  test("a key that is refused is told, though the server lists its models and is well without one", async () => {
    const refusal = json(CHAT, { error: { code: 401, message: "Invalid API Key" } }, 401);
    const exchanges = [json("GET /health", { status: "ok" }), LIST, refusal];
    const { model } = await standIn(exchanges);
    expect(await model.health()).toBe("ready");
    expect((await failure(collect(model))).message).toBe("The model server refused the key");
    expect(model.info().learned?.refusesKey).toBe(true);
    exchanges[2] = stream(says("Hello"));
    await collect(model);
    expect(model.info().learned?.refusesKey).toBe(false);
  });

  test.each(["this model requires a subscription", "Host not allowed", "error code: 1010"])(
    "what is not allowed is no matter of the key alone: %s",
    async (body) => {
      const error = await refused(body, 403);
      expect(error).toMatchObject({
        code: "model_unavailable",
        message: expect.stringContaining("does not allow this"),
      });
    },
  );

  test("encryption that fails is a server that does not answer, and says why", async () => {
    const { url } = await standIn([LIST]);
    const error = await failure(collect(modelAt(url.replace("http:", "https:"))));
    expect(error.code).toBe("model_unavailable");
    expect(error.message).toContain("EPROTO");
  });

  test.each([
    ['Failed to load model "m". Error: Error loading model.', undefined, "cannot load its model"],
    ["The model has crashed without additional information. (Exit code: 6)", undefined, "status 400"],
    ["Failed to initialize samplers: failed to parse grammar", { tools: [{}] }, "JSON schema of the tools"],
  ])("is not asked again, as no field is at fault: %s", async (message, extra, said) => {
    const { server, model } = await standIn([LIST, json(CHAT, { error: { message } }, 400)]);
    expect((await failure(collect(model, ask({ extra })))).message).toContain(said);
    expect(server.chats).toHaveLength(1);
  });

  test("a server that fails at every request is away until it answers one, though it lists its models", async () => {
    const message = "model requires more system memory (63.6 GiB) than is available (18.9 GiB)";
    let fails = true;
    const failed = { ...json(CHAT, { error: { message } }, 500), when: { is: () => fails } };
    const { model } = await standIn([LIST, failed, stream(says("Hello"))]);
    expect(await model.health()).toBe("ready");
    expect(await failure(collect(model))).toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("status 500"),
    });
    expect(await model.health()).toBe("down");
    fails = false;
    await collect(model);
    expect(await model.health()).toBe("ready");
  });

  test("a schema whose grammar breaks answers off twice goes into the prompt", async () => {
    const error = { code: 500, message: "Unexpected empty grammar stack after accepting piece: =" };
    const broken = { ...stream(says('{"name":'), { error }), when: { has: "response_format" } };
    const { server, model } = await standIn([LIST, broken, stream(says("{}"))]);
    for (let time = 0; time < 2; time++) await failure(collect(model, extraction));
    expect(textOf(await collect(model, extraction), "delta")).toBe("{}");
    expect(server.chats.at(-1)?.["messages"].at(-1).content).toContain("JSON Schema");
    expect(server.chats).toHaveLength(3);
  });

  test("a server that fails at one request alone is there", async () => {
    const failed = { ...json(CHAT, { error: "no" }, 500), when: { is: isNoCheck } };
    const { model } = await standIn([LIST, failed, stream(says("Hello"))]);
    expect((await failure(collect(model))).code).toBe("model_error");
    expect(await model.health()).toBe("ready");
  });

  test("a field that a page of another form names is left out, and no other", async () => {
    const detail = [{ loc: ["body", "reasoning_effort"], msg: "Extra inputs are not permitted" }];
    const { server, model } = await standIn([
      LIST,
      { ...json(CHAT, { detail }, 422), when: { has: "reasoning_effort" } },
      stream(says("Hello")),
    ]);
    await collect(model);
    expect(server.chats).toHaveLength(2);
    expect(server.chats[1]).toHaveProperty("return_progress");
  });
});

function isNoCheck({ max_tokens }: { max_tokens?: number }): boolean {
  return max_tokens !== 1;
}

describe("addresses and keys", () => {
  test.each([
    ["/v1beta/openai/", "/v1beta/openai"],
    ["/api/paas/v4", "/api/paas/v4"],
    ["/openai/v1", "/openai/v1"],
    ["/v1/chat/completions", "/v1"],
    ["/v1/models", "/v1"],
    ["/openai/v1/responses", "/openai/v1"],
    ["/inference/chat/completions", "/inference"],
    ["/chat/completions", ""],
    ["", "/v1"],
  ])("an address that ends with '%s'", async (suffix, base) => {
    const at = (exchange: Exchange): Exchange => ({
      ...exchange,
      request: exchange.request.replace("/v1", base),
    });
    const { url } = await standIn([at(LIST), at(stream(says("Hello")))]);
    const model = modelAt(`${url}${suffix}`);
    expect(textOf(await collect(model), "delta")).toBe("Hello");
    expect(model.info().name).toBe("m");
  });

  test.each(["", "/v1", "/v1/audio/speech"])("an audio server's address that ends with '%s'", (suffix) => {
    const path = "/v1/audio/speech";
    expect(endpoint(serverRoot(`http://box:8880${suffix}`), path)).toBe(`http://box:8880${path}`);
  });

  test("a key is sent without what was pasted along, and the name of the program", async () => {
    const keys = new Set<string | undefined>();
    const server = createServer((request, response) => {
      keys.add(request.headers.authorization);
      expect(request.headers["user-agent"]).toBe("engram");
      response.writeHead(200, { "content-type": LIST.type }).end(LIST.body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    closers.push(async () => server.closeAllConnections() ?? server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = createServerModel({ url, model: "", apiKey: " Bearer secret\n", timeoutMs: 5_000 });
    closers.push(() => model.close());
    await failure(collect(model));
    expect([...keys]).toEqual(["Bearer secret"]);
  });
});

describe("a broken or hostile server", () => {
  test.each([["abc"], [{}], [-1], [0], [1e300], [null]])(
    "figures like %j count as not told",
    async (value) => {
      const { model } = await standIn([
        json("GET /health", { status: "ok" }),
        json("GET /v1/models", {
          object: "list",
          data: [value, { id: value }, { id: "m", max_model_len: value, meta: value, status: value }],
        }),
        json("GET /props", {
          default_generation_settings: { n_ctx: value },
          total_slots: value,
          model_alias: value,
          chat_template: value,
        }),
        stream(
          says("Hello", { model: value, usage: { prompt_tokens: value, completion_tokens: value } }),
          says(value, { timings: { prompt_n: value, predicted_ms: value, predicted_n: value } }),
          { choices: value, usage: value, timings: value },
          value,
        ),
      ]);
      expect(await model.health()).toBe("ready");
      const events = await collect(model);
      expect(textOf(events, "delta")).toBe(value === "abc" ? "Helloabc" : "Hello");
      const { contextTokens, learned } = model.info();
      expect(contextTokens).toBeNull();
      expect(learned?.slots).toBeNull();
      for (const figure of [learned?.tokensPerEstimate, learned?.generationSpeed, learned?.promptSpeed])
        expect(figure ?? 1).toSatisfy((one: number) => one > 0 && one < 1e6);
    },
  );

  test("50,000,000 slots, of which none is tried", async () => {
    const { model } = await standIn([
      LIST,
      json("GET /props", { total_slots: 50_000_000 }),
      stream(says("Hello")),
    ]);
    expect(textOf(await collect(model), "delta")).toBe("Hello");
    expect(model.info().learned?.slots).toBeNull();
  });

  test.each([
    ["a line without end", { ...stream(), body: `data: "${"x".repeat(2_000_000)}"` }],
    ["an answer without end", stream(...Array.from({ length: 9 }, () => says("x".repeat(500_000))))],
    ["no JSON", { ...stream(), body: "data: {\n\n" }],
    ["an error in the stream", stream(says("a"), { error: { message: "boom" } })],
    ["an error of another shape", stream(says("a"), { error: "boom" })],
    ["no JSON for a whole", { ...json(CHAT, ""), body: "<html>" }],
    [
      "a bomb",
      { ...json(CHAT, ""), headers: { "content-encoding": "gzip" }, bytes: gzipSync("x".repeat(40_000_000)) },
    ],
  ])("%s is a model error", async (_, exchange) => {
    const { model } = await standIn([LIST, exchange]);
    expect((await failure(collect(model))).code).toBe("model_error");
  });

  test("an endless list of models", async () => {
    const data = Array.from({ length: 5_000 }, (_, n) => ({ id: `m${n}` }));
    const { model } = await standIn([json("GET /v1/models", { object: "list", data })]);
    expect(await model.health()).toBe("ready");
    expect(model.info().learned?.models).toHaveLength(1_024);
  });
});

describe("calls of tools and their results", () => {
  const call = (...ids: string[]) => ({
    role: "assistant" as const,
    content: "",
    tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
  });
  const result = (tool_call_id: string) => ({ role: "tool" as const, content: "20", tool_call_id });
  const user = { role: "user" as const, content: "And now?" };
  const told = { role: "user", content: "20" };

  test.each([
    ["a result without its call", [user, result("a"), user], [user, told, user]],
    ["a result of another call", [user, call("a"), result("b"), user], [user, told, user]],
    ["a call without a result", [user, call("a"), user], [user, user]],
    [
      "words with a call without a result",
      [user, { ...call("a"), content: "I look.", reasoning_content: "Hm." }, user],
      [user, { role: "assistant", content: "I look." }, user],
    ],
    ["one of two results", [user, call("a", "b"), result("b"), user], [user, call("b"), result("b"), user]],
    ["a result without an id", [user, call("a"), result(""), user], [user, call("a"), result("a"), user]],
    [
      "results without ids",
      [user, call("a", "b", "c"), result(""), result("b"), result("")],
      [user, call("a", "b", "c"), result("a"), result("b"), result("c")],
    ],
    [
      "calls and results without ids",
      [user, call("", ""), result(""), result("")],
      [user, call("call_1_0", "call_1_1"), result("call_1_0"), result("call_1_1")],
    ],
    [
      "all of them",
      [user, call("a", "b"), result("b"), result("a"), user, call("a"), result("a")],
      [user, call("a", "b"), result("b"), result("a"), user, call("a"), result("a")],
    ],
  ])("%s", async (_, messages, sent) => {
    const { server, model } = await standIn([LIST, stream(says("Hello"))]);
    await collect(model, ask({ messages }));
    expect(server.chats[0]?.["messages"]).toEqual(sent);
  });

  const thought = { ...call("a"), content: "I look.", reasoning_content: "Hm." };
  const reply = { role: "assistant" as const, content: "20 degrees." };

  test.each([
    [
      500,
      "Jinja Exception: Cannot pass both content and thinking in an assistant message with tool calls!",
      undefined,
      undefined,
    ],
    [
      422,
      '[{"loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Extra inputs"}]',
      undefined,
      undefined,
    ],
    [400, "property 'reasoning_content' is unsupported", undefined, undefined],
    [400, "The `reasoning_content` in the thinking mode must be passed back to the API.", "Hm.", " "],
    [
      400,
      "thinking is enabled but reasoning_content is missing in assistant tool call message at index 3",
      "Hm.",
      " ",
    ],
  ])(
    "thoughts are sent as a server wants them, from then on at once: %i %s",
    async (status, message, first, second) => {
      const isWrong = ({ messages }: any): boolean =>
        messages[1].reasoning_content !== first || messages[3].reasoning_content !== second;
      const { server, model } = await standIn([
        LIST,
        { ...json(CHAT, { error: { message } }, status), when: { is: isWrong } },
        stream(says("Hello")),
      ]);
      const messages = [user, thought, result("a"), reply, user];
      for (let time = 0; time < 2; time++) await collect(model, ask({ messages }));
      expect(server.chats).toHaveLength(3);
      expect(model.info().learned?.takesEffort).not.toBe(false);
    },
  );

  test("a template that wants ids of nine letters and digits gets them, from then on at once", async () => {
    const refused = json(
      CHAT,
      { message: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9." },
      400,
    );
    const exchanges = [
      LIST,
      { ...refused, when: { is: ({ messages }: any) => messages[1].tool_calls[0].id === "call_1" } },
      stream(says("Hello")),
    ];
    const { server, model } = await standIn(exchanges);
    const messages = [user, call("call_1", "nineChars"), result("call_1"), result("nineChars")];
    for (let time = 0; time < 2; time++) await collect(model, ask({ messages }));
    const { model: other } = await standIn(exchanges);
    for (const id of ["nineChars", "call_1"])
      await collect(other, ask({ messages: [user, call(id), result(id)] }));
    expect(server.chats).toHaveLength(3);
    const [, called, ...results] = (server.chats.at(-1)?.["messages"] ?? []) as any[];
    const ids = called.tool_calls.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([expect.stringMatching(/^[a-z0-9]{9}$/), "nineChars"]);
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
  });
});

describe("a chat template that renders less", () => {
  type Sent = { role: string; content: string }[];
  const hasSystem = (sent: Sent): boolean => sent[0]?.role === "system";
  const isOutOfTurn = (sent: Sent): boolean =>
    sent.slice(hasSystem(sent) ? 1 : 0).some(({ role }, n) => role !== (n % 2 === 0 ? "user" : "assistant"));
  const refusal = (message: string, status: number): Exchange => json(CHAT, { error: { message } }, status);
  const system = { role: "system" as const, content: "Be brief." };
  const said = (...roles: ("user" | "assistant")[]) =>
    roles.map((role, n) => ({ role, content: `${role} ${n}` }));

  test.each([
    ["llama-server", refusal("Jinja Exception: Conversation roles must alternate user/assistant/...", 400)],
    ["a failure", refusal("Jinja Exception: After the optional system message, roles must alternate", 500)],
    ["in the stream", stream({ error: "Error rendering prompt: Conversation roles must alternate" })],
  ])("demands turns (%s): missing messages are filled in, from then on at once", async (_, refused) => {
    const { server, model } = await standIn([
      LIST,
      { ...refused, when: { is: ({ messages }) => isOutOfTurn(messages as Sent) } },
      stream(says("Hello")),
    ]);
    const messages = [system, ...said("assistant", "user", "user")];
    expect(textOf(await collect(model, ask({ messages })), "delta")).toBe("Hello");
    const sent = server.chats.at(-1)?.["messages"] as Sent;
    expect(sent.map(({ content }) => content)).toEqual([
      "Be brief.",
      "...",
      "assistant 0",
      "user 1",
      "...",
      "user 2",
    ]);
    const asked = server.chats.length;
    await collect(model, ask({ messages }));
    expect(server.chats).toHaveLength(asked + 1);
  });

  test.each([
    ["System role not supported", 400],
    ["Conversation roles must alternate user/assistant/user/assistant/...", 400],
    ["Jinja Exception: Only user and assistant roles are supported!", 500],
    ["Unexpected message role.", 400],
  ])("has no system role: its text begins the first message: %s", async (message, status) => {
    const { server, model } = await standIn([
      LIST,
      { ...refusal(message, status), when: { is: ({ messages }) => hasSystem(messages as Sent) } },
      stream(says("Hello")),
    ]);
    await collect(model, ask({ messages: [system, ...said("user")] }));
    expect(server.chats.at(-1)?.["messages"]).toEqual([{ role: "user", content: "Be brief.\n\nuser 0" }]);
    expect(server.chats).toHaveLength(2);
    expect(model.info().learned?.takesEffort).not.toBe(false);
  });

  test("continues a reply only without a thought", async () => {
    const message = "Assistant response prefill is incompatible with enable_thinking.";
    const thinks = ({ messages, chat_template_kwargs: given }: Record<string, any>): boolean =>
      messages.at(-1).role === "assistant" && given?.enable_thinking !== false;
    const { server, model } = await standIn([
      LIST,
      { ...refusal(message, 400), when: { is: thinks } },
      stream(says("Hello")),
    ]);
    const begun = ask({ messages: said("user", "assistant"), extra: { chat_template_kwargs: { a: 1 } } });
    for (const request of [begun, begun, ask()]) await collect(model, request);
    const given = server.chats.map((body) => body["chat_template_kwargs"]);
    expect(given).toEqual([
      { a: 1 },
      { a: 1, enable_thinking: false },
      { a: 1, enable_thinking: false },
      undefined,
    ]);
  });

  test("a server that renders everything is sent everything as it is", async () => {
    const { server, model } = await standIn([LIST, stream(says("Hello"))]);
    const messages = [system, ...said("user", "user")];
    await collect(model, ask({ messages }));
    expect(server.chats.at(-1)?.["messages"]).toEqual(messages);
  });
});

test.each([
  ["registry.ollama.ai/library/qwen2.5-coder:1.5b does not support tools", 400],
  ['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 400],
  ["No endpoints found that support tool use. To learn more about provider routing, visit: https://a", 404],
  ["tools param requires --jinja flag", 500],
])(
  "a model that takes no tools answers without them, and refuses what must use one: %s",
  async (message, status) => {
    const { server, model } = await standIn([
      LIST,
      { ...json(CHAT, { error: { message } }, status), when: { has: "tools" } },
      stream(says("Hello")),
    ]);
    const tools = [{ type: "function", function: { name: "look_up", parameters: {} } }];
    for (const tool_choice of ["auto", undefined]) {
      expect(textOf(await collect(model, ask({ extra: { tools, tool_choice } })), "delta")).toBe("Hello");
      expect(server.chats.at(-1)).not.toHaveProperty("tools");
      expect(server.chats.at(-1)).not.toHaveProperty("tool_choice");
    }
    expect(server.chats).toHaveLength(3);
    const must = ask({ extra: { tools, tool_choice: "required" } });
    await expect(collect(model, must)).rejects.toThrow("The model takes no tools");
  },
);

test.each([
  "`max_tokens` must be less than or equal to `8192`, the maximum value is less than the `context_window` for this model",
  "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
  "max_tokens (32000) exceeds model's maximum output tokens (8192)",
  "max_tokens is too large: 32000. This model supports at most 8192 completion tokens, whereas you provided 32000.",
])("an answer that may not be as long is asked for shorter, from then on at once: %s", async (message) => {
  const { server, model } = await standIn([
    LIST,
    { ...json(CHAT, { error: { message } }, 400), when: { is: (body) => body["max_tokens"] > 8_192 } },
    stream(says("Hello")),
  ]);
  for (let time = 0; time < 2; time++) await collect(model, ask({ maxTokens: 32_000 }));
  expect(server.chats.map((body) => body["max_tokens"])).toEqual([32_000, 8_192, 8_192]);
});

test("a server that wants `max_completion_tokens` and the default temperature gets both", async () => {
  const refusal = (field: string, message: string): Exchange => ({
    ...json(CHAT, { error: { message } }, 400),
    when: { has: field },
  });
  const { server, model } = await standIn([
    LIST,
    refusal("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    refusal("temperature", "Unsupported value: 'temperature' does not support 0.7 with this model."),
    stream(says("Hello")),
  ]);
  expect(textOf(await collect(model, ask({ maxTokens: 99 })), "delta")).toBe("Hello");
  const sent = server.chats.at(-1) ?? {};
  expect(sent["max_completion_tokens"]).toBe(99);
  expect(sent).not.toHaveProperty("temperature");
  expect(sent).toHaveProperty("reasoning_effort");
});
