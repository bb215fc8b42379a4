import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client } from "../support/client.ts";
import type { ChatBody } from "../support/fake-llama/index.ts";
import { isChat, startOpenAiBench, type OpenAiBench } from "../support/openai-bench.ts";
import { startService, testFolder } from "../support/service.ts";

/** `/v1/responses`, asked by the stock `openai` package. */
let at: OpenAiBench;

beforeAll(async () => {
  at = await startOpenAiBench();
});
afterAll(() => at.close());
beforeEach(() => at.fake.reply((body) => (isChat(body) ? "It is sunny." : undefined)));

const said = async () =>
  (await at.turns(await at.newest())).map(({ userMessage }: any) => userMessage as string);

test("a text is answered, with usage, and is a turn", async () => {
  const answer = await at.openai.responses.create({
    model: "test-model",
    instructions: "Be kind.",
    input: "How is the weather in Trier?",
  });
  expect(answer).toMatchObject({ object: "response", status: "completed", output_text: "It is sunny." });
  expect(answer.usage?.output_tokens).toBeGreaterThan(0);
  expect(at.lastChat().messages[0]?.content).toContain("Be kind.");
  expect(await said()).toEqual(["How is the weather in Trier?"]);
});

test("streamed", async () => {
  const stream = await at.openai.responses.create({
    model: "test-model",
    input: "And tomorrow?",
    stream: true,
  });
  const types: string[] = [];
  let text = "";
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
    if (event.type === "response.completed")
      expect(event.response.output).toMatchObject([{ type: "message" }]);
  }
  expect(text).toBe("It is sunny.");
  expect(types[0]).toBe("response.created");
  expect(types.at(-1)).toBe("response.completed");
});

test("the probabilities of tokens", async () => {
  const asked = { model: "m", input: "Is it sunny?", top_logprobs: 1 };
  const { output } = await at.openai.responses.create({
    ...asked,
    include: ["message.output_text.logprobs"],
  });
  const weighed = ["It", " is", " sunny."].map((token) => ({ token, top_logprobs: [{ logprob: -0.25 }] }));
  expect(output).toMatchObject([{ content: [{ logprobs: weighed }] }]);
  await at.openai.responses.create(asked);
  expect(at.lastChat()).not.toHaveProperty("top_logprobs");
});

test("one conversation, by the response before and by the history alike", async () => {
  const first = await at.openai.responses.create({ model: "m", input: "My hen is called Berta." });
  const second = await at.openai.responses.create({
    model: "m",
    input: "She lays well.",
    previous_response_id: first.id,
  });
  expect(JSON.stringify(at.lastChat().messages)).toContain("Berta");
  await at.openai.responses.create({
    model: "m",
    input: [
      { role: "user", content: "My hen is called Berta." },
      ...(first.output as never[]),
      { role: "user", content: [{ type: "input_text", text: "She lays well." }] },
      ...(second.output as never[]),
      { role: "user", content: "She is two." },
    ],
  });
  expect(await said()).toEqual(["My hen is called Berta.", "She lays well.", "She is two."]);
});

test("several messages behind an earlier response reach the model and memory", async () => {
  const first = await at.openai.responses.create({ model: "m", input: "Let us speak of mills." });
  const input = ["I own a mill.", "It is old."].map((content) => ({ role: "user" as const, content }));
  await at.openai.responses.create({ model: "m", input, previous_response_id: first.id });
  const sent = at.lastChat().messages.filter(({ role }) => role === "user");
  expect(sent.map(({ content }) => content.split("\n")[0])).toEqual([
    "Let us speak of mills.",
    "I own a mill.",
    "It is old.",
  ]);
  expect(await said()).toEqual(["Let us speak of mills.", "I own a mill.", "It is old."]);
});

test("behind an earlier response: the last message is edited, one before it begins a branch", async () => {
  const behind = async (input: string, before?: string) =>
    (await at.openai.responses.create({ model: "m", input, previous_response_id: before ?? null })).id;
  const first = await behind("My goose is called Alma.");
  const second = await behind("She is ill.", first);
  await behind("Is it serious?", second);
  await behind("Is it catching?", second);
  expect(await said()).toEqual(["My goose is called Alma.", "She is ill.", "Is it catching?"]);
  const other = await behind("She is well.", first);
  expect(JSON.stringify(at.lastChat().messages.slice(1))).not.toMatch(/ill|catching/);
  await behind("How nice.", other);
  expect(JSON.stringify(at.lastChat().messages)).toMatch(/Alma.*well.*How nice/s);
  expect(await said()).toEqual(["She is well.", "How nice."]);
});

test("tools: calls come back, results go on in the same turn", async () => {
  at.fake.reply((body) => {
    if (!isChat(body)) return undefined;
    if (body.messages.some(({ role }) => role === "tool")) return "It is 20 degrees.";
    const call = {
      index: 0,
      id: "call_1",
      type: "function",
      function: { name: "weather", arguments: '{"in":"Trier"}' },
    };
    return { toolCalls: [[call]], finish: "tool_calls" };
  });
  // As agents with many MCP servers offer.
  const tools = ["weather", ...Array.from({ length: 140 }, (_, n) => `tool_${n}`)].map((name) => ({
    type: "function" as const,
    name,
    parameters: {},
    strict: false,
  }));
  const input = [{ role: "user" as const, content: "How warm is it in Trier now?" }];
  const asked = await at.openai.responses.create({ model: "m", input, tools });
  const call = asked.output.find(({ type }) => type === "function_call");
  expect(call).toMatchObject({ name: "weather", call_id: "call_1", arguments: '{"in":"Trier"}' });
  expect(at.lastChat().tools).toHaveLength(tools.length);
  expect(at.lastChat().tools).toContainEqual({
    type: "function",
    function: expect.objectContaining({ name: "weather" }),
  });
  const answer = await at.openai.responses.create({
    model: "m",
    input: [...input, call as never, { type: "function_call_output", call_id: "call_1", output: "20" }],
    tools,
  });
  expect(answer.output_text).toBe("It is 20 degrees.");
  expect(await said()).toEqual(["How warm is it in Trier now?"]);
});

test("tools in a namespace, as Codex sends those of MCP servers: called and returned by their own names", async () => {
  const called = { index: 0, id: "call_1", function: { name: "mcp__house__lamp", arguments: "{}" } };
  at.fake.reply((body) => {
    if (!isChat(body)) return undefined;
    return body.messages.at(-1)?.role === "tool" ? "It is on." : { toolCalls: [[called]] };
  });
  const lamp = { type: "function", name: "lamp", parameters: { type: "object" }, strict: false };
  const tools = [{ type: "namespace", name: "mcp__house", description: "The house", tools: [lamp] }] as never;
  const input = [{ role: "user" as const, content: "Switch on the lamp in the hall." }];
  const streamed = at.openai.responses.stream({ model: "m", input, tools, tool_choice: "required" });
  const call = (await streamed.finalResponse()).output.at(-1);
  expect(call).toMatchObject({ type: "function_call", namespace: "mcp__house", name: "lamp" });
  const { type: _, ...offered } = { ...lamp, name: "mcp__house__lamp" };
  expect(at.lastChat().tools).toEqual([{ type: "function", function: offered }]);
  const output = { type: "function_call_output" as const, call_id: "call_1", output: "on" };
  const answer = await at.openai.responses.create({
    model: "m",
    input: [...input, call as never, output],
    tools,
  });
  expect(answer.output_text).toBe("It is on.");
  expect(at.lastChat().messages.at(-2)).toMatchObject({
    tool_calls: [{ function: { name: "mcp__house__lamp" } }],
  });
});

test("a picture as the result of a call, the thought behind the call, and a function that must be called", async () => {
  const url = "data:image/png;base64,iVBORw0KGgo=";
  const answer = await at.openai.responses.create({
    model: "m",
    tools: [{ type: "function", name: "shoot", parameters: {}, strict: false }],
    tool_choice: { type: "function", name: "shoot" },
    input: [
      { role: "user", content: "What is on the screen?" },
      { type: "reasoning", id: "rs_1", summary: [], content: [{ type: "reasoning_text", text: "I look." }] },
      { type: "function_call", call_id: "call_1", name: "shoot", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "call_1",
        output: [
          { type: "input_text", text: "Done." },
          { type: "input_image", image_url: url },
        ],
      },
    ],
  });
  expect(answer.output_text).toBe("It is sunny.");
  expect(at.lastChat()).toMatchObject({ tool_choice: { type: "function", function: { name: "shoot" } } });
  expect(at.lastChat().messages.slice(-2)).toMatchObject([
    { role: "assistant", reasoning_content: "I look.", tool_calls: [{ id: "call_1" }] },
    {
      role: "tool",
      content: [{ text: expect.stringContaining("Done.") }, { type: "image_url", image_url: { url } }],
    },
  ]);
});

describe("tools of a turn that waits", () => {
  const QUESTION = { role: "user" as const, content: "How warm is it in Trier and in Metz?" };
  const tools = [{ type: "function" as const, name: "weather", parameters: {}, strict: false }];
  const call = (index: number) => [
    { index, id: `call_${index}`, type: "function", function: { name: "weather", arguments: "{}" } },
  ];
  const outputs = [0, 1].map((n) => ({
    type: "function_call_output" as const,
    call_id: `call_${n}`,
    output: `${n}`,
  }));
  const calling = (body: ChatBody) =>
    body.messages.some(({ role }) => role === "tool")
      ? "Warm in both."
      : { reasoning: "Two places.", content: "I look.", toolCalls: [call(0), call(1)] };
  const ASKED_AND_CALLED = [
    { role: "assistant", content: "I look.", tool_calls: [{ id: "call_0" }, { id: "call_1" }] },
    { role: "tool", tool_call_id: "call_0" },
    { role: "tool", tool_call_id: "call_1" },
  ];
  beforeEach(() => at.fake.reply((body) => (isChat(body) ? calling(body) : undefined)));

  test("all that was said and called is one message again, in whatever items it comes back", async () => {
    const first = await at.openai.responses.create({ model: "m", input: [QUESTION], tools });
    expect(first.output).toMatchObject([
      { type: "reasoning", content: [{ text: "Two places." }] },
      { type: "message", content: [{ text: "I look." }] },
      { type: "function_call", call_id: "call_0" },
      { type: "function_call", call_id: "call_1" },
    ]);
    const input = [QUESTION, ...(first.output as never[]), ...outputs];
    const { output_text } = await at.openai.responses.create({ model: "m", input, tools });
    expect(output_text).toBe("Warm in both.");
    expect(at.lastChat().messages.slice(-3)).toMatchObject(ASKED_AND_CALLED);
    expect(await said()).toEqual([QUESTION.content]);
  });

  test("results go on alone behind the response that asked for them, in the same turn", async () => {
    const { id: before } = await at.openai.responses.create({ model: "m", input: "I am Odo." });
    const by = { model: "m", tools };
    const first = await at.openai.responses.create({
      ...by,
      input: [QUESTION],
      previous_response_id: before,
    });
    const more = { ...by, input: outputs, previous_response_id: first.id };
    expect((await at.openai.responses.create(more)).output_text).toBe("Warm in both.");
    expect(at.lastChat().messages.slice(-3)).toMatchObject(ASKED_AND_CALLED);
    expect(at.lastChat().messages.filter(({ content }) => content.includes("Metz"))).toHaveLength(1);
    expect(await said()).toEqual(["I am Odo.", QUESTION.content]);
    await expect(at.openai.responses.create(more)).rejects.toMatchObject({
      status: 400,
      param: "previous_response_id",
    });
  });

  test("results go on alone after the service was restarted, too", async () => {
    const folder = await testFolder();
    const env = { LLAMA_CPP_URL: at.fake.url, LLAMA_CPP_MODEL: "test-model" };
    const running = async <T>(ask: (openai: OpenAI, url: string) => Promise<T>): Promise<T> => {
      const service = await startService(folder.path, env);
      const openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: "x", maxRetries: 0 });
      return ask(openai, service.url).finally(() => service.stop());
    };
    try {
      const first = await running((openai) =>
        openai.responses.create({ model: "m", input: [QUESTION], tools }),
      );
      const more = { model: "m", tools, input: outputs, previous_response_id: first.id };
      const answer = await running((openai) => openai.responses.create(more));
      expect(answer.output_text).toBe("Warm in both.");
      const sent = at.lastChat().messages;
      expect(sent.slice(-3)).toMatchObject(ASKED_AND_CALLED);
      expect(sent.at(-4)?.content).toContain(QUESTION.content);
      const kept = await running((_, url) =>
        client(url).get(`/memory/episodes/${first.id.replace("resp_", "")}`),
      );
      expect(kept.body.passes).toMatchObject([{ purpose: "reply" }, { purpose: "tools", reasoning: null }]);
      await running((openai) =>
        expect(openai.responses.create(more)).rejects.toMatchObject({ param: "previous_response_id" }),
      );
    } finally {
      await folder.remove();
    }
  });

  test("thoughts and calls with words off the record are not kept", async () => {
    const secret = await at.openai.responses.create({
      model: "m",
      input: "Off the record: my locker code is 4711.",
    });
    const open = { name: "open", arguments: '{"code":"4711"}' };
    const calls = [[{ index: 0, id: "call_0", type: "function", function: open }]];
    at.fake.reply((body) => (isChat(body) ? { reasoning: "It is 4711.", toolCalls: calls } : undefined));
    const asked = { model: "m", input: "Open my locker.", tools, previous_response_id: secret.id };
    const { id, output } = await at.openai.responses.create(asked);
    expect(output.at(-1)).toMatchObject({ arguments: open.arguments });
    const turn = await at.api.get(`/memory/episodes/${id.replace("resp_", "")}`);
    expect(turn.body.userMessage).toBe("Open my locker.");
    expect(turn.text).not.toContain("4711");
  });

  test("a stream ends each item before the next begins", async () => {
    const types: string[] = [];
    // The package's helper, which builds the response from the events, refuses a piece of what was not begun.
    const stream = at.openai.responses.stream({ model: "m", input: [QUESTION], tools });
    for await (const event of stream) {
      types.push(event.type.replace("response.", ""));
      if (event.type === "response.created") expect(event.response.model).toBe("gpt-oss-120b");
    }
    expect((await stream.finalResponse()).output_text).toBe("I look.");
    const order = types.filter((type, n) => type !== types[n - 1]);
    const one = (pieces: string, ...end: string[]) => [`${pieces}.delta`, `${pieces}.done`, ...end];
    const called = ["output_item.added", ...one("function_call_arguments", "output_item.done")];
    expect(order).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "content_part.added",
      ...one("reasoning_text", "content_part.done", "output_item.done"),
      "output_item.added",
      "content_part.added",
      ...one("output_text", "content_part.done", "output_item.done"),
      ...called,
      ...called,
      "completed",
    ]);
  });
});

test("a file goes to the model as in a chat, and memory keeps its name", async () => {
  const file = { filename: "list.pdf", file_data: "data:application/pdf;base64,JVBERg==" };
  const content = [
    { type: "input_text" as const, text: "What does it say?" },
    { type: "input_file" as const, ...file },
  ];
  await at.openai.responses.create({ model: "m", input: [{ role: "user", content }] });
  const sent = at.lastChat().messages.at(-1)?.content as unknown as object[];
  expect(sent.at(-1)).toEqual({ type: "file", file });
  expect(await said()).toEqual(["What does it say?\n[file: list.pdf]"]);
});

test("a reply that a client only refers to is in the history", async () => {
  const first = await at.openai.responses.create({ model: "m", input: "My hen is called Berta." });
  const [message] = first.output;
  const input = [
    { role: "user", content: "My hen is called Berta." },
    { type: "item_reference", id: message?.id },
    { role: "user", content: "She lays well." },
  ];
  await at.openai.responses.create({ model: "m", input: input as never });
  expect(at.lastChat().messages).toContainEqual({ role: "assistant", content: first.output_text });
});

test("what is refused is told in OpenAI's shape", async () => {
  const unknown = { model: "m", input: "Hello.", previous_response_id: "resp_nope" };
  await expect(at.openai.responses.create(unknown)).rejects.toMatchObject({
    status: 400,
    param: "previous_response_id",
    code: "previous_response_not_found",
  });
  for (const input of [" ", null, {}, [{ role: "narrator", content: "Hello." }]])
    await expect(at.openai.responses.create({ model: "m", input: input as never })).rejects.toMatchObject({
      status: 400,
      param: "input",
      message: expect.stringMatching(/must be|must not be|Expected/),
    });
});

test("a model that fails in a stream ends it with what went wrong", async () => {
  await at.fake.misbehave("error-in-stream");
  const stream = await at.openai.responses.create({ model: "m", input: "Fail, please.", stream: true });
  const types: string[] = [];
  await (async () => {
    for await (const event of stream) types.push(event.type);
  })().catch(() => undefined);
  expect(types).toContain("response.failed");
  await at.fake.misbehave("error-in-stream");
  const { text } = await at.api.post("/v1/responses", { input: "Fail again, please.", stream: true });
  const events = text.split("\n\n").filter((event: string) => event.startsWith("event: "));
  const error = { code: expect.any(String), message: expect.any(String), param: null };
  expect(JSON.parse(/^data: (.*)$/m.exec(events.at(-1) ?? "")?.[1] ?? "")).toMatchObject({
    type: "error",
    sequence_number: events.length - 1,
    ...error,
    error,
  });
});

test("a prompt that is too long ends a stream with OpenAI's code", async () => {
  await at.fake.misbehave("ctx-exceeded", { when: isChat });
  const stream = await at.openai.responses.create({ model: "m", input: "A long story.", stream: true });
  const failed: unknown[] = [];
  await (async () => {
    for await (const event of stream) if (event.type === "response.failed") failed.push(event.response.error);
  })().catch(() => undefined);
  expect(failed).toMatchObject([{ code: "context_length_exceeded" }]);
});
