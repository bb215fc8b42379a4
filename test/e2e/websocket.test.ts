import { execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { WebSocket, type ClientOptions } from "ws";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ServerFrame } from "../../src/http/ws/frames.ts";
import { client, until, type Client } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** `/ws` from outside, over a llama-server that streams slowly enough to be interrupted. */
let folder: TestFolder;
let service: TestService;
let fake: FakeLlama;
let api: Client;
const open = new Set<Socket>();

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 4 });
  service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
  api = client(service.url);
});
afterEach(async () => {
  for (const socket of open) socket.end();
  open.clear();
  await fake.restore();
});
afterAll(async () => {
  await service.stop();
  await fake.close();
  await folder.remove();
});

/** A client that checks every frame against the schema and keeps it. */
class Socket {
  readonly ws: WebSocket;
  readonly frames: any[] = [];
  readonly closed: Promise<number>;
  constructor(url: string, protocols: string[] = ["engram"], options: ClientOptions = {}, path = "/ws") {
    this.ws = new WebSocket(`${url.replace("http", "ws")}${path}`, protocols, options);
    this.ws.on("message", (data: Buffer, isBinary) => {
      expect(isBinary).toBe(false);
      const json = JSON.parse(data.toString()) as unknown;
      const parsed = ServerFrame.safeParse(json);
      this.frames.push(
        parsed.success ? json : { type: "not a ServerFrame", json, error: parsed.error.message },
      );
    });
    this.ws.on("error", () => undefined);
    this.closed = new Promise((resolve) => this.ws.once("close", resolve));
    open.add(this);
  }
  static async to(url: string): Promise<Socket> {
    const socket = new Socket(url);
    await once(socket.ws, "open");
    return socket;
  }
  send(frame: unknown): void {
    this.ws.send(JSON.stringify(frame));
  }
  of(id: string): any[] {
    return this.frames.filter((frame) => frame.id === id);
  }
  async until(match: (frame: any) => boolean, what: string): Promise<any> {
    await until(
      async () => this.frames.some(match),
      `${what} among ${JSON.stringify(this.frames.slice(-3))}`,
    );
    return this.frames.find(match);
  }
  done(id: string): Promise<any> {
    return this.until(
      (frame) => frame.id === id && /^chat\.(?:done|error)$/.test(frame.type),
      `the end of ${id}`,
    );
  }
  /** Nothing that the schema does not know may ever arrive. */
  end(): void {
    expect(this.frames.filter(({ type }) => type === "not a ServerFrame")).toEqual([]);
    this.ws.terminate();
  }
}

const isChat = (body: ChatBody): boolean => body.response_format === undefined;
const SLOW = { content: "word ".repeat(300), tokenDelayMs: 10 };

test("a turn: accepted, recall, reasoning, deltas, done, counted from 1", async () => {
  fake.reply({ reasoning: "Hm, hm.", content: "Hello to you." });
  const socket = await Socket.to(service.url);
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
  expect((await api.get(`/memory/episodes/${done.episodeId as string}`)).body.state).toBe("complete");
});

test("cancel stops the model and keeps the turn", async () => {
  fake.reply(SLOW);
  const socket = await Socket.to(service.url);
  socket.send({ type: "chat.send", id: "c", message: "Cancel me." });
  await socket.until((frame) => frame.id === "c" && frame.type === "chat.delta", "a delta");
  socket.send({ type: "chat.cancel", id: "c" });
  const end = await socket.done("c");
  expect(end).toMatchObject({ type: "chat.error", code: "cancelled", episodeId: expect.any(String) });
  await until(
    async () => fake.requests.filter(({ body }) => isChat(body)).at(-1)?.aborted === true,
    "the model's end",
  );
  const kept = (await api.get(`/memory/episodes/${end.episodeId as string}`)).body;
  expect(kept).toMatchObject({ state: "interrupted", assistantReply: expect.stringContaining("word") });
  socket.send({ type: "chat.cancel", id: "c" });
  expect(await socket.until((frame) => frame.type === "error", "an error")).toMatchObject({
    id: "c",
    code: "not_found",
    errors: [{ field: "id" }],
  });
});

test("resume after a lost connection: what came after seq, then the rest", async () => {
  fake.reply({ content: "word ".repeat(60), tokenDelayMs: 10 });
  const first = await Socket.to(service.url);
  first.send({ type: "chat.send", id: "r", message: "Do not lose me." });
  await first.until((frame) => frame.type === "chat.delta" && frame.seq >= 5, "some deltas");
  first.ws.terminate();
  await first.closed;
  const seq = first.of("r").at(-1).seq as number;
  const second = await Socket.to(service.url);
  second.send({ type: "chat.resume", id: "r", seq });
  await second.done("r");
  const all = [...first.of("r"), ...second.of("r")];
  expect(all.map((frame) => frame.seq)).toEqual(all.map((_, index) => index + 1));
  expect(all.at(-1)).toMatchObject({ type: "chat.done", reply: "word ".repeat(60) });
  const third = await Socket.to(service.url);
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
  fake.reply({ content: "word ".repeat(10), tokenDelayMs: 20 });
  const second = await Socket.to(service.url);
  for (let round = 0; round < 3; round++) {
    const first = await Socket.to(service.url);
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
  const socket = await Socket.to(service.url);
  socket.send({ type: "ping" });
  socket.send({ type: "ping", id: "p" });
  await socket.until((frame) => frame.type === "pong" && frame.id === "p", "pong");
  expect(socket.frames).toEqual([{ type: "pong" }, { type: "pong", id: "p" }]);
});

test("two turns side by side in two conversations", async () => {
  fake.reply({ content: "word ".repeat(40), tokenDelayMs: 10 });
  const socket = await Socket.to(service.url);
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
  fake.reply("Fine.");
  const socket = await Socket.to(service.url);
  socket.send({ type: "chat.send", id: "first", message: "One thing." });
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
  await fake.misbehave("peg-500", { when: isChat });
  socket.send({ type: "chat.send", id: "broken", message: "Break." });
  expect(await socket.done("broken")).toMatchObject({
    type: "chat.error",
    code: expect.stringMatching(/^model_/),
    episodeId: expect.any(String),
  });
});

describe("frames that are wrong", () => {
  beforeAll(async () => api.extracted());
  const message = "Hello.";
  const cases: [string, string | Buffer, string, string?][] = [
    ["not JSON", "{", "frame"],
    ["nothing", "", "frame"],
    ["binary", Buffer.from('{"type":"ping"}'), "frame"],
    ["a number", "7", "frame"],
    ["null", "null", "frame"],
    ["a list", "[]", "frame"],
    ["no type", "{}", "type"],
    ["an unknown type", JSON.stringify({ type: "chat.shout", id: "x" }), "type", "x"],
    ["no id", JSON.stringify({ type: "chat.send", message }), "id"],
    ["an empty id", JSON.stringify({ type: "chat.send", id: "", message }), "id"],
    ["a numeric id", JSON.stringify({ type: "chat.send", id: 5, message }), "id"],
    ["an endless id", JSON.stringify({ type: "chat.send", id: "x".repeat(10_000), message }), "id"],
    ["no message", JSON.stringify({ type: "chat.send", id: "x" }), "message", "x"],
    ["a blank message", JSON.stringify({ type: "chat.send", id: "x", message: " " }), "message", "x"],
    ["half a character", '{"type":"chat.send","id":"x","message":"\\ud800"}', "message", "x"],
    ["NUL", '{"type":"chat.send","id":"x","message":"a\\u0000"}', "message", "x"],
    [
      "a long message",
      JSON.stringify({ type: "chat.send", id: "x", message: "x".repeat(500_000) }),
      "message",
      "x",
    ],
    [
      "a wrong memory",
      JSON.stringify({ type: "chat.send", id: "x", message, memory: "maybe" }),
      "memory",
      "x",
    ],
    ["an unknown field", JSON.stringify({ type: "chat.send", id: "x", message, extra: 1 }), "extra", "x"],
    ["a prototype", '{"type":"chat.send","id":"x","message":"hi","__proto__":{"a":1}}', "__proto__", "x"],
    ["a wrong seq", JSON.stringify({ type: "chat.resume", id: "x", seq: -1 }), "seq", "x"],
    [
      "a foreign idempotency key",
      JSON.stringify({ type: "chat.send", id: "x", message, idempotencyKey: "" }),
      "idempotencyKey",
      "x",
    ],
  ];

  test.each(cases)("%s", async (_, frame, field, id) => {
    const before = (await api.get("/memory/stats")).text;
    const socket = await Socket.to(service.url);
    socket.ws.send(frame, { binary: typeof frame !== "string" });
    const error = await socket.until(({ type }) => type === "error", "an error");
    expect(error.errors?.[0]?.field, JSON.stringify(error)).toBe(field);
    expect(error).toMatchObject({
      code: expect.any(String),
      title: expect.any(String),
      status: expect.any(Number),
      ...(id === undefined ? {} : { id }),
    });
    socket.send({ type: "ping", id: "still" });
    await socket.until((pong) => pong.type === "pong" && pong.id === "still", "pong");
    expect((await api.get("/memory/stats")).text).toBe(before);
  });

  test("two megabytes: closed with 1009, and the service goes on", async () => {
    const socket = await Socket.to(service.url);
    socket.send({ type: "chat.send", id: "x", message: "x".repeat(2_000_000) });
    expect(await socket.closed).toBe(1009);
    expect((await api.get("/livez")).status).toBe(200);
  });
});

test("a foreign Origin is refused", async () => {
  const status = (origin: string): Promise<number> =>
    new Promise((resolve) => {
      const { ws } = new Socket(service.url, ["engram"], { origin });
      ws.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      ws.once("open", () => resolve(101));
    });
  expect(await status("http://evil.example")).toBe(403);
  expect(await status(service.url)).toBe(101);
});

describe("a service of its own", () => {
  test("keys: by subprotocol or header, without one 401; memory frames; shutdown closes with 1001", async () => {
    const place = await testFolder();
    const other = await startService(place.path);
    try {
      const early = await Socket.to(other.url);
      early.send({ type: "ping" });
      await early.until(({ type }) => type === "pong", "pong");
      const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(place.path, "data") };
      const main = join(import.meta.dirname, "../../src/main.ts");
      const { stdout } = await promisify(execFile)(process.execPath, [main, "keys", "create", "alice"], {
        env,
      });
      const key = stdout.trim();
      const refusal = (
        protocols: string[],
        headers: Record<string, string> = {},
        path = "/ws",
      ): Promise<number> =>
        new Promise((resolve) => {
          const { ws } = new Socket(other.url, protocols, { headers }, path);
          ws.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
          ws.once("open", () => resolve(101));
        });
      expect(await refusal(["engram"])).toBe(401);
      expect(await refusal(["engram", "engram.key.wrong"])).toBe(401);
      expect(await refusal(["engram", `engram.key.${key.slice(0, -1)}x`])).toBe(401);
      expect(await refusal(["engram"], { authorization: "Bearer x" })).toBe(401);
      expect(await refusal(["engram"], { authorization: `Bearer ${key}` })).toBe(101);
      const socket = new Socket(other.url, ["engram", `engram.key.${key}`]);
      await once(socket.ws, "open");
      expect(socket.ws.protocol).toBe("engram");
      socket.send({ type: "chat.send", id: "a", message: "My sister Annelie lives in Lyon." });
      const { episodeId } = await socket.done("a");
      const staged = await socket.until((frame) => frame.type === "memory.staged", "memory.staged");
      const items = [{ id: expect.any(String), text: "The user's sister Annelie lives in Lyon." }];
      expect(staged).toMatchObject({ type: "memory.staged", episodeId, facts: expect.any(Number) });
      expect(staged.items).toEqual(expect.arrayContaining(items));
      const api = client(other.url, key);
      await api.verify();
      expect(
        await socket.until((frame) => frame.type === "memory.verified", "memory.verified"),
      ).toMatchObject({ episodeId });
      await api.post("/memory/forget", { episodeId });
      expect(
        await socket.until((frame) => frame.type === "memory.forgotten", "memory.forgotten"),
      ).toMatchObject({ episodes: 1 });
      expect(early.frames.filter(({ type }) => type.startsWith("memory."))).toEqual([]);
      expect(other.output()).not.toContain(key);
      expect(await refusal(["engram"], { origin: "http://evil.example" })).toBe(403);
      expect(await refusal(["engram"], { authorization: `Bearer ${key}` }, "/%E0%A4%A")).toBe(400);
      const started = Date.now();
      const stopped = other.stop();
      expect(await socket.closed).toBe(1001);
      await stopped;
      expect(Date.now() - started, "refused upgrades must not hold the end up").toBeLessThan(5_000);
    } finally {
      await other.stop();
      await place.remove();
    }
  });

  test("shutdown in the middle of a turn: 1001, and the turn is kept", async () => {
    const place = await testFolder();
    const env = { LLAMA_CPP_URL: fake.url };
    let other = await startService(place.path, env);
    try {
      fake.reply(SLOW);
      const socket = await Socket.to(other.url);
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
});
