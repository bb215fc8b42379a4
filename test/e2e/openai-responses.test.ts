import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isChat, startOpenAiBench, type OpenAiBench } from "../support/openai-bench.ts";

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
  const tools = [{ type: "function" as const, name: "weather", parameters: {}, strict: false }];
  const input = [{ role: "user" as const, content: "How warm is it in Trier now?" }];
  const asked = await at.openai.responses.create({ model: "m", input, tools });
  const call = asked.output.find(({ type }) => type === "function_call");
  expect(call).toMatchObject({ name: "weather", call_id: "call_1", arguments: '{"in":"Trier"}' });
  expect(at.lastChat().tools).toMatchObject([{ type: "function", function: { name: "weather" } }]);
  const answer = await at.openai.responses.create({
    model: "m",
    input: [...input, call as never, { type: "function_call_output", call_id: "call_1", output: "20" }],
    tools,
  });
  expect(answer.output_text).toBe("It is 20 degrees.");
  expect(await said()).toEqual(["How warm is it in Trier now?"]);
});

test("what is refused is told in OpenAI's shape", async () => {
  const unknown = { model: "m", input: "Hello.", previous_response_id: "resp_nope" };
  await expect(at.openai.responses.create(unknown)).rejects.toMatchObject({
    status: 400,
    param: "previous_response_id",
  });
  await expect(at.openai.responses.create({ model: "m", input: " " })).rejects.toMatchObject({ status: 400 });
});

test("a model that fails in a stream ends it with what went wrong", async () => {
  await at.fake.misbehave("error-in-stream");
  const stream = await at.openai.responses.create({ model: "m", input: "Fail, please.", stream: true });
  const types: string[] = [];
  await (async () => {
    for await (const event of stream) types.push(event.type);
  })().catch(() => undefined);
  expect(types).toContain("response.failed");
});
