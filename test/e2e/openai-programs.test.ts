import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/client.ts";
import type { Reply } from "../support/fake-llama/index.ts";
import {
  isChat,
  refused,
  startOpenAiBench,
  type Messages,
  type OpenAiBench,
} from "../support/openai-bench.ts";

/** The stock `openai` package: what programs ask, tools, refusals and failures. */
let at: OpenAiBench;

beforeAll(async () => {
  at = await startOpenAiBench();
});
afterAll(() => at.close());
afterEach(async () => at.fake.restore());

/** An extraction that gets it would wait for its next try. */
const toChats = (reply: Reply): void => at.fake.reply((body) => (isChat(body) ? reply : undefined));

describe("what a program asks about a chat", () => {
  const SAID = "I am looking for a name for my heron.";
  const REPLIED = "How about Gwendolin? It suits a heron well.";
  const turnsStored = async (): Promise<number> => (await at.api.get("/memory/stats")).body.episodes;
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
    [
      "in a fence, without labels",
      user(`Name it.\n\`\`\`\n${SAID}\n---------\n${REPLIED}\n\`\`\`\nThe name is:`),
    ],
    [
      "the reply alone, for a short answer",
      user(`In three words, please.\n\n${REPLIED}`),
      { max_tokens: 16 },
    ],
    [
      "an instruction as a message of its own",
      [...user("A name for this talk:\n"), ...user("I saw a stork.")],
    ],
    [
      "a heading above the chat",
      [
        { role: "system", content: "Note what should be kept." },
        { role: "user", content: `# The current chat:\n\nHuman: I saw a stork.` },
      ],
    ],
    ["lines around the chat", user("=== THE CHAT ===\nI saw a stork.\n=== END OF CHAT ===\n\nName it.")],
    ["a short answer to a first line", user("A name for this:\n\nI saw a stork."), { max_tokens: 40 }],
    [
      "a template that ends in a label",
      user("Use these notes.\n\nI live in Lagos, says Ngozi.\n\nQuestion: Where?\nAnswer: "),
    ],
    ["the same of a translator", user("把下文翻译成德语。\n我住在成都。\n\n译文：")],
    ["a few words as the answer", user("I saw a stork."), { max_tokens: 5 }],
    [
      "headings of the roles",
      [
        { role: "system", content: "Sum it up." },
        ...user("# USER\nI saw a stork.\n# ASSISTANT\nOh!\n# USER\nTwo."),
      ],
    ],
    [
      "the instruction in the assistant's place",
      [
        { role: "assistant", content: "Sum it up." },
        ...user(`[{'role': 'user', 'content': '${SAID}'}, {'role': 'assistant', 'content': '${REPLIED}'}]`),
      ],
    ],
    ["a short answer over labels", user("Tags, please.\nHuman: moin\nAI: hallo"), { max_tokens: 50 }],
  ];

  test.each(FORMS)("%s: answered beside memory, nothing is kept", async (_, messages, more = {}) => {
    at.fake.reply(REPLIED);
    const asked: Messages = [{ role: "system", content: "You are a bird keeper." }, ...user(SAID)];
    await at.reply(asked);
    const before = [await turnsStored(), (await at.conversations()).length];
    at.fake.reply("Naming a Heron");
    expect(await at.reply(messages, more)).toBe("Naming a Heron");
    expect([await turnsStored(), (await at.conversations()).length]).toEqual(before);
    // Control tokens of a template are taken apart in everything that a model gets.
    const given = at.lastChat().messages.map(({ role, content }) => ({
      role,
      content: content.replaceAll("\u200b", ""),
    }));
    expect(given).toEqual(messages);
  });

  test("a long message and its reply, both cut short", async () => {
    const long = "Our pond has newts this year, and my aunt Odile counts them every evening. ".repeat(3);
    const replied = "What a fine habit! A notebook with the date, the weather and the count would do.";
    at.fake.reply(replied);
    await at.reply(user(long));
    const before = await turnsStored();
    const chat = `- [user] ${long.slice(0, 90)}...\n- [bot] ${replied.slice(0, 70)}...`;
    await at.reply(user(`A name, please.\n\`\`\`\n${chat}\n\`\`\``));
    expect(await turnsStored()).toBe(before);
  });

  test("an instruction after the reply stays there, and the reply is not continued", async () => {
    at.fake.reply(REPLIED);
    await at.reply(user(SAID));
    const conversation = await at.newest();
    at.fake.reply("They met a heron.");
    const instruction = "[Pause. Sum up what happened so far.]";
    const messages: Messages = [
      { role: "system", content: "You are a bird keeper." },
      ...user(SAID),
      { role: "assistant", content: REPLIED },
      { role: "system", content: instruction },
    ];
    expect(await at.reply(messages)).toBe("They met a heron.");
    expect(at.lastChat().messages.at(-1)).toEqual({ role: "user", content: instruction });
    expect((await at.turns(conversation)).map(({ assistantReply }) => assistantReply)).toEqual([REPLIED]);
  });

  test("streamed", async () => {
    at.fake.reply("Naming a Heron");
    const messages = FORMS[0]?.[1] ?? [];
    const stream = await at.openai.chat.completions.create({
      model: "test-model",
      messages,
      stream: true,
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("Naming a Heron");
  });

  test("a person who quotes is heard", async () => {
    at.fake.reply(REPLIED);
    await at.reply(user(SAID));
    for (const content of [
      `"${SAID}"`,
      'What does "Guten Morgen" mean?',
      `I once said "${SAID}" to a stranger.`,
      "A friend sent me this.\nUser: I hate herons.\nAssistant: Oh dear.\nWhat do you think of it?",
      "What I take along:\na tent\na stove, and my sister asks for this one: tea",
    ]) {
      const before = await turnsStored();
      await at.reply(user(content));
      await at.reply([{ role: "assistant", content: "Hello, what is it?" }, ...user(content)]);
      expect(await turnsStored(), content).toBe(before + 2);
    }
  });

  test("a header and a suffix of the model say what it is", async () => {
    const before = await turnsStored();
    await at.reply(user("Anything at all."), {}, { "X-Engram-Mode": "task" });
    await at.reply(user("Anything at all."), {}, { "X-OpenWebUI-Task": "title_generation" });
    await at.reply(user("Anything at all."), { model: "test-model:task" });
    expect(await turnsStored()).toBe(before);
    await at.reply(FORMS[0]?.[1] ?? [], {}, { "X-Engram-Mode": "chat" });
    expect(await turnsStored()).toBe(before + 1);
    const [turn] = await at.turns(await at.newest());
    expect(turn).toMatchObject({ mode: "chat", memory: "on" });
    expect((await at.openai.models.retrieve("gpt-oss-120b:task")).id).toBe("gpt-oss-120b:task");
    expect(await refused(at.ask(user("Hello."), {}, { "X-Engram-Mode": "song" }))).toMatchObject({
      status: 400,
      param: "X-Engram-Mode",
    });
  });

  test("memory mode: an answer from memory alone", async () => {
    for (const [more, headers] of [
      [{ model: "test-model:memory" }, {}],
      [{}, { "X-Engram-Mode": "memory" }],
    ] as const) {
      await at.reply(user("Where does my sister live?"), more, headers);
      expect(at.lastChat().messages.at(-1)?.content).toContain("Answer from these notes alone");
      expect((await at.turns(await at.newest()))[0]).toMatchObject({ mode: "memory" });
    }
  });
});

test("a program that asks for JSON is given nothing but that, whatever memory does", async () => {
  const json = '{"heard":true}';
  at.fake.reply(() => json);
  const schema = { name: "answer", schema: { type: "object" } };
  const formats = [{ type: "json_object" }, { type: "json_schema", json_schema: schema }];
  for (const content of [
    "Remember that my aunt Rosa lives in Lyon.",
    "Remember that my aunt Rosa lives in Lyon. Where is that?",
  ]) {
    const messages: Messages = [{ role: "user", content }];
    for (const response_format of formats) expect(await at.reply(messages, { response_format })).toBe(json);
  }
  const told = await at.reply([{ role: "user", content: "Remember that I sail." }], {
    response_format: { type: "text" },
  });
  expect(told).not.toBe(json);
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
    at.fake.reply((body) =>
      !isChat(body)
        ? undefined
        : body.messages.at(-1)?.role === "tool"
          ? "It is sunny in Lyon."
          : { toolCalls: CALL },
    );
    const messages: Messages = [{ role: "user", content: "What is the weather in Lyon?" }];
    const before = (await at.conversations()).length;
    const first = await at.ask(messages, { tools: TOOLS, tool_choice: "auto" });
    expect(at.lastChat()).toMatchObject({ tools: TOOLS, tool_choice: "auto" });
    const choice = first.choices[0] as OpenAI.Chat.ChatCompletion.Choice;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    const [waiting] = (await at.turns(await at.newest())) as { id: string }[];
    const { extraction } = (await at.api.get(`/memory/episodes/${waiting?.id ?? ""}`)).body;
    expect(extraction).toMatchObject({ state: "pending", attempts: 0, retryAt: expect.any(String) });
    expect(choice.message.tool_calls).toEqual([
      { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Lyon"}' } },
    ]);
    const more: Messages = [
      ...messages,
      choice.message,
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
    ];
    expect(await at.reply(more, { tools: TOOLS })).toBe("It is sunny in Lyon.");
    expect(at.lastChat().messages.slice(-2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call_1" }] },
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
    ]);
    expect((await at.conversations()).length).toBe(before + 1);
    const kept = await at.turns(await at.newest());
    expect(kept).toMatchObject([
      {
        userMessage: "What is the weather in Lyon?",
        assistantReply: "It is sunny in Lyon.",
        state: "complete",
      },
    ]);
    toChats("You are welcome.");
    await at.reply(
      [
        ...more,
        { role: "assistant", content: "It is sunny in Lyon." },
        { role: "user", content: "Thank you." },
      ],
      { tools: TOOLS },
    );
    expect((await at.turns(await at.newest())).map((turn) => turn.userMessage)).toEqual([
      "What is the weather in Lyon?",
      "Thank you.",
    ]);
  });

  const CALLS = ["get_weather", "get_time"].map((name, index) => {
    const called = { name, arguments: '{"city":"Lyon"}' };
    return { index, id: `call_${index + 1}`, type: "function", function: called };
  });
  const [weather, time] = CALLS;

  /** Other servers' ways to send the same two calls. */
  test.each<[string, unknown[]]>([
    ["all with the index 0", [[weather], [{ ...time, index: 0 }]]],
    ["all with the index 0, at once", [[weather, { ...time, index: 0 }]]],
    ["without an index", [CALLS.map(({ index: _, ...call }) => call)]],
    ["without an id", CALLS.map(({ id: _, ...call }) => [call])],
    ["without a type", CALLS.map(({ type: _, ...call }, at) => [at === 0 ? call : { ...call, type: "" }])],
    ["counted from 1", CALLS.map((call) => [{ ...call, index: call.index + 1 }])],
    [
      "arguments as objects",
      CALLS.map((call) => [{ ...call, function: { ...call.function, arguments: { city: "Lyon" } } }]),
    ],
    [
      "the name with every piece",
      CALLS.flatMap((call) =>
        ['{"ci', 'ty":"Lyon"}'].map((piece) => [
          { ...call, function: { ...call.function, arguments: piece } },
        ]),
      ),
    ],
  ])("calls %s are told apart, and end with tool_calls", async (way, toolCalls) => {
    const calls = CALLS.map(({ index: _, ...call }) => call);
    for (const form of ["streamed", "whole"]) {
      // As many servers end such a stream.
      toChats({ toolCalls, finish: "stop" });
      const asked: Messages = [{ role: "user", content: `Weather and time, ${way}, ${form}?` }];
      const { choices } =
        form === "whole"
          ? await at.ask(asked, { tools: TOOLS })
          : await at.openai.chat.completions
              .stream({ model: "test-model", messages: asked, tools: TOOLS as never })
              .finalChatCompletion();
      expect(choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { tool_calls: calls } });
      toChats("Sunny, and late.");
      const called = choices[0]?.message as Messages[number];
      const results = calls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: "Yes." }));
      expect(await at.reply([...asked, called, ...results])).toBe("Sunny, and late.");
      expect(await at.turns(await at.newest())).toHaveLength(1);
    }
  });

  test("what a program adds in messages of its own, behind the user's and the results, belongs to the same turn", async () => {
    at.fake.reply((body) => (isChat(body) ? "Three mice." : undefined));
    const called = { name: "get_weather", arguments: "{}" };
    const call = (id: string) => [
      { role: "assistant" as const, tool_calls: [{ id, type: "function" as const, function: called }] },
      { role: "tool" as const, tool_call_id: id, content: "3" },
    ];
    const state = { role: "user" as const, content: "<info>\nIt is Monday.\n</info>" };
    const messages: Messages = [
      { role: "user", content: "How many mice live in the mill?" },
      ...call("a"),
      state,
      ...call("b"),
      state,
    ];
    const reply = await at.reply(messages, { tools: TOOLS });
    expect(at.lastChat().messages.at(-1)).toEqual(state);
    const more = { role: "user" as const, content: "And rats?" };
    await at.reply([...messages, { role: "assistant", content: reply }, more, state], { tools: TOOLS });
    expect((await at.turns(await at.newest())).map(({ userMessage }) => userMessage)).toEqual([
      "How many mice live in the mill?",
      "And rats?",
    ]);
  });

  test("a picture behind a result, for which that has no room, belongs to the same turn", async () => {
    at.fake.reply((body) => {
      if (!isChat(body)) return undefined;
      return body.messages.some(({ role }) => role === "tool") ? "A cat." : { toolCalls: CALL };
    });
    const asked: Messages = [{ role: "user", content: "What is on my screen?" }];
    const { choices } = await at.ask(asked, { tools: TOOLS });
    const url = "data:image/png;base64,iVBORw0KGgo=";
    const part = { type: "image_url" as const, image_url: { url } };
    const picture: Messages[number] = { role: "user", content: [part] };
    const result: Messages[number] = { role: "tool", tool_call_id: "call_1", content: "see below" };
    await at.reply([...asked, choices[0]?.message as Messages[number], result, picture], { tools: TOOLS });
    expect(at.lastChat().messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.arrayContaining([part]),
    });
    await at.reply([{ role: "user", content: "Whose cat is it?" }, picture]);
    expect(await at.turns(await at.newest())).toMatchObject([{ userMessage: "Whose cat is it?" }]);
    const [, before] = await at.conversations();
    expect(await at.turns(before.id)).toMatchObject([
      { userMessage: "What is on my screen?", assistantReply: "A cat." },
    ]);
  });

  test("a turn that waits for results is not replaced by the same request", async () => {
    at.fake.reply((body) => {
      if (!isChat(body)) return undefined;
      return body.messages.at(-1)?.role === "tool"
        ? "It is sunny."
        : { toolCalls: CALL, finish: "tool_calls" };
    });
    const asked: Messages = [{ role: "user", content: "Weather, by two runs of one program?" }];
    const before = (await at.conversations()).length;
    const [first, second] = [await at.ask(asked, { tools: TOOLS }), await at.ask(asked, { tools: TOOLS })];
    for (const { choices } of [first, second]) {
      const called = choices[0]?.message as Messages[number];
      const result = { role: "tool" as const, tool_call_id: "call_1", content: "sunny" };
      expect(await at.reply([...asked, called, result], { tools: TOOLS })).toBe("It is sunny.");
    }
    expect((await at.conversations()).length).toBe(before + 2);
  });

  test("streamed", async () => {
    toChats({ toolCalls: CALL });
    const question: Messages = [{ role: "user", content: "Weather, streamed?" }];
    const stream = at.openai.chat.completions.stream({
      model: "test-model",
      messages: question,
      tools: TOOLS as never,
    });
    const { choices } = await stream.finalChatCompletion();
    toChats("It is sunny.");
    const called = choices[0]?.message as OpenAI.Chat.ChatCompletionMessageParam;
    await at.reply([...question, called, { role: "tool", tool_call_id: "call_1", content: "sunny" }]);
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
  beforeAll(async () => at.api.extracted());
  const cases: [string, unknown, string][] = [
    ["no messages", { messages: [] }, "messages"],
    ["messages missing", {}, "messages"],
    [
      "tool calls without results",
      { messages: [user, { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function" }] }] },
      "messages.1.role",
    ],
    [
      "tool calls without results, twice",
      {
        messages: [
          user,
          { role: "assistant", content: "Hm.", tool_calls: [{ id: "a", type: "function" }] },
          { role: "system", content: "Be brief." },
        ],
      },
      "messages.1.role",
    ],
    ["a role nobody has", { messages: [{ role: "wizard", content: "Hi." }] }, "messages.0.role"],
    ["n = 9", { messages: [user], n: 9 }, "n"],
    ["n as a word", { messages: [user], n: "two" }, "n"],
    ["n = 0", { messages: [user], n: 0 }, "n"],
    ["21 other tokens", { messages: [user], logprobs: true, top_logprobs: 21 }, "top_logprobs"],
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
    ["a list", [], "body"],
  ];

  test.each(cases)("%s", async (_, body, param) => {
    const before = (await at.api.get("/memory/stats")).text;
    const answer = await at.api.post("/v1/chat/completions", body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.body.error, answer.text).toMatchObject({
      message: expect.any(String),
      type: "invalid_request_error",
      param,
      code: expect.any(String),
    });
    expect((await at.api.get("/memory/stats")).text).toBe(before);
  });

  test("bytes that are no JSON, another content type, an endless conversation name", async () => {
    for (const [body, headers] of [
      ["{", {}],
      ["", {}],
      [Buffer.from([0x22, 0xff, 0x22]), {}],
      [JSON.stringify({ messages: [user] }), { "content-type": "text/plain" }],
      [JSON.stringify({ messages: [user] }), { "x-engram-conversation": "n".repeat(201) }],
    ] as const) {
      const answer = await at.api.post("/v1/chat/completions", body, headers);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.error).toMatchObject({ type: "invalid_request_error", param: expect.any(String) });
    }
    const error = await refused(at.ask([{ role: "user", content: "Hello." }], { n: 99 }));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error.param).toBe("n");
  });
});

describe("a model that fails", () => {
  test("before the first byte", async () => {
    await at.fake.misbehave("peg-500", { when: isChat });
    const whole = await refused(at.ask([{ role: "user", content: "Fail whole." }]));
    expect(whole.status).toBeGreaterThanOrEqual(500);
    expect(whole.error).toMatchObject({
      message: expect.any(String),
      type: "server_error",
      code: expect.stringMatching(/^model_/),
    });
    expect((await at.turns(await at.newest()))[0]).toMatchObject({
      userMessage: "Fail whole.",
      state: "interrupted",
    });
  });

  test.each<[string, Record<string, string>]>([
    ["unnamed", {}],
    ["named", { "x-engram-conversation": "Tried again" }],
  ])("a client that tries again by itself leaves one turn: %s", async (name, headers) => {
    const openai = new OpenAI({ baseURL: `${at.service.url}/v1`, apiKey: "x", maxRetries: 2 });
    at.fake.reply("The third time.");
    await at.fake.misbehave("peg-500", { when: isChat, times: 1 });
    await at.fake.misbehave("cut", { when: isChat, times: 1 });
    const before = (await at.conversations()).length;
    const messages: Messages = [{ role: "user", content: `My boat is called ${name}.` }];
    const { choices } = await openai.chat.completions.create({ model: "m", messages }, { headers });
    expect(choices[0]?.message.content).toBe("The third time.");
    expect((await at.conversations()).length).toBe(before + 1);
    const turns = await at.turns(await at.newest());
    expect(turns.map(({ assistantReply, state }) => [assistantReply, state])).toEqual([
      ["The third time.", "complete"],
    ]);
  });

  test.each([false, true])(
    "one Idempotency-Key is one turn, though sent twice at once (stream: %s)",
    async (stream) => {
      const before = (await at.conversations()).length;
      const send = () =>
        at.api.post(
          "/v1/chat/completions",
          { messages: [{ role: "user", content: "My skiff is called Twice." }], stream },
          { "idempotency-key": `skiff ${stream}` },
        );
      let asked = 0;
      at.fake.reply((body) => {
        if (String(body.messages.at(-1)?.content).includes("Twice")) asked += 1;
        return isChat(body) ? { content: "A fine name.", delayMs: 100 } : undefined;
      });
      const answers = [...(await Promise.all([send(), send()])), await send()];
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(text.match(/A|fine|name|"finish_reason":"stop"/g)).toEqual(
          expect.arrayContaining(["fine", "name", '"finish_reason":"stop"']),
        );
      }
      expect([asked, (await at.conversations()).length]).toEqual([1, before + 1]);
    },
  );

  test("a context that is too long is 400", async () => {
    await at.fake.misbehave("ctx-exceeded", { when: isChat });
    const error = await refused(at.ask([{ role: "user", content: "Too much." }]));
    expect(error).toMatchObject({ status: 400, code: "context_length_exceeded" });
  });

  test("in the middle of a stream: an error frame", async () => {
    at.fake.reply({ content: "one two three four five six" });
    await at.fake.misbehave("cut", { when: isChat });
    const body = { messages: [{ role: "user", content: "Fail in the middle." }], stream: true };
    const { text } = await at.api.post("/v1/chat/completions", body);
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
        const stream = await at.openai.chat.completions.create({
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
  at.fake.reply("Before.");
  const messages: Messages = [{ role: "user", content: "Let me begin." }];
  messages.push(
    { role: "assistant", content: await at.reply(messages) },
    { role: "user", content: "Tell me a very long story." },
  );
  const id = await at.newest();
  at.fake.reply({ content: "word ".repeat(500), tokenDelayMs: 20 });
  const stream = await at.openai.chat.completions.create({ model: "test-model", messages, stream: true });
  let heard = "";
  for await (const chunk of stream) {
    heard += chunk.choices[0]?.delta.content ?? "";
    if (heard.length > 20) break;
  }
  stream.controller.abort();
  await until(async () => at.lastRequest().aborted, "the model's end");
  await until(async () => (await at.turns(id)).at(-1).state === "interrupted", "the kept turn");
  expect((await at.turns(id)).at(-1).assistantReply).toContain("word");
  at.fake.reply("As I said.");
  await at.reply([
    ...messages,
    { role: "assistant", content: heard },
    { role: "user", content: "Never mind." },
  ]);
  expect(await at.newest()).toBe(id);
  expect((await at.turns(id)).map((turn) => turn.userMessage)).toEqual([
    "Let me begin.",
    "Tell me a very long story.",
    "Never mind.",
  ]);
});
