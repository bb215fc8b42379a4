import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  isChat,
  refused,
  startOpenAiBench,
  type Messages,
  type OpenAiBench,
} from "../support/openai-bench.ts";

/** What clients really send: values that are absent, histories they changed, images, ids of their own. */
let at: OpenAiBench;

beforeAll(async () => {
  at = await startOpenAiBench({ conversationWaitMs: 300 });
});
afterAll(() => at.close());
beforeEach(() => {
  at.fake.reply((body) =>
    isChat(body) ? `Reply to ${String(body.messages.at(-1)?.content).slice(0, 40)}` : undefined,
  );
});

const post = (body: unknown, headers = {}) => at.api.post("/v1/chat/completions", body, headers);
const image = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } };
let chats = 0;

/** Four messages, each sent with the history as `changed` leaves it. Returns the turns that came of it. */
async function chat(changed: (history: Messages, n: number) => unknown[]): Promise<string[][]> {
  chats += 1;
  const before = new Set((await at.conversations()).map(({ id }) => id));
  const history: Messages = [];
  for (const [n, said] of ["one", "two", "three", "four", "five", "six"].entries()) {
    history.push({ role: "user", content: `Part ${said} of story ${chats}.` });
    const { status, body, text } = await post({ messages: changed(history, n) });
    expect(status, text).toBe(200);
    history.push({ role: "assistant", content: body.choices[0].message.content });
  }
  const made = (await at.conversations()).filter(({ id }) => !before.has(id));
  return Promise.all(
    made.map(async ({ id }) => (await at.turns(id)).map(({ userMessage }: any) => userMessage as string)),
  );
}

const ALL = ["one", "two", "three", "four", "five", "six"];
const whole = () => [ALL.map((said) => `Part ${said} of story ${chats}.`)];
const replies = (history: Messages, change: (content: string) => object): unknown[] =>
  history.map((message) =>
    message.role === "assistant" ? { ...message, ...change(String(message.content)) } : message,
  );

describe("a conversation stays one", () => {
  test.each<[string, (history: Messages, n: number) => unknown[]]>([
    ["as it was", (history) => history],
    [
      "tool_calls: null",
      (history) => replies(history, () => ({ tool_calls: null, refusal: null, name: null })),
    ],
    [
      "passages of a file, only with the newest message",
      (history) => [
        ...history.slice(0, -1),
        {
          role: "user",
          content: `### Task:\nUse this.\n\n<context>\n<source id="1">A tent.</source>\n</context>\n${String(history.at(-1)?.content)}`,
        },
      ],
    ],
    ["tool_calls: []", (history) => replies(history, () => ({ tool_calls: [] }))],
    [
      "thought in the text",
      (history) => replies(history, (content) => ({ content: `<think>\nHm.\n</think>\n\n${content}` })),
    ],
    [
      "thought as details",
      (history) =>
        replies(history, (content) => ({
          content: `<details type="reasoning" done="true">\n<summary>Thought</summary>\nHm.\n</details>\n${content}`,
        })),
    ],
    [
      "content as parts",
      (history) => replies(history, (text) => ({ content: [{ type: "text", text }, null].slice(0, 1) })),
    ],
    [
      "CRLF and blanks",
      (history) =>
        history.map((one) => ({ ...one, content: `  ${String(one.content).replaceAll(" ", "\r\n")}\r\n` })),
    ],
    [
      "another system prompt each time",
      (history, n) => [{ role: "system", content: `It is ${n} o'clock.` }, ...history],
    ],
    [
      "instructions as messages of the user's",
      (history) => [
        { role: "user", content: "Rules: be brief." },
        { role: "user", content: "The state: Monday." },
        ...history,
      ],
    ],
    [
      "begun elsewhere",
      (history) => [
        ...["gulls", "terns", "ducks"].flatMap((bird) => [
          { role: "user", content: `Tell me of ${bird}, no. ${chats}.` },
          { role: "assistant", content: `They are ${bird}.` },
        ]),
        ...history,
      ],
    ],
    [
      "replies rendered anew",
      (history) => replies(history, (content) => ({ content: `**${content.replaceAll(" ", "  ")}**` })),
    ],
    ["replies regenerated", (history) => replies(history, () => ({ content: "Something else altogether." }))],
    ["the last 3", (history) => history.slice(-3)],
    ["the last 4", (history) => history.slice(-4)],
    ["the last 5", (history) => history.slice(-5)],
    ["the last 8", (history) => history.slice(-8)],
    [
      "a message edited in the middle",
      (history, n) => (n < 4 ? history : history.with(2, { role: "user", content: "Part 2, edited." })),
    ],
  ])("%s", async (_, changed) => {
    const turns = await chat(changed);
    // A white space is kept as it was said.
    expect(turns.map((said) => said.map((text) => text.replace(/\s+/g, " ").trim()))).toEqual(whole());
  });

  test("the time, only with the newest message", async () => {
    const [turns, ...others] = await chat((history, n) => [
      ...history.slice(0, -1),
      { role: "user", content: `[It is ${n} o'clock.] ${String(history.at(-1)?.content)}` },
    ]);
    expect(others).toEqual([]);
    expect(turns).toHaveLength(6);
  });

  test("two chats that begin alike stay two", async () => {
    const hello: Messages = [{ role: "user", content: "Good morning to you." }];
    const first = await at.reply(hello);
    const tom = [
      ...hello,
      { role: "assistant" as const, content: first },
      { role: "user" as const, content: "I am Tom." },
    ];
    await at.reply(tom);
    const second = await at.reply(hello);
    const ann = [
      ...hello,
      { role: "assistant" as const, content: second },
      { role: "user" as const, content: "I am Ann." },
    ];
    await at.reply(ann);
    const annsChat = await at.newest();
    expect((await at.turns(annsChat)).map(({ userMessage }: any) => userMessage)).toEqual([
      "Good morning to you.",
      "I am Ann.",
    ]);
    const more = await at.reply([
      ...tom,
      { role: "assistant", content: "Hello Tom." },
      { role: "user", content: "I row." },
    ]);
    expect(more).toContain("Reply");
    expect((await at.turns(annsChat)).map(({ userMessage }: any) => userMessage)).toEqual([
      "Good morning to you.",
      "I am Ann.",
    ]);
  });

  test("a message edited with a thought in the replies replaces the old one", async () => {
    const messages: Messages = [{ role: "user", content: "Let us speak of aunts." }];
    const content = `<think>Aunts.</think>${await at.reply(messages)}`;
    messages.push({ role: "assistant", content });
    await at.reply([...messages, { role: "user", content: "My aunt lives in Malmo." }]);
    await at.reply([...messages, { role: "user", content: "My aunt lives in Lund." }]);
    expect((await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage)).toEqual([
      "Let us speak of aunts.",
      "My aunt lives in Lund.",
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ["found by its history", {}],
    ["named by the client", { "X-OpenWebUI-Chat-Id": "owui-two" }],
  ])("two answers in a chat %s are both given, though the first takes its time", async (_, headers) => {
    const messages: Messages = [{ role: "user", content: "Let us speak of two answers." }];
    messages.push(
      { role: "assistant", content: await at.reply(messages) },
      { role: "user", content: "Which one?" },
    );
    at.fake.reply((body) => (isChat(body) ? { content: "This one.", delayMs: 1500 } : undefined));
    const answers = await Promise.all([1, 2].map(() => post({ messages }, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each<[string, object, Record<string, string>]>([
    ["a header of Open WebUI", {}, { "X-OpenWebUI-Chat-Id": "owui-1" }],
    ["a field of the body", { chat_id: "body-1" }, {}],
    ["metadata", { metadata: { conversation_id: "meta-1", user: null } }, {}],
  ])("by the client's own id: %s", async (_, body, headers) => {
    const before = (await at.conversations()).length;
    for (const content of ["Yes.", "No.", "Yes."])
      await post({ messages: [{ role: "user", content }], ...body }, headers);
    expect((await at.conversations()).length).toBe(before + 1);
    expect(await at.turns(await at.newest())).toHaveLength(3);
  });
});

describe("several messages before a reply", () => {
  const user = (content: string) => ({ role: "user" as const, content });
  const begun = async (topic: string) => {
    const first = user(`Let us speak of ${topic}.`);
    return [first, { role: "assistant" as const, content: await at.reply([first]) }];
  };
  const said = async () => (await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage);

  test("are all kept, once, and the model is sent them once", async () => {
    const messages: Messages = [...(await begun("dinghies")), user("I own a dinghy."), user("It is red.")];
    const reply = await at.reply(messages);
    const turns = ["Let us speak of dinghies.", "I own a dinghy.", "It is red."];
    expect(await said()).toEqual(turns);
    await at.reply(messages);
    expect(await said()).toEqual(turns);
    await at.reply([...messages, { role: "assistant", content: reply }, user("Bye.")]);
    expect(await said()).toEqual([...turns, "Bye."]);
    expect(JSON.stringify(at.lastChat().messages).match(/own a dinghy/g)).toHaveLength(1);
    await at.api.extracted();
    const [, { id }] = await at.turns(await at.newest());
    expect((await at.api.get(`/memory/episodes/${id}`)).body.extraction.state).toBe("done");
  });

  test("one that failed is not kept twice", async () => {
    const history: Messages = [...(await begun("kayaks")), user("I own a kayak.")];
    await at.fake.misbehave("peg-500", { when: isChat });
    expect((await post({ messages: history })).status).toBeGreaterThanOrEqual(500);
    await at.fake.restore();
    await at.reply([...history, user("It leaks.")]);
    expect(await said()).toEqual(["Let us speak of kayaks.", "I own a kayak.", "It leaks."]);
  });

  test("a program's instruction before each message, and what it adds in elements, are not kept", async () => {
    const rules = user("Rules: be brief.");
    const first = user("Let us speak of rafts.");
    const state = user("<environment_context>\nMonday\n</environment_context>");
    const reply = { role: "assistant" as const, content: await at.reply([rules, first]) };
    await at.reply([rules, first, reply, rules, state, user("I own a raft.")]);
    expect(await said()).toEqual(["Let us speak of rafts.", "I own a raft."]);
  });

  test("words off the record are not kept, wherever they are, nor what was forgotten", async () => {
    const secret = user("Off the record: I fear my boss.");
    await at.reply([...(await begun("canoes")), secret, user("I own a canoe.")]);
    expect(await said()).toEqual(["Let us speak of canoes.", "I own a canoe."]);
    const history = await begun("barges");
    await at.reply([...history, user("Off the record: I fear my aunt.")]);
    await at.reply([...history, user("Off the record: I fear my aunt."), user("I own a barge.")]);
    expect(JSON.stringify(await said())).not.toContain("fear");
  });
});

test("temporary chats of Open WebUI share an id: they stay apart, and are not remembered", async () => {
  const temporary = { "X-OpenWebUI-Chat-Id": "local:0a1b2c" };
  const before = (await at.conversations()).length;
  for (const content of ["My parrot is called Coco.", "I keep a toad."])
    await post({ messages: [{ role: "user", content }] }, temporary);
  expect((await at.conversations()).length).toBe(before + 2);
  expect(await at.turns(await at.newest())).toMatchObject([{ memory: "read" }]);
  await post(
    { messages: [{ role: "user", content: "I whittle." }] },
    { ...temporary, "X-Engram-Memory": "on" },
  );
  expect(await at.turns(await at.newest())).toMatchObject([{ memory: "on" }]);
});

test("headers that a template leaves empty, or with a placeholder, are none", async () => {
  const empty = ["X-Engram-Mode", "X-Engram-Memory", "X-OpenWebUI-Task", "Idempotency-Key"].map((name) => [
    name,
    "",
  ]);
  for (const id of ["new", "{{CHAT_ID}}", "${chat_id}"]) {
    const headers = { ...Object.fromEntries(empty), "X-Conversation-Id": id };
    const before = (await at.conversations()).length;
    for (const content of [`My newt is called ${id}.`, `I keep a frog, ${id}.`])
      expect((await post({ messages: [{ role: "user", content }] }, headers)).status).toBe(200);
    expect((await at.conversations()).length).toBe(before + 2);
  }
});

describe("what is absent, unknown or odd", () => {
  const weather = { type: "function", function: { name: "weather", parameters: { type: "object" } } };
  const user = { role: "user", content: "Hello there." };
  test.each<[string, object]>([
    [
      "null everywhere",
      {
        model: null,
        stream: null,
        temperature: null,
        max_tokens: null,
        tools: null,
        n: null,
        stop: null,
        user: null,
      },
    ],
    ["max_tokens -1", { max_tokens: -1 }],
    ["a hot temperature", { temperature: 3 }],
    [
      "unknown fields",
      { mcp: { a: [1] }, verbosity: "low", service_tier: "auto", store: false, modalities: ["text"] },
    ],
    [
      "a refusal and a thought as parts",
      {
        messages: [
          user,
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "hm", text: null },
              { type: "refusal", refusal: "No." },
            ],
          },
          { role: "user", content: "Why not?" },
        ],
      },
    ],
    [
      "contents of null",
      {
        messages: [
          { role: "system", content: null },
          user,
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: "a", content: null, name: null },
        ],
      },
    ],
    ["a part that is a string", { messages: [{ role: "user", content: ["Hello", "there."] }] }],
    ["a part without a type", { messages: [{ role: "user", content: [{ text: "Hello there." }] }] }],
    ["a number for a text", { messages: [{ role: "user", content: 42 }] }],
    ["a name that is a number", { messages: [{ ...user, name: 7 }] }],
    [
      "roles of other APIs",
      { messages: [{ role: "Human", content: "Hi." }, { role: "model", content: "Hello." }, user] },
    ],
    [
      "a result without its call",
      { messages: [user, { role: "tool", tool_call_id: "x", content: "stray" }] },
    ],
    ...[7, null, true, { id: "a" }].map((id): [string, object] => [
      `${JSON.stringify(id)} for the id of a call`,
      {
        messages: [
          user,
          {
            role: "assistant",
            tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: id, content: "Done." },
        ],
      },
    ]),
    ["an empty reply in the middle", { messages: [user, { role: "assistant", content: "" }, user] }],
  ])("%s", async (_, body) => {
    const { status, text } = await post({ messages: [user], ...body });
    expect(status, text).toBe(200);
  });

  /** What a client sends, and what the model server gets of it. */
  test.each<[string, object, object]>([
    [
      "numbers as text",
      { temperature: "0.3", max_tokens: "77", top_p: "0.9", seed: "7", stop: "7" },
      { temperature: 0.3, max_tokens: 77, top_p: 0.9, seed: 7, stop: "7" },
    ],
    [
      "a tool without its type, and without a description",
      { tools: [{ function: { ...weather.function, description: null } }] },
      { tools: [weather] },
    ],
    [
      "tools and a choice in the form of /v1/responses",
      {
        tools: [{ type: "function", ...weather.function, strict: null }],
        tool_choice: { type: "function", name: "weather" },
      },
      { tools: [weather], tool_choice: { type: "function", function: { name: "weather" } } },
    ],
    [
      "a choice among some tools",
      { tools: [weather], tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required" } } },
      { tool_choice: "required" },
    ],
    ...[undefined, "", "null", "[]", '"{}"', '{"city": "Ly', '{"city":"Lyon"}'].map(
      (args): [string, object, object] => [
        `a call whose arguments are ${String(args)}`,
        {
          messages: [
            user,
            { role: "assistant", tool_calls: [{ id: "a", function: { name: "f", arguments: args } }] },
            { role: "tool", tool_call_id: "a", content: "20" },
          ],
        },
        {
          messages: [
            {},
            {},
            {
              tool_calls: [
                {
                  type: "function",
                  function: { name: "f", arguments: args === '{"city":"Lyon"}' ? args : "{}" },
                },
              ],
            },
            {},
          ],
        },
      ],
    ),
    [
      "a part without text",
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: null },
              { type: "text", text: "Hello." },
            ],
          },
        ],
      },
      { messages: [{}, { content: expect.stringContaining("Hello.") }] },
    ],
    ["an effort", { reasoning_effort: "high" }, { reasoning_effort: "high" }],
    ["an effort as in /v1/responses", { reasoning: { effort: "high" } }, { reasoning_effort: "high" }],
    ["no effort at all", { reasoning_effort: "none" }, { reasoning_effort: "low" }],
    ["more effort than there is", { reasoning_effort: "max" }, { reasoning_effort: "high" }],
    [
      "tools of the client's provider",
      {
        tools: [{ type: "web_search" }, { type: "custom", custom: { name: "patch" } }, weather],
        tool_choice: { type: "web_search" },
      },
      { tools: [weather] },
    ],
    ...[{ grammar: 'root ::= "yes"' }, { dry_multiplier: 0.8, xtc_probability: 0.1 }].map(
      (options): [string, object, object] => [Object.keys(options).join(", "), options, options],
    ),
    [
      "the result of a tool as an object",
      {
        messages: [
          user,
          { role: "assistant", content: "", tool_calls: [{ id: "a", function: { name: "f" } }] },
          { role: "tool", tool_call_id: "a", content: { celsius: 20 } },
        ],
      },
      { messages: [{}, {}, {}, { role: "tool", tool_call_id: "a", content: '{"celsius":20}' }] },
    ],
    [
      "the results of a tool as a list, and as tools of MCP return them",
      {
        messages: [
          user,
          { role: "assistant", content: "", tool_calls: [{ id: "a", function: { name: "f" } }] },
          {
            role: "tool",
            tool_call_id: "a",
            content: [
              { celsius: 20 },
              { type: "dog", name: "Rex" },
              { type: "reasoning", text: "Hm." },
              { type: "resource", resource: { uri: "file:///a.txt", text: "It says 42.", _meta: null } },
              { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
            ],
          },
        ],
      },
      {
        messages: [
          {},
          {},
          {},
          {
            content: [{ text: '{"celsius":20}\n{"type":"dog","name":"Rex"}\nIt says 42.\n[image]' }, image],
          },
        ],
      },
    ],
    [
      "the arguments of a call as an object, and the thought behind it",
      {
        messages: [
          user,
          {
            role: "assistant",
            content: "",
            reasoning_content: "I must look.",
            tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: { city: "Lyon" } } }],
          },
          { role: "tool", tool_call_id: "a", content: "20" },
        ],
      },
      {
        messages: [
          {},
          {},
          {
            role: "assistant",
            reasoning_content: "I must look.",
            tool_calls: [{ function: { name: "f", arguments: '{"city":"Lyon"}' } }],
          },
          {},
        ],
      },
    ],
    [
      "a picture as the result of a tool",
      {
        messages: [
          user,
          { role: "assistant", content: "", tool_calls: [{ id: "a", function: { name: "f" } }] },
          { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "Done." }, image] },
        ],
      },
      {
        messages: [
          {},
          {},
          {},
          { role: "tool", content: [{ type: "text", text: expect.stringContaining("Done.") }, image] },
        ],
      },
    ],
    [
      "half an emoji in a tool",
      { tools: [{ type: "function", function: { ...weather.function, description: "The weather \ud83d" } }] },
      { tools: [{ function: { description: "The weather \ufffd" } }] },
    ],
    [
      "half an emoji, cut off",
      {
        messages: [
          { role: "system", content: "A long text \ud83d" },
          user,
          { role: "assistant", content: "Hello \ud83d" },
          { role: "user", content: "And then? \ud83d" },
        ],
      },
      {
        messages: [
          { content: expect.stringContaining("A long text \ufffd") },
          {},
          { content: "Hello \ufffd" },
          { content: expect.stringContaining("And then? \ufffd") },
        ],
      },
    ],
  ])("%s", async (_, body, got) => {
    const { status, text } = await post({ messages: [user], ...body });
    expect(status, text).toBe(200);
    expect(at.lastChat()).toMatchObject(got);
  });

  test.each([
    { tools: [], tool_choice: "auto", parallel_tool_calls: true },
    { tools: [{ type: "web_search" }], tool_choice: { type: "web_search" }, parallel_tool_calls: true },
    { tools: {}, tool_choice: "auto" },
  ])("an empty list of tools, or of functions, is none: %j", async (none) => {
    expect((await post({ messages: [user], ...none })).status).toBe(200);
    for (const field of Object.keys(none)) expect(at.lastChat()).not.toHaveProperty(field);
  });

  test.each<[unknown, string]>([
    ["true", "text/event-stream"],
    [1, "text/event-stream"],
    ["false", "application/json"],
    [0, "application/json"],
  ])("stream: %j", async (stream, type) => {
    const { headers, status } = await post({ messages: [user], stream });
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining(type)]);
  });

  test("nobody has spoken yet: the model begins, and nothing is kept", async () => {
    const before = (await at.api.get("/memory/stats")).body.episodes;
    const messages = [
      { role: "system", content: "You are Wilma, a lighthouse keeper." },
      { role: "assistant", content: "Good evening." },
    ];
    at.fake.reply((body) => (isChat(body) ? "The lamp is lit." : undefined));
    for (const sent of [messages, messages.slice(0, 1)])
      expect((await post({ messages: sent })).body.choices[0].message.content).toBe("The lamp is lit.");
    expect((await at.api.get("/memory/stats")).body.episodes).toBe(before);
  });

  test.each(["/v1//chat/completions", "/v1/chat/completions/", "//v1/chat/completions"])(
    "%s",
    async (path) => {
      expect((await at.api.post(path, { messages: [user] })).status).toBe(200);
    },
  );
});

describe("a reply that is to be continued", () => {
  const user = { role: "user", content: "Tell me about the lighthouse of Westerhever." };
  const begun = { role: "assistant", content: "It has stood there" };

  test("the model gets its beginning, the client the rest, and memory the whole", async () => {
    at.fake.reply((body) => (isChat(body) ? begun.content : undefined));
    await post({ messages: [user] });
    const conversation = await at.newest();
    at.fake.reply((body) => (isChat(body) ? " since 1908." : undefined));
    const { body } = await post({ messages: [user, begun], continue_final_message: true });
    expect(body.choices[0].message.content).toBe(" since 1908.");
    expect(at.lastChat().messages.at(-1)).toEqual(begun);
    expect(at.lastChat()["continue_final_message"]).toBe(true);
    expect(await at.turns(conversation)).toMatchObject([
      { userMessage: user.content, assistantReply: "It has stood there since 1908." },
    ]);
  });

  test("a beginning that a program sends with every message takes no earlier turn's place", async () => {
    at.fake.reply((body) => (isChat(body) ? "So far so good." : undefined));
    const first = { role: "user", content: "My lighthouse is called Roter Sand." };
    const messages = [first, { role: "assistant", content: "So far so good." }];
    const second = { role: "user", content: "It stands in the sea." };
    await post({ messages: [first] });
    const prefilled = [...messages, second, { role: "assistant", content: "<think></think>" }];
    for (const _ of ["sent", "regenerated"]) {
      await post({ messages: prefilled });
      const turns = await at.turns(await at.newest());
      expect(turns.map(({ userMessage }) => userMessage)).toEqual([first.content, second.content]);
    }
  });

  test("an empty beginning is none", async () => {
    expect((await post({ messages: [user, { role: "assistant", content: "" }] })).status).toBe(200);
    expect(at.lastChat().messages.at(-1)?.role).toBe("user");
  });
});

describe("functions, as they were before there were tools", () => {
  const weather = { name: "weather", parameters: { type: "object", properties: {} } };
  const call = { name: "weather", arguments: '{"city":"Lyon"}' };
  const asked = {
    messages: [{ role: "user", content: "Is it warm in Lyon?" }],
    functions: [weather],
    function_call: "auto",
  };
  const calling = () =>
    at.fake.reply((body) =>
      !isChat(body)
        ? undefined
        : body.messages.at(-1)?.role === "tool"
          ? "It is 20 degrees."
          : { toolCalls: [[{ index: 0, id: "call_9", type: "function", function: call }]] },
    );

  test("a call and its result", async () => {
    calling();
    const { body } = await post(asked);
    expect(body.choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { content: null, function_call: call },
    });
    expect(body.choices[0].message).not.toHaveProperty("tool_calls");
    expect(at.lastChat()).toMatchObject({
      tools: [{ type: "function", function: weather }],
      tool_choice: "auto",
    });
    const result = { role: "function", name: "weather", content: "20" };
    const more = await post({ ...asked, messages: [...asked.messages, body.choices[0].message, result] });
    expect(more.body.choices[0].message.content).toBe("It is 20 degrees.");
    expect(at.lastChat().messages.slice(-2)).toMatchObject([
      { role: "assistant", tool_calls: [{ id: "call_weather", function: call }] },
      { role: "tool", tool_call_id: "call_weather", content: "20" },
    ]);
  });

  test("streamed, and with a function that must be called", async () => {
    calling();
    const stream = at.openai.chat.completions.stream({
      messages: asked.messages as Messages,
      functions: asked.functions,
      model: "m",
      function_call: { name: "weather" },
    });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({ finish_reason: "function_call", message: { function_call: call } });
    expect(at.lastChat().tool_choice).toEqual({ type: "function", function: { name: "weather" } });
  });
});

test("HEAD and OPTIONS are answered without a body", async () => {
  for (const [method, path, status] of [
    ["HEAD", "/v1/models", 200],
    ["OPTIONS", "/v1/chat/completions", 204],
  ] as const) {
    const response = await fetch(at.service.url + path, { method });
    expect([method, response.status, await response.text()]).toEqual([method, status, ""]);
  }
});

test("a model whose name has a slash is looked up as a whole", async () => {
  for (const name of ["qwen/qwen3", "qwen%2Fqwen3"]) {
    const { status, text } = await at.api.get(`/v1/models/${name}`);
    expect([status, text]).toEqual([404, expect.stringContaining("there is gpt-oss-120b")]);
  }
});

test("the model is sent what a program adds to the words, and memory keeps the words", async () => {
  const content = `<attached_files>\n<file id="1" name="list.md"/>\n</attached_files>\n\nMatteo brings the tent.`;
  expect((await post({ messages: [{ role: "user", content }] })).status).toBe(200);
  expect(at.lastChat().messages.at(-1)?.content).toContain(content);
  expect((await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage)).toEqual([
    "[file: list.md]\nMatteo brings the tent.",
  ]);
});

test("what a program adds may be long, and from a PDF with NUL in it", async () => {
  const passage = `<source id="1">The mill \u0000has a wheel. </source>\n`;
  const context = `<context>\n${passage.repeat(4_500)}</context>`;
  at.fake.reply((body) => (isChat(body) ? "Oak." : undefined));
  const content = `${context}\n\nWhat is the wheel of the mill made of?`;
  const { status, text } = await post({ messages: [{ role: "user", content }] });
  expect(status, text).toBe(200);
  expect(at.lastChat().messages.at(-1)?.content).toContain(content.replaceAll("\u0000", ""));
  expect((await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage)).toEqual([
    "What is the wheel of the mill made of?",
  ]);
});

test("a file in a part of its own is not what the user said", async () => {
  const file = "<path>/notes.md</path>\n<content>\nI am allergic to nuts.\n</content>";
  const content = ["What is in my notes?", file].map((text) => ({ type: "text", text }));
  expect((await post({ messages: [{ role: "user", content }] })).status).toBe(200);
  expect(at.lastChat().messages.at(-1)?.content).toContain(file);
  expect((await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage)).toEqual([
    "What is in my notes?",
  ]);
});

describe("an image", () => {
  const asked = { role: "user", content: [{ type: "text", text: "What is on this picture?" }, image] };

  test("goes to the model as it came, and stands in memory as what it is", async () => {
    expect((await post({ messages: [asked] })).status).toBe(200);
    const content = at.lastChat().messages.at(-1)?.content as unknown as object[];
    expect(content.at(-1)).toEqual(image);
    expect((await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage)).toEqual([
      "What is on this picture?\n[image]",
    ]);
  });

  test.each([
    ["its bare address", { type: "image_url", image_url: image.image_url.url }],
    ["the form of responses", { type: "input_image", image_url: image.image_url.url, detail: "auto" }],
  ])("by %s", async (_, part) => {
    const content = [{ type: "input_text", text: "What is on this picture?" }, part];
    expect((await post({ messages: [{ role: "user", content }] })).status).toBe(200);
    const sent = at.lastChat().messages.at(-1)?.content as unknown as object[];
    expect(sent.at(-1)).toEqual(image);
  });

  test("a history with many goes on", async () => {
    const url = `data:image/png;base64,${"A".repeat(7_000_000)}`;
    const photo = { type: "image_url", image_url: { url } };
    const history = ["one", "two", "three"].flatMap((nth) => [
      { role: "user", content: [{ type: "text", text: `Photo ${nth}.` }, photo] },
      { role: "assistant", content: "A heron." },
    ]);
    const { status, text } = await post({ messages: [...history, { role: "user", content: "And now?" }] });
    expect(status, text.slice(0, 200)).toBe(200);
  });

  test("a model that sees none refuses the message, and none behind it", async () => {
    // As llama-server without a projector answers.
    at.fake.reply((body) => {
      if (JSON.stringify(body.messages).includes("image_url"))
        throw new Error("image input is not supported - hint: you may need to provide the mmproj");
      return isChat(body) ? "Words." : undefined;
    });
    const error = await refused(at.ask([asked as never]));
    expect(error.status).toBe(501);
    expect(error.message).toContain("takes no images");
    const messages = [asked, { role: "assistant", content: "A cat." }, { role: "user", content: "And now?" }];
    expect(await at.reply(messages as Messages)).toBe("Words.");
    expect(JSON.stringify(at.lastChat().messages)).toContain("[image]");
  });
});

test("what a bridge puts before the words goes to the model, and hides no wish", async () => {
  const stamp = "[Telegram Bob id:1 2026-01-01 10:00]";
  await at.reply([{ role: "user", content: `${stamp} My newt is called Nils.` }]);
  expect(at.lastChat().messages.at(-1)?.content).toContain(`${stamp} My newt`);
  expect(await at.turns(await at.newest())).toMatchObject([{ userMessage: "My newt is called Nils." }]);
  await at.reply([{ role: "user", content: `${stamp} Off the record: I fear newts.` }]);
  expect(JSON.stringify(await at.turns(await at.newest()))).not.toContain("fear");
});

describe("several people in one chat", () => {
  const says = (name: string, content: string) => ({ role: "user" as const, name, content });
  const fine = { role: "assistant" as const, content: "Fine." };
  const spoken = async () =>
    (await at.turns(await at.newest())).map(({ speaker, userMessage }: any) => [speaker, userMessage]);
  beforeEach(() => at.fake.reply((body) => (isChat(body) ? "Fine." : undefined)));
  const sent = () =>
    at
      .lastChat()
      .messages.filter(({ role }) => role === "user")
      .map(({ content }) => content.split("\n")[0]);

  test("each turn has its speaker, and the model sees who said what", async () => {
    const chat: Messages = [says("Anna", "We plan the attic.")];
    await at.reply(chat);
    expect(await spoken()).toEqual([[null, "We plan the attic."]]);
    chat.push(fine, says("Bert", "I paint the attic."), says("local", "I plaster the attic."));
    await at.reply(chat);
    expect(await spoken()).toEqual([
      [null, "We plan the attic."],
      ["Bert", "I paint the attic."],
      [null, "I plaster the attic."],
    ]);
    const labelled = ["Anna: We plan the attic.", "Bert: I paint the attic.", "I plaster the attic."];
    expect(sent()).toEqual(labelled);
    // The last messages alone: only one person is named.
    await at.reply([says("local", "I plaster the attic."), fine, says("Bert", "It is blue.")].slice(-3));
    await at.reply([says("Bert", "It is blue."), fine, says("Bert", "Now it is green.")]);
    expect((await spoken()).slice(-2)).toEqual([
      ["Bert", "It is blue."],
      ["Bert", "Now it is green."],
    ]);
    expect(sent()).toEqual(["Bert: It is blue.", "Bert: Now it is green."]);
  });

  test("names in brackets before the words are speakers, too", async () => {
    const says = (content: string) => ({ role: "user" as const, content });
    const chat = [says("[Dora]: We plan the shed."), fine, says("[Emil]: I paint the shed.")];
    await at.reply(chat);
    expect(await spoken()).toEqual([["Emil", "[Emil]: I paint the shed."]]);
    expect(sent()).toEqual(["[Dora]: We plan the shed.", "[Emil]: I paint the shed."]);
    await at.reply([...chat, fine, says("[local]: I plaster the shed."), fine, says("No label.")]);
    expect((await spoken()).at(-1)).toEqual([null, "No label."]);
  });

  test("the owner is known by the names that memory knows", async () => {
    const name = { subject: "user", predicate: "NAME", object: "Tomas", text: "The user is called Tomas." };
    expect((await at.api.post("/memory/facts", name)).status).toBe(201);
    await at.reply([says("Gerd", "We plan the porch."), fine, says("Tomas", "I oil the porch.")]);
    expect(await spoken()).toEqual([[null, "I oil the porch."]]);
  });

  test("one name in all messages is the owner's", async () => {
    await at.reply([says("Persona", "I tile the roof."), fine, says("Persona", "It is red.")]);
    expect(await spoken()).toEqual([[null, "It is red."]]);
  });

  test("a guest's words are kept off the record, and no wish of theirs to forget is carried out", async () => {
    const chat: Messages = [says("Carl", "We plan the cellar."), fine];
    await at.reply([...chat, says("local", "I keep wine in the cellar.")]);
    await at.reply([
      ...chat,
      says("local", "I keep wine in the cellar."),
      fine,
      says("Carl", "Forget that I keep wine in the cellar."),
    ]);
    const turns = await at.turns(await at.newest());
    expect(turns.map(({ userMessage }: any) => userMessage)).toEqual([
      "I keep wine in the cellar.",
      "Forget that I keep wine in the cellar.",
    ]);
    await at.reply([
      ...chat,
      says("local", "I keep beer."),
      fine,
      says("Carl", "Off the record: I fear mice."),
    ]);
    expect(JSON.stringify(await at.turns(await at.newest()))).not.toContain("mice");
  });
});
