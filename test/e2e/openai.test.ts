import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** The stock `openai` package against Engram with a llama-server behind it. */
let folder: TestFolder;
let service: TestService;
let fake: FakeLlama;
let api: Client;
let openai: OpenAI;

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2 });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url, LLAMA_CPP_MODEL: "test-model" });
  api = client(service.url);
  openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: "x", maxRetries: 0 });
});
afterAll(async () => {
  await service.stop();
  await fake.close();
  await folder.remove();
});
afterEach(async () => fake.restore());

const isChat = (body: ChatBody): boolean => body.response_format === undefined;
type Request = FakeLlama["requests"][number];
const lastRequest = (): Request => fake.requests.filter(({ body }) => isChat(body)).at(-1) as Request;
const lastChat = (): ChatBody => lastRequest().body;

async function ask(
  messages: Messages,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<OpenAI.Chat.ChatCompletion> {
  return openai.chat.completions.create(
    { model: "test-model", messages, ...more, stream: false },
    { headers },
  );
}

async function reply(
  messages: Messages,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  return (await ask(messages, more, headers)).choices[0]?.message.content ?? "";
}

async function conversations(): Promise<any[]> {
  return (await api.get("/conversations?limit=200")).body.items;
}

/** Turns of a conversation that were not replaced, oldest first. */
async function turns(id: string): Promise<any[]> {
  return (await api.get(`/conversations/${id}?limit=200`)).body.episodes.filter(
    (episode: any) => episode.replacedBy === null,
  );
}

async function newest(): Promise<string> {
  return (await conversations())[0].id;
}

async function refused(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => new Error("it was not refused"),
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  return error as InstanceType<typeof OpenAI.APIError>;
}

describe("answers", () => {
  test("whole", async () => {
    fake.reply({ reasoning: "Hm.", content: "Hello, friend." });
    const { data, response } = await openai.chat.completions
      .create({ model: "test-model", messages: [{ role: "user", content: "Hello there." }] })
      .withResponse();
    expect(data).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: "chat.completion",
      created: expect.any(Number),
      model: expect.any(String),
      choices: [
        { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hello, friend." } },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    });
    expect(data.created).toBeGreaterThan(1_600_000_000);
    expect(response.headers.get("x-engram-conversation")).toBe(await newest());
  });

  test("streamed", async () => {
    fake.reply({ content: "One two three four." });
    const stream = await openai.chat.completions.create({
      model: "test-model",
      messages: [{ role: "user", content: "Count." }],
      stream: true,
    });
    const chunks: OpenAI.Chat.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta.role).toBe("assistant");
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("")).toBe("One two three four.");
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.some(({ usage }) => usage)).toBe(false);
  });

  test("streamed, as bytes: frames end with [DONE]", async () => {
    const answer = await api.post("/v1/chat/completions", {
      messages: [{ role: "user", content: "Bytes." }],
      stream: true,
    });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(answer.text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("stream_options.include_usage", async () => {
    const stream = await openai.chat.completions.create({
      model: "test-model",
      messages: [{ role: "user", content: "Count again." }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.Chat.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
  });

  test("finish_reason length, and what the client asks of the model", async () => {
    fake.reply({ content: "one two three four five six" });
    const answer = await ask([{ role: "user", content: "Be brief." }], {
      max_completion_tokens: 3,
      temperature: 0.1,
      top_p: 0.5,
      stop: ["END"],
      seed: 7,
    });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "length",
      message: { content: "one two three" },
    });
    expect(lastChat()).toMatchObject({ max_tokens: 3, temperature: 0.1, top_p: 0.5, stop: ["END"], seed: 7 });
  });

  test("models", async () => {
    const list = await openai.models.list();
    expect(list.data.length).toBe(1);
    const id = list.data[0]?.id ?? "";
    expect(await openai.models.retrieve(id)).toMatchObject({
      id,
      object: "model",
      owned_by: expect.any(String),
    });
    const error = await refused(openai.models.retrieve("unheard-of"));
    expect(error.status).toBe(404);
  });

  test("an unknown route", async () => {
    const answer = await api.post("/v1/unheard", {});
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { message: expect.any(String), code: "not_found" } },
    });
  });
});

describe("one conversation per history", () => {
  test("the whole history again and again", async () => {
    fake.reply((body) =>
      isChat(body) ? `Answer ${body.messages.filter(({ role }) => role === "user").length}.` : undefined,
    );
    const before = (await conversations()).length;
    const messages: Messages = [{ role: "system", content: "Be kind." }];
    for (const content of ["First thing.", "Second thing.", "Third thing.", "Fourth thing."]) {
      messages.push({ role: "user", content });
      messages.push({ role: "assistant", content: `${await reply(messages)}\n` });
    }
    expect((await conversations()).length).toBe(before + 1);
    expect((await turns(await newest())).map((turn) => turn.userMessage)).toEqual([
      "First thing.",
      "Second thing.",
      "Third thing.",
      "Fourth thing.",
    ]);
  });

  test("the last reply regenerated", async () => {
    fake.reply("Alpha.");
    const messages: Messages = [{ role: "user", content: "Tell me about regeneration." }];
    messages.push(
      { role: "assistant", content: await reply(messages) },
      { role: "user", content: "Go on then." },
    );
    fake.reply("Bad reply.");
    expect(await reply(messages)).toBe("Bad reply.");
    const before = (await conversations()).length;
    fake.reply("Good reply.");
    expect(await reply(messages)).toBe("Good reply.");
    expect((await conversations()).length).toBe(before);
    const kept = await turns(await newest());
    expect(kept.map((turn) => [turn.userMessage, turn.assistantReply])).toEqual([
      ["Tell me about regeneration.", "Alpha."],
      ["Go on then.", "Good reply."],
    ]);
    fake.reply("Next.");
    await reply([
      ...messages,
      { role: "assistant", content: "Good reply." },
      { role: "user", content: "And more." },
    ]);
    expect((await turns(await newest())).length).toBe(3);
  });

  test("the last message edited", async () => {
    fake.reply("Fine.");
    const messages: Messages = [{ role: "user", content: "Let us speak of edits." }];
    messages.push({ role: "assistant", content: await reply(messages) });
    await reply([...messages, { role: "user", content: "My dentist lives in Trier." }]);
    await reply([...messages, { role: "user", content: "My dentist lives in Mainz." }]);
    expect((await turns(await newest())).map((turn) => turn.userMessage)).toEqual([
      "Let us speak of edits.",
      "My dentist lives in Mainz.",
    ]);
    expect((await api.get("/memory/search?q=dentist+Trier")).text).not.toContain("Trier");
  });

  test("X-Engram-Conversation names it, also when the history says nothing", async () => {
    fake.reply("Named.");
    const headers = { "X-Engram-Conversation": "my-thread" };
    const before = (await conversations()).length;
    await Promise.all(["One.", "Two."].map((content) => reply([{ role: "user", content }], {}, headers)));
    await reply([{ role: "user", content: "Three." }], {}, headers);
    expect((await conversations()).length).toBe(before + 1);
    const id = await newest();
    expect((await turns(id)).map((turn) => turn.userMessage as string).toSorted()).toEqual([
      "One.",
      "Three.",
      "Two.",
    ]);
    await reply([{ role: "user", content: "Four." }], {}, { "X-Engram-Conversation": id });
    expect(await turns(id)).toHaveLength(4);
  });

  test("X-Engram-Conversation with a regenerated reply", async () => {
    fake.reply("First.");
    const headers = { "X-Engram-Conversation": "regenerated" };
    const messages: Messages = [{ role: "user", content: "Say something." }];
    messages.push(
      { role: "assistant", content: await reply(messages, {}, headers) },
      { role: "user", content: "Say more." },
    );
    await reply(messages, {}, headers);
    await reply(messages, {}, headers);
    expect((await turns(await newest())).map((turn) => turn.userMessage)).toEqual([
      "Say something.",
      "Say more.",
    ]);
  });
});

test("X-Engram-Memory: off and read keep nothing for later", async () => {
  fake.reply("Understood.");
  for (const memory of ["off", "read"]) {
    await reply(
      [{ role: "user", content: `My secret word is Zanzibar${memory}.` }],
      {},
      { "X-Engram-Memory": memory },
    );
    const [turn] = await turns(await newest());
    expect(turn).toMatchObject({ memory, extraction: { state: "none" } });
    expect((await api.get(`/memory/search?q=secret+word+Zanzibar${memory}`)).text).not.toContain("Zanzibar");
  }
  expect(JSON.stringify(lastChat().messages)).not.toContain("Zanzibaroff");
  const error = await refused(ask([{ role: "user", content: "Hello." }], {}, { "X-Engram-Memory": "maybe" }));
  expect(error).toMatchObject({ status: 400, param: "X-Engram-Memory" });
});

describe("what a program asks about a chat", () => {
  const SAID = "I am looking for a name for my heron.";
  const REPLIED = "How about Gwendolin? It suits a heron well.";
  const turnsStored = async (): Promise<number> => (await api.get("/memory/stats")).body.episodes;
  const user = (content: string): Messages => [{ role: "user", content }];
  const json = JSON.stringify([
    { role: "user", mainText: SAID },
    { role: "assistant", mainText: REPLIED },
  ]);
  /** In the forms of chat programs, in words of this test's own. */
  const FORMS: [string, Messages, Record<string, unknown>?][] = [
    [
      "tagged, without a system prompt",
      user(`### Task:\nName it.\n<chat_history>\nUSER: ${SAID}\n</chat_history>`),
    ],
    [
      "labels",
      user(`Three words for this, no more.\n||>User:\n"${SAID}"\n||>Response:\n"${REPLIED}"\n||>Title:`),
    ],
    [
      "labels below a system prompt",
      [
        { role: "system", content: "You sum up talks. Résume en dix mots." },
        { role: "user", content: `user: ${SAID}\nassistant: ${REPLIED}` },
      ],
    ],
    [
      "JSON below a system prompt",
      [
        { role: "system", content: "用十个字总结" },
        { role: "user", content: json },
      ],
    ],
    ["the first message alone, in quotes", user(`Fasse es in zehn Worten zusammen. "${SAID}"`)],
    [
      "both, in plain lines",
      user(`What is it about, in a few words?\n${SAID}\n${REPLIED}`.replace(SAID, `"${SAID}"`)),
    ],
    ["a short answer over labels", user("Tags, please.\nHuman: moin\nAI: hallo"), { max_tokens: 50 }],
  ];

  test.each(FORMS)("%s: answered beside memory, nothing is kept", async (_, messages, more = {}) => {
    fake.reply(REPLIED);
    const asked: Messages = [{ role: "system", content: "You are a bird keeper." }, ...user(SAID)];
    await reply(asked);
    const before = [await turnsStored(), (await conversations()).length];
    fake.reply("Naming a Heron");
    expect(await reply(messages, more)).toBe("Naming a Heron");
    expect([await turnsStored(), (await conversations()).length]).toEqual(before);
    // Control tokens of a template are taken apart in everything that a model gets.
    const given = lastChat().messages.map(({ role, content }) => ({
      role,
      content: content.replaceAll("\u200b", ""),
    }));
    expect(given).toEqual(messages);
  });

  test("streamed", async () => {
    fake.reply("Naming a Heron");
    const messages = FORMS[0]?.[1] ?? [];
    const stream = await openai.chat.completions.create({
      model: "test-model",
      messages,
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("Naming a Heron");
  });

  test("a person who quotes is heard", async () => {
    fake.reply(REPLIED);
    await reply(user(SAID));
    for (const content of [
      'What does "Guten Morgen" mean?',
      `I once said "${SAID}" to a stranger.`,
      "A friend sent me this.\nUser: I hate herons.\nAssistant: Oh dear.\nWhat do you think of it?",
    ]) {
      const before = await turnsStored();
      await reply(user(content));
      expect(await turnsStored(), content).toBe(before + 1);
    }
  });

  test("a header and a suffix of the model say what it is", async () => {
    const before = await turnsStored();
    await reply(user("Anything at all."), {}, { "X-Engram-Mode": "task" });
    await reply(user("Anything at all."), { model: "test-model:task" });
    expect(await turnsStored()).toBe(before);
    await reply(FORMS[0]?.[1] ?? [], {}, { "X-Engram-Mode": "chat" });
    expect(await turnsStored()).toBe(before + 1);
    const [turn] = await turns(await newest());
    expect(turn).toMatchObject({ mode: "chat", memory: "on" });
    expect((await openai.models.retrieve("test-model:task")).id).toBe("test-model:task");
    expect(await refused(ask(user("Hello."), {}, { "X-Engram-Mode": "song" }))).toMatchObject({
      status: 400,
      param: "X-Engram-Mode",
    });
  });

  test("memory mode: an answer from memory alone", async () => {
    for (const [more, headers] of [
      [{ model: "test-model:memory" }, {}],
      [{}, { "X-Engram-Mode": "memory" }],
    ] as const) {
      await reply(user("Where does my sister live?"), more, headers);
      expect(lastChat().messages.at(-1)?.content).toContain("Answer from the memory block alone");
      expect((await turns(await newest()))[0]).toMatchObject({ mode: "memory" });
    }
  });
});

test("memory reaches the model, and the client's system message stays", async () => {
  await api.post("/memory/facts", {
    subject: "user",
    predicate: "FAVOURITE_COLOUR",
    object: "teal",
    text: "The user's favourite colour is teal.",
  });
  fake.reply("Teal.");
  await reply([
    { role: "system", content: "Answer like a pirate." },
    { role: "user", content: "What is my favourite colour?" },
  ]);
  const { messages } = lastChat();
  expect(messages[0]).toMatchObject({
    role: "system",
    content: expect.stringContaining("Answer like a pirate."),
  });
  expect(messages.at(-1)?.content).toContain("The user's favourite colour is teal.");
  expect(messages.slice(0, -1).every(({ content }) => !content.includes("teal"))).toBe(true);
  await reply([
    { role: "user", content: "Late instructions." },
    { role: "system", content: "Answer in one word." },
  ]);
  expect(lastChat().messages[0]?.content).toContain("Answer in one word.");
  expect(lastChat().messages.at(-1)).toMatchObject({
    role: "user",
    content: expect.stringContaining("Late instructions."),
  });
});

test("content as text parts", async () => {
  fake.reply("Parts.");
  await reply([
    {
      role: "user",
      content: [
        { type: "text", text: "First part." },
        { type: "text", text: "Second part." },
      ],
    },
  ]);
  const [turn] = await turns(await newest());
  expect(turn.userMessage).toBe("First part.\nSecond part.");
});

describe("tools", () => {
  const TOOLS = [
    {
      type: "function",
      function: {
        name: "get_weather",
        parameters: { type: "object", properties: { city: { type: "string" } } },
      },
    },
  ];
  const CALL = [
    [{ index: 0, id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"ci' } }],
    [{ index: 0, function: { arguments: 'ty":"Lyon"}' } }],
  ];

  test("calls come back, results go on in the same turn", async () => {
    fake.reply((body) =>
      !isChat(body)
        ? undefined
        : body.messages.at(-1)?.role === "tool"
          ? "It is sunny in Lyon."
          : { toolCalls: CALL },
    );
    const messages: Messages = [{ role: "user", content: "What is the weather in Lyon?" }];
    const before = (await conversations()).length;
    const first = await ask(messages, { tools: TOOLS, tool_choice: "auto" });
    expect(lastChat()).toMatchObject({ tools: TOOLS, tool_choice: "auto" });
    const choice = first.choices[0] as OpenAI.Chat.ChatCompletion.Choice;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    const [waiting] = (await turns(await newest())) as { id: string }[];
    const { extraction } = (await api.get(`/memory/episodes/${waiting?.id ?? ""}`)).body;
    expect(extraction).toMatchObject({ state: "pending", attempts: 0, retryAt: expect.any(String) });
    expect(choice.message.tool_calls).toEqual([
      { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Lyon"}' } },
    ]);
    const more: Messages = [
      ...messages,
      choice.message,
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
    ];
    expect(await reply(more, { tools: TOOLS })).toBe("It is sunny in Lyon.");
    expect(lastChat().messages.slice(-2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call_1" }] },
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
    ]);
    expect((await conversations()).length).toBe(before + 1);
    const kept = await turns(await newest());
    expect(kept).toMatchObject([
      {
        userMessage: "What is the weather in Lyon?",
        assistantReply: "It is sunny in Lyon.",
        state: "complete",
      },
    ]);
    fake.reply("You are welcome.");
    await reply(
      [
        ...more,
        { role: "assistant", content: "It is sunny in Lyon." },
        { role: "user", content: "Thank you." },
      ],
      { tools: TOOLS },
    );
    expect((await turns(await newest())).map((turn) => turn.userMessage)).toEqual([
      "What is the weather in Lyon?",
      "Thank you.",
    ]);
  });

  test("streamed", async () => {
    fake.reply({ toolCalls: CALL });
    const question: Messages = [{ role: "user", content: "Weather, streamed?" }];
    const stream = openai.chat.completions.stream({
      model: "test-model",
      messages: question,
      tools: TOOLS as never,
    });
    const { choices } = await stream.finalChatCompletion();
    fake.reply("It is sunny.");
    const called = choices[0]?.message as OpenAI.Chat.ChatCompletionMessageParam;
    await reply([...question, called, { role: "tool", tool_call_id: "call_1", content: "sunny" }]);
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        tool_calls: [{ id: "call_1", function: { name: "get_weather", arguments: '{"city":"Lyon"}' } }],
      },
    });
  });
});

describe("refused, in OpenAI's shape, with nothing kept", () => {
  const user = { role: "user", content: "Hello." };
  beforeAll(async () => api.extracted());
  const cases: [string, unknown, string][] = [
    [
      "an image",
      {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }] },
        ],
      },
      "messages.0.content",
    ],
    ["no messages", { messages: [] }, "messages"],
    ["messages missing", {}, "messages"],
    ["no user message", { messages: [{ role: "system", content: "Hi." }] }, "messages"],
    ["the assistant last", { messages: [user, { role: "assistant", content: "Hi." }] }, "messages.1.role"],
    [
      "tool calls without results",
      { messages: [user, { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function" }] }] },
      "messages.1.role",
    ],
    ["a role nobody has", { messages: [{ role: "wizard", content: "Hi." }] }, "messages.0.role"],
    ["n = 2", { messages: [user], n: 2 }, "n"],
    ["a hot temperature", { messages: [user], temperature: 3 }, "temperature"],
    ["a temperature in words", { messages: [user], temperature: "warm" }, "temperature"],
    ["no tokens", { messages: [user], max_tokens: 0 }, "max_tokens"],
    ["stream as text", { messages: [user], stream: "yes" }, "stream"],
    ["a blank message", { messages: [{ role: "user", content: "  " }] }, "messages.0.content"],
    ["a missing content", { messages: [{ role: "user" }] }, "messages.0.content"],
    ["NUL", { messages: [{ role: "user", content: "a\u0000b" }] }, "messages.0.content"],
    [
      "a million characters",
      { messages: [{ role: "user", content: "x".repeat(1_000_000) }] },
      "messages.0.content",
    ],
    ["a model that is no text", { model: 4, messages: [user] }, "model"],
    ["tools that are none", { messages: [user], tools: ["x"] }, "tools.0"],
    ["a list", [], "body"],
  ];

  test.each(cases)("%s", async (_, body, param) => {
    const before = (await api.get("/memory/stats")).text;
    const answer = await api.post("/v1/chat/completions", body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.body.error, answer.text).toMatchObject({
      message: expect.any(String),
      type: "invalid_request_error",
      param,
      code: expect.any(String),
    });
    expect((await api.get("/memory/stats")).text).toBe(before);
  });

  test("bytes that are no JSON, another content type, an endless conversation name", async () => {
    for (const [body, headers] of [
      ["{", {}],
      ["", {}],
      [Buffer.from([0x22, 0xff, 0x22]), {}],
      ['{"messages": [{"role": "user", "content": "\\ud800"}]}', {}],
      [JSON.stringify({ messages: [user] }), { "content-type": "text/plain" }],
      [JSON.stringify({ messages: [user] }), { "x-engram-conversation": "n".repeat(201) }],
    ] as const) {
      const answer = await api.post("/v1/chat/completions", body, headers);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.error).toMatchObject({ type: "invalid_request_error", param: expect.any(String) });
    }
    const error = await refused(ask([{ role: "user", content: "Hello." }], { n: 2 }));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error.param).toBe("n");
  });
});

describe("a model that fails", () => {
  test("before the first byte", async () => {
    await fake.misbehave("peg-500", { when: isChat });
    const whole = await refused(ask([{ role: "user", content: "Fail whole." }]));
    expect(whole.status).toBeGreaterThanOrEqual(500);
    expect(whole.error).toMatchObject({
      message: expect.any(String),
      type: "server_error",
      code: expect.stringMatching(/^model_/),
    });
    expect((await turns(await newest()))[0]).toMatchObject({
      userMessage: "Fail whole.",
      state: "interrupted",
    });
  });

  test("a context that is too long is 400", async () => {
    await fake.misbehave("ctx-exceeded", { when: isChat });
    const error = await refused(ask([{ role: "user", content: "Too much." }]));
    expect(error).toMatchObject({ status: 400, code: "context_too_long" });
  });

  test("in the middle of a stream: an error frame", async () => {
    fake.reply({ content: "one two three four five six" });
    await fake.misbehave("cut", { when: isChat });
    const body = { messages: [{ role: "user", content: "Fail in the middle." }], stream: true };
    const { text } = await api.post("/v1/chat/completions", body);
    const frames = text
      .trim()
      .split("\n\n")
      .map((frame) => frame.replace(/^data: /, ""));
    expect(JSON.parse(frames.at(-1) ?? "")).toMatchObject({
      error: { message: expect.any(String), type: "server_error", code: expect.stringMatching(/^model_/) },
    });
    expect(text).not.toContain("[DONE]");
    const thrown = await refused(
      (async () => {
        const stream = await openai.chat.completions.create({
          model: "m",
          messages: [{ role: "user", content: "Fail again." }],
          stream: true,
        });
        for await (const chunk of stream) void chunk;
      })(),
    );
    expect(thrown.message).toBeTruthy();
  });
});

test("a client that leaves stops the model; the turn is kept, and the thread goes on", async () => {
  fake.reply("Before.");
  const messages: Messages = [{ role: "user", content: "Let me begin." }];
  messages.push(
    { role: "assistant", content: await reply(messages) },
    { role: "user", content: "Tell me a very long story." },
  );
  const id = await newest();
  fake.reply({ content: "word ".repeat(500), tokenDelayMs: 20 });
  const stream = await openai.chat.completions.create({ model: "test-model", messages, stream: true });
  let heard = "";
  for await (const chunk of stream) {
    heard += chunk.choices[0]?.delta.content ?? "";
    if (heard.length > 20) break;
  }
  stream.controller.abort();
  await until(async () => lastRequest().aborted, "the model's end");
  await until(async () => (await turns(id)).at(-1).state === "interrupted", "the kept turn");
  expect((await turns(id)).at(-1).assistantReply).toContain("word");
  fake.reply("As I said.");
  await reply([...messages, { role: "assistant", content: heard }, { role: "user", content: "Never mind." }]);
  expect(await newest()).toBe(id);
  expect((await turns(id)).map((turn) => turn.userMessage)).toEqual([
    "Let me begin.",
    "Tell me a very long story.",
    "Never mind.",
  ]);
});
