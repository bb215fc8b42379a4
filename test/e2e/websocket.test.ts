import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { client, until } from "../support/client.ts";
import type { ChatBody } from "../support/fake-llama/index.ts";
import { startService, testFolder } from "../support/service.ts";
import { startWsBench, type WsBench } from "../support/ws-bench.ts";

/** Turns over `/ws`, from a model that streams slowly enough to be interrupted. */
let at: WsBench;

beforeAll(async () => {
  at = await startWsBench();
});
afterEach(() => at.reset());
afterAll(() => at.close());

const isChat = (body: ChatBody): boolean => body.response_format === undefined;
const SLOW = { content: "word ".repeat(300), tokenDelayMs: 10 };

test("a turn: accepted, recall, reasoning, deltas, done, counted from 1", async () => {
  at.fake.reply({ reasoning: "Hm, hm.", content: "Hello to you." });
  const socket = await at.connect();
  expect(socket.ws.protocol).toBe("engram");
  socket.send({ type: "chat.send", id: "a", message: "Hello." });
  const done = await socket.done("a");
  const frames = socket.of("a");
  expect(frames.map(({ type }) => type).join(" ")).toMatch(
    /^chat\.accepted chat\.recall( chat\.reasoning)+( chat\.delta)+ chat\.done$/,
  );
  expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, index) => index + 1));
  expect(done).toMatchObject({
    reply: "Hello to you.",
    conversationId: frames[0].conversationId,
    episodeId: frames[0].episodeId,
    finish: "stop",
  });
  expect(
    frames
      .filter(({ type }) => type === "chat.delta")
      .map(({ text }) => text)
      .join(""),
  ).toBe("Hello to you.");
  expect((await at.api.get(`/memory/episodes/${done.episodeId as string}`)).body.state).toBe("complete");
});

test("cancel stops the model and keeps the turn", async () => {
  at.fake.reply(SLOW);
  const socket = await at.connect();
  socket.send({ type: "chat.send", id: "c", message: "Cancel me." });
  await socket.until((frame) => frame.id === "c" && frame.type === "chat.delta", "a delta");
  socket.send({ type: "chat.cancel", id: "c" });
  const end = await socket.done("c");
  expect(end).toMatchObject({ type: "chat.error", code: "cancelled", episodeId: expect.any(String) });
  await until(
    async () => at.fake.requests.filter(({ body }) => isChat(body)).at(-1)?.aborted === true,
    "the model's end",
  );
  const kept = (await at.api.get(`/memory/episodes/${end.episodeId as string}`)).body;
  expect(kept).toMatchObject({ state: "interrupted", assistantReply: expect.stringContaining("word") });
  socket.send({ type: "chat.cancel", id: "c" });
  expect(await socket.until((frame) => frame.type === "error", "an error")).toMatchObject({
    id: "c",
    code: "not_found",
    errors: [{ field: "id" }],
  });
});

test("resume after a lost connection: what came after seq, then the rest", async () => {
  at.fake.reply({ content: "word ".repeat(60), tokenDelayMs: 10 });
  const first = await at.connect();
  first.send({ type: "chat.send", id: "r", message: "Do not lose me." });
  await first.until((frame) => frame.type === "chat.delta" && frame.seq >= 5, "some deltas");
  first.ws.terminate();
  await first.closed;
  const seq = first.of("r").at(-1).seq as number;
  const second = await at.connect();
  second.send({ type: "chat.resume", id: "r", seq });
  await second.done("r");
  const all = [...first.of("r"), ...second.of("r")];
  expect(all.map((frame) => frame.seq)).toEqual(all.map((_, index) => index + 1));
  expect(all.at(-1)).toMatchObject({ type: "chat.done", reply: "word ".repeat(60) });
  const third = await at.connect();
  third.send({ type: "chat.resume", id: "r" });
  await third.done("r");
  expect(third.of("r")).toEqual(all);
  third.send({ type: "chat.resume", id: "unheard" });
  expect(await third.until((frame) => frame.id === "unheard", "an error")).toMatchObject({
    type: "error",
    code: "not_found",
    errors: [{ field: "id" }],
  });
});

test("a connection that resumed many turns may still begin its own", async () => {
  at.fake.reply({ content: "word ".repeat(10), tokenDelayMs: 20 });
  const second = await at.connect();
  for (let round = 0; round < 3; round++) {
    const first = await at.connect();
    const ids = [0, 1, 2].map((n) => `many-${round}-${n}`);
    for (const id of ids) first.send({ type: "chat.send", id, message: `Turn ${id}.` });
    for (const id of ids) await first.until((frame) => frame.id === id, "its beginning");
    first.ws.terminate();
    for (const id of ids) second.send({ type: "chat.resume", id });
    for (const id of ids) await second.done(id);
  }
  second.send({ type: "chat.send", id: "own", message: "My own." });
  expect(await second.done("own")).toMatchObject({ type: "chat.done" });
});

test("ping and pong", async () => {
  const socket = await at.connect();
  socket.send({ type: "ping" });
  socket.send({ type: "ping", id: "p" });
  await socket.until((frame) => frame.type === "pong" && frame.id === "p", "pong");
  expect(socket.frames).toEqual([{ type: "pong" }, { type: "pong", id: "p" }]);
});

test("two turns side by side in two conversations", async () => {
  at.fake.reply({ content: "word ".repeat(40), tokenDelayMs: 10 });
  const socket = await at.connect();
  socket.send({ type: "chat.send", id: "one", message: "First thread." });
  socket.send({ type: "chat.send", id: "two", message: "Second thread." });
  socket.send({ type: "chat.send", id: "one", message: "The same id again." });
  const [one, two] = await Promise.all([socket.done("one"), socket.done("two")]);
  expect(one.conversationId).not.toBe(two.conversationId);
  for (const id of ["one", "two"]) {
    const frames = socket.of(id).filter(({ type }) => type !== "error");
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, index) => index + 1));
  }
  const order = socket.frames.filter(({ type }) => type === "chat.delta").map(({ id }) => id);
  expect(order.indexOf("two")).toBeLessThan(order.lastIndexOf("one"));
  expect(socket.frames.find(({ type }) => type === "error")).toMatchObject({
    id: "one",
    code: "conflict",
    errors: [{ field: "id" }],
  });
});

test("replaces, and errors of a turn, come as frames of that turn", async () => {
  at.fake.reply("Fine.");
  const socket = await at.connect();
  socket.send({ type: "chat.send", id: "first", message: "One thing.", conversationId: null, images: null });
  const first = await socket.done("first");
  socket.send({ type: "chat.send", id: "again", message: "Another thing.", replaces: first.episodeId });
  expect(await socket.done("again")).toMatchObject({
    type: "chat.done",
    conversationId: first.conversationId,
  });
  socket.send({ type: "chat.send", id: "lost", message: "Where?", conversationId: "unheard" });
  expect(await socket.done("lost")).toMatchObject({
    type: "chat.error",
    seq: 1,
    code: "not_found",
    errors: [{ field: "conversationId" }],
  });
  await at.fake.misbehave("peg-500", { when: isChat });
  socket.send({ type: "chat.send", id: "broken", message: "Break." });
  expect(await socket.done("broken")).toMatchObject({
    type: "chat.error",
    code: expect.stringMatching(/^model_/),
    episodeId: expect.any(String),
  });
});

test("shutdown in the middle of a turn: 1001, and the turn is kept", async () => {
  const place = await testFolder();
  const env = { LLAMA_CPP_URL: at.fake.url };
  let other = await startService(place.path, env);
  try {
    at.fake.reply(SLOW);
    const socket = await at.connect(other.url);
    socket.send({ type: "chat.send", id: "a", message: "Stop me." });
    await socket.until((frame) => frame.type === "chat.delta", "a delta");
    const started = Date.now();
    const stopped = other.stop();
    expect(await socket.closed).toBe(1001);
    await stopped;
    expect(Date.now() - started).toBeLessThan(5_000);
    other = await startService(place.path, env);
    const [turn] = (await client(other.url).get("/memory/episodes")).body.items;
    expect(turn).toMatchObject({
      userMessage: "Stop me.",
      state: "interrupted",
      assistantReply: expect.stringContaining("word"),
    });
  } finally {
    await other.stop();
    await place.remove();
  }
});
