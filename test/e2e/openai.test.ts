import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  isChat,
  refused,
  startOpenAiBench,
  type Messages,
  type OpenAiBench,
} from "../support/openai-bench.ts";

/** The stock `openai` package: answers, histories, memory. */
let at: OpenAiBench;

beforeAll(async () => {
  at = await startOpenAiBench();
});
afterAll(() => at.close());
afterEach(async () => at.fake.restore());

describe("answers", () => {
  test("whole", async () => {
    at.fake.reply({ reasoning: "Hm.", content: "Hello, friend." });
    const { data, response } = await at.openai.chat.completions
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
    expect(response.headers.get("x-engram-conversation")).toBe(await at.newest());
  });

  test("streamed", async () => {
    at.fake.reply({ content: "One two three four." });
    const stream = await at.openai.chat.completions.create({
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
    const answer = await at.api.post("/v1/chat/completions", {
      messages: [{ role: "user", content: "Bytes." }],
      stream: true,
    });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(answer.text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("stream_options.include_usage", async () => {
    const stream = await at.openai.chat.completions.create({
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
    at.fake.reply({ content: "one two three four five six" });
    const answer = await at.ask([{ role: "user", content: "Be brief." }], {
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
    expect(at.lastChat()).toMatchObject({
      max_tokens: 3,
      temperature: 0.1,
      top_p: 0.5,
      stop: ["END"],
      seed: 7,
    });
  });

  describe("several choices", () => {
    const CALM = [{ role: "user" as const, content: "Name a colour for the gate." }];
    const colours = ["Red it is.", "Blue it is.", "Grey it is."];
    const inTurn = () => {
      let asked = 0;
      at.fake.reply((body) => (isChat(body) ? (colours[asked++] ?? "none") : undefined));
    };

    test("each is another answer to the same prompt; the first is the turn", async () => {
      inTurn();
      const before = at.fake.requests.length;
      const { choices, usage } = await at.ask(CALM, { n: 3, seed: 5 });
      expect(choices.map(({ index, message }) => [index, message.content])).toEqual([...colours.entries()]);
      const asked = at.fake.requests.slice(before).flatMap(({ body }) => (isChat(body) ? body : []));
      expect(asked.map(({ seed }) => seed)).toEqual([5, 6, 7]);
      expect(new Set(asked.map(({ messages }) => JSON.stringify(messages))).size).toBe(1);
      expect(usage?.completion_tokens).toBe(9);
      expect(await at.turns(await at.newest())).toMatchObject([{ assistantReply: "Red it is." }]);
      // Whichever a client goes on with, the conversation is the same.
      const picked = { role: "assistant" as const, content: "Grey it is." };
      await at.reply([...CALM, picked, { role: "user", content: "Thank you." }]);
      expect(await at.turns(await at.newest())).toHaveLength(2);
    });

    test("streamed", async () => {
      inTurn();
      const stream = at.openai.chat.completions.stream({
        model: "m",
        messages: CALM,
        n: 3,
        stream_options: { include_usage: true },
      });
      const { choices, usage } = await stream.finalChatCompletion();
      expect(choices.map(({ message, finish_reason }) => [message.content, finish_reason])).toEqual(
        colours.map((colour) => [colour, "stop"]),
      );
      expect(usage?.completion_tokens).toBe(9);
    });

    test("of a program's task, and of a reply that the memory writes itself", async () => {
      inTurn();
      const task = await at.ask(CALM, { n: 2 }, { "X-Engram-Mode": "task" });
      expect(task.choices.map(({ message }) => message.content)).toEqual(colours.slice(0, 2));
      const { choices } = await at.ask([{ role: "user", content: "Forget everything." }], { n: 2 });
      expect(choices[0]?.message.content).toBeTruthy();
      expect(choices[1]?.message.content).toBe(choices[0]?.message.content);
    });
  });

  test("the probabilities of tokens", async () => {
    at.fake.reply({ reasoning: "Hm, hm.", content: "Yes indeed." });
    const more = { logprobs: true, top_logprobs: 2 };
    const messages: Messages = [{ role: "user", content: "Are you sure?" }];
    const { choices } = await at.ask(messages, more);
    const tokens = ["Yes", " indeed."].map((token) => ({
      token,
      logprob: -0.25,
      top_logprobs: [{ logprob: -0.25 }, { logprob: -0.25 }],
    }));
    expect(choices[0]?.logprobs?.content).toMatchObject(tokens);
    const stream = await at.openai.chat.completions.create({ model: "m", messages, ...more, stream: true });
    const streamed: unknown[] = [];
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      if (choice?.logprobs) expect(choice.delta.content).toBeTruthy();
      streamed.push(...(choice?.logprobs?.content ?? []));
    }
    expect(streamed).toMatchObject(tokens);
    expect((await at.ask(messages)).choices[0]?.logprobs).toBeNull();
  });

  test("models", async () => {
    const list = await at.openai.models.list();
    expect(list.data.length).toBe(1);
    const id = list.data[0]?.id ?? "";
    expect(await at.openai.models.retrieve(id)).toMatchObject({
      id,
      object: "model",
      owned_by: expect.any(String),
      context_length: 16_384,
    });
    const error = await refused(at.openai.models.retrieve("unheard-of"));
    expect(error.status).toBe(404);
  });

  test("an unknown route", async () => {
    for (const [method, path] of [
      ["POST", "/v1/completions"],
      ["GET", "/v1/chat/completions"],
      ["GET", "/v1"],
    ] as const) {
      const answer = await at.api.send(method, path, method === "POST" ? {} : undefined);
      expect(answer, path).toMatchObject({
        status: 404,
        body: { error: { message: expect.stringContaining("POST chat/completions"), code: "not_found" } },
      });
    }
  });

  test("a route of Ollama's API", async () => {
    for (const path of ["/api/chat", "/api/generate"])
      expect(await at.api.post(path, {})).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining("POST chat/completions") },
      });
  });

  test.each(["", "/v1/v1", "/api"])("a base URL that ends with %j: the right one is named", async (end) => {
    const baseURL = at.service.url + end;
    const openai = new OpenAI({ baseURL, apiKey: "x", maxRetries: 0 });
    const messages: Messages = [{ role: "user", content: "Hello." }];
    const error = await refused(openai.chat.completions.create({ model: "m", messages }));
    expect(error.status).toBe(404);
    expect(error.message).toContain("the base URL is the address of the pages and /v1");
  });
});

describe("one conversation per history", () => {
  test("the whole history again and again", async () => {
    at.fake.reply((body) =>
      isChat(body) ? `Answer ${body.messages.filter(({ role }) => role === "user").length}.` : undefined,
    );
    const before = (await at.conversations()).length;
    const messages: Messages = [{ role: "system", content: "Be kind." }];
    for (const content of ["First thing.", "Second thing.", "Third thing.", "Fourth thing."]) {
      messages.push({ role: "user", content });
      messages.push({ role: "assistant", content: `${await at.reply(messages)}\n` });
    }
    expect((await at.conversations()).length).toBe(before + 1);
    expect((await at.turns(await at.newest())).map((turn) => turn.userMessage)).toEqual([
      "First thing.",
      "Second thing.",
      "Third thing.",
      "Fourth thing.",
    ]);
  });

  test("the last reply regenerated", async () => {
    at.fake.reply("Alpha.");
    const messages: Messages = [{ role: "user", content: "Tell me about regeneration." }];
    messages.push(
      { role: "assistant", content: await at.reply(messages) },
      { role: "user", content: "Go on then." },
    );
    at.fake.reply("Bad reply.");
    expect(await at.reply(messages)).toBe("Bad reply.");
    const before = (await at.conversations()).length;
    at.fake.reply("Good reply.");
    expect(await at.reply(messages)).toBe("Good reply.");
    expect((await at.conversations()).length).toBe(before);
    const kept = await at.turns(await at.newest());
    expect(kept.map((turn) => [turn.userMessage, turn.assistantReply])).toEqual([
      ["Tell me about regeneration.", "Alpha."],
      ["Go on then.", "Good reply."],
    ]);
    at.fake.reply("Next.");
    await at.reply([
      ...messages,
      { role: "assistant", content: "Good reply." },
      { role: "user", content: "And more." },
    ]);
    expect((await at.turns(await at.newest())).length).toBe(3);
  });

  test("the last message edited", async () => {
    at.fake.reply("Fine.");
    const messages: Messages = [{ role: "user", content: "Let us speak of edits." }];
    messages.push({ role: "assistant", content: await at.reply(messages) });
    await at.reply([...messages, { role: "user", content: "My dentist lives in Trier." }]);
    await at.reply([...messages, { role: "user", content: "My dentist lives in Mainz." }]);
    expect((await at.turns(await at.newest())).map((turn) => turn.userMessage)).toEqual([
      "Let us speak of edits.",
      "My dentist lives in Mainz.",
    ]);
    expect((await at.api.get("/memory/search?q=dentist+Trier")).text).not.toContain("Trier");
  });

  test("X-Engram-Conversation names it, also when the history says nothing", async () => {
    at.fake.reply("Named.");
    const headers = { "X-Engram-Conversation": "my-thread" };
    const before = (await at.conversations()).length;
    await Promise.all(["One.", "Two."].map((content) => at.reply([{ role: "user", content }], {}, headers)));
    await at.reply([{ role: "user", content: "Three." }], {}, headers);
    expect((await at.conversations()).length).toBe(before + 1);
    const id = await at.newest();
    expect((await at.turns(id)).map((turn) => turn.userMessage as string).toSorted()).toEqual([
      "One.",
      "Three.",
      "Two.",
    ]);
    await at.reply([{ role: "user", content: "Four." }], {}, { "X-Engram-Conversation": id });
    expect(await at.turns(id)).toHaveLength(4);
  });

  test("X-Engram-Conversation with a regenerated reply", async () => {
    at.fake.reply("First.");
    const headers = { "X-Engram-Conversation": "regenerated" };
    const messages: Messages = [{ role: "user", content: "Say something." }];
    messages.push(
      { role: "assistant", content: await at.reply(messages, {}, headers) },
      { role: "user", content: "Say more." },
    );
    await at.reply(messages, {}, headers);
    await at.reply(messages, {}, headers);
    expect((await at.turns(await at.newest())).map((turn) => turn.userMessage)).toEqual([
      "Say something.",
      "Say more.",
    ]);
  });
});

test("X-Engram-Memory: off and read keep nothing for later", async () => {
  at.fake.reply("Understood.");
  for (const memory of ["off", "read"]) {
    await at.reply(
      [{ role: "user", content: `My secret word is Zanzibar${memory}.` }],
      {},
      { "X-Engram-Memory": memory },
    );
    const [turn] = await at.turns(await at.newest());
    expect(turn).toMatchObject({ memory, extraction: { state: "none" } });
    expect((await at.api.get(`/memory/search?q=secret+word+Zanzibar${memory}`)).text).not.toContain(
      "Zanzibar",
    );
  }
  expect(JSON.stringify(at.lastChat().messages)).not.toContain("Zanzibaroff");
  const error = await refused(
    at.ask([{ role: "user", content: "Hello." }], {}, { "X-Engram-Memory": "maybe" }),
  );
  expect(error).toMatchObject({ status: 400, param: "X-Engram-Memory" });
});

test("memory reaches the model, and the client's system message stays", async () => {
  await at.api.post("/memory/facts", {
    subject: "user",
    predicate: "FAVOURITE_COLOUR",
    object: "teal",
    text: "The user's favourite colour is teal.",
  });
  at.fake.reply("Teal.");
  await at.reply([
    { role: "system", content: "Answer like a pirate." },
    { role: "user", content: "What is my favourite colour?" },
  ]);
  const { messages } = at.lastChat();
  expect(messages[0]).toMatchObject({
    role: "system",
    content: expect.stringContaining("Answer like a pirate."),
  });
  expect(messages.at(-1)?.content).toContain("The user's favourite colour is teal.");
  expect(messages.slice(0, -1).every(({ content }) => !content.includes("teal"))).toBe(true);
  await at.reply([
    { role: "user", content: "Late instructions." },
    { role: "system", content: "Answer in one word." },
  ]);
  expect(at.lastChat().messages[0]?.content).toContain("Answer in one word.");
  expect(at.lastChat().messages.at(-1)).toMatchObject({
    role: "user",
    content: expect.stringContaining("Late instructions."),
  });
});

test("content as text parts", async () => {
  at.fake.reply("Parts.");
  await at.reply([
    {
      role: "user",
      content: [
        { type: "text", text: "First part." },
        { type: "text", text: "Second part." },
      ],
    },
  ]);
  const [turn] = await at.turns(await at.newest());
  expect(turn.userMessage).toBe("First part.\nSecond part.");
});
