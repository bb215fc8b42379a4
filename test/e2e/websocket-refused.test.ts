import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startProcess, testFolder } from "../support/service.ts";
import { startWsBench, type WsBench } from "../support/ws-bench.ts";

/** What `/ws` refuses: frames that are wrong, origins that are foreign, keys that are none. */
let at: WsBench;

beforeAll(async () => {
  at = await startWsBench();
});
afterEach(() => at.reset());
afterAll(() => at.close());

const message = "Hello.";
const CASES: [string, string | Buffer, string, string?][] = [
  ["not JSON", "{", "frame"],
  ["nothing", "", "frame"],
  ["binary", Buffer.from('{"type":"ping"}'), "frame"],
  ["a number", "7", "frame"],
  ["null", "null", "frame"],
  ["a list", "[]", "frame"],
  ["nested too deeply", `{"type":"ping","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "frame"],
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
  ["a wrong memory", JSON.stringify({ type: "chat.send", id: "x", message, memory: "maybe" }), "memory", "x"],
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

test.each(CASES)("%s", async (_, frame, field, id) => {
  const before = (await at.api.get("/memory/stats")).text;
  const socket = await at.connect();
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
  expect((await at.api.get("/memory/stats")).text).toBe(before);
});

test("two megabytes: closed with 1009, and the service goes on", async () => {
  const socket = await at.connect();
  socket.send({ type: "chat.send", id: "x", message: "x".repeat(2_000_000) });
  expect(await socket.closed).toBe(1009);
  expect((await at.api.get("/livez")).status).toBe(200);
});

test("a foreign Origin is refused", async () => {
  const status = (origin: string): Promise<number> =>
    new Promise((resolve) => {
      const { ws } = at.dial(at.service.url, ["engram"], { origin });
      ws.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      ws.once("open", () => resolve(101));
    });
  expect(await status("http://evil.example")).toBe(403);
  expect(await status(at.service.url)).toBe(101);
});

test("keys: by subprotocol or header, without one 401; memory frames; shutdown closes with 1001", async () => {
  const place = await testFolder();
  const other = await startProcess(place.path);
  try {
    const early = await at.connect(other.url);
    early.send({ type: "ping" });
    await early.until(({ type }) => type === "pong", "pong");
    const key = await printed(place.path, ["keys", "create", "alice"]);
    const refusal = (
      protocols: string[],
      headers: Record<string, string> = {},
      path = "/ws",
    ): Promise<number> =>
      new Promise((resolve) => {
        const { ws } = at.dial(other.url, protocols, { headers }, path);
        ws.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
        ws.once("open", () => resolve(101));
      });
    expect(await refusal(["engram"])).toBe(401);
    expect(await refusal(["engram", "engram.key.wrong"])).toBe(401);
    expect(await refusal(["engram", `engram.key.${key.slice(0, -1)}x`])).toBe(401);
    expect(await refusal(["engram"], { authorization: "Bearer x" })).toBe(401);
    expect(await refusal(["engram"], { authorization: `Bearer ${key}` })).toBe(101);
    const socket = at.dial(other.url, ["engram", `engram.key.${key}`]);
    await once(socket.ws, "open");
    expect(socket.ws.protocol).toBe("engram");
    socket.send({ type: "chat.send", id: "a", message: "My sister Annelie lives in Lyon." });
    const { episodeId } = await socket.done("a");
    const staged = await socket.until((frame) => frame.type === "memory.staged", "memory.staged");
    const items = [{ id: expect.any(String), text: "The user's sister Annelie lives in Lyon." }];
    expect(staged).toMatchObject({ type: "memory.staged", episodeId, facts: expect.any(Number) });
    expect(staged.items).toEqual(expect.arrayContaining(items));
    const alice = client(other.url, key);
    await alice.verify();
    expect(await socket.until((frame) => frame.type === "memory.verified", "memory.verified")).toMatchObject({
      episodeId,
    });
    await alice.post("/memory/forget", { episodeId });
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
