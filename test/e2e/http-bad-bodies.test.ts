import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../support/client.ts";
import {
  expectProblem,
  LONG_ID,
  startBadInputBench,
  UNKNOWN,
  type BadInputBench,
} from "../support/bad-input-bench.ts";

/** Bodies that are wrong, or have a wrong field, are problems that name the field. */
let at: BadInputBench;

beforeAll(async () => {
  at = await startBadInputBench();
});
afterAll(() => at.close());

interface Route {
  method: string;
  path: () => string;
  body: () => Record<string, unknown>;
}

const GOOD: Record<string, Route> = {
  chat: { method: "POST", path: () => "/chat", body: () => ({ message: "hello" }) },
  rename: {
    method: "PATCH",
    path: () => `/conversations/${at.conversationId}`,
    body: () => ({ title: "new" }),
  },
  search: { method: "POST", path: () => "/memory/search", body: () => ({ q: "sister" }) },
  state: {
    method: "POST",
    path: () => "/memory/facts",
    body: () => ({ subject: "user", predicate: "LIKES", object: "tea", text: "The user likes tea." }),
  },
  correct: { method: "PATCH", path: () => `/memory/facts/${at.factId}`, body: () => ({ object: "Nancy" }) },
  remember: { method: "POST", path: () => "/memory/episodes", body: () => ({ text: "I like tea." }) },
  forget: { method: "POST", path: () => "/memory/forget", body: () => ({ factId: at.factId }) },
  feedback: {
    method: "POST",
    path: () => "/memory/feedback",
    body: () => ({ id: at.factId, helpful: true }),
  },
  settings: { method: "PUT", path: () => "/settings", body: () => ({ timeZone: "Europe/Berlin" }) },
  job: { method: "POST", path: () => "/maintenance/jobs/verify/run", body: () => ({ dryRun: true }) },
};

describe.each(Object.entries(GOOD))("body of %s", (name, { method, path, body: good }) => {
  const send = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
    at.api.send(method, path(), body, headers);

  test("not JSON, not text, not an object", async () => {
    expectProblem(await send('{"message": "hel'), "body");
    expectProblem(await send("[]"), "body");
    expectProblem(await send('"text"'), "body");
    expectProblem(await send("7"), "body");
    expectProblem(
      await send(Buffer.from([0x7b, 0x22, 0x71, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
      "body",
    );
    expectProblem(await send(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`), "body");
  });

  test.each([101, 2_000, 20_000])("nested %i deep", async (depth) => {
    for (const value of [
      `${"[".repeat(depth)}${"]".repeat(depth)}`,
      `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
    ]) {
      const body = JSON.stringify({ ...good(), extra: null }).replace('"extra":null', `"extra":${value}`);
      const refused = await send(body);
      expectProblem(refused, "body");
      expect(refused.body.detail).toContain("nested deeper than 100");
    }
  });

  test("a missing body", async () => {
    if (name === "job") return;
    expectProblem(await at.api.send(method, path(), undefined), "body");
    expectProblem(await send(""), "body");
    expectProblem(await send("{}"), /./);
  });

  test("another content type", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      expectProblem(await send(JSON.stringify(good()), { "content-type": type }), "body", 415);
    }
    const packed = { "content-type": "application/json", "content-encoding": "gzip" };
    expectProblem(await send(gzipSync(JSON.stringify(good())), packed), "Content-Encoding", 415);
  });

  test("keys that reach into prototypes, and unknown ones", async () => {
    expectProblem(await send(`{"__proto__": {"admin": true}, ${JSON.stringify(good()).slice(1)}`), "body");
    expectProblem(await send({ ...good(), constructor: { prototype: {} } }), "constructor");
    expectProblem(await send({ ...good(), unheardOf: 1 }), "unheardOf");
    const many = Array.from({ length: 5000 }, (_, n) => [`unheardOf${n}`.padEnd(1000, "x"), n]);
    expect((await send({ ...good(), ...Object.fromEntries(many) })).text.length).toBeLessThan(16_384);
  });

  test("wrong types of every field", async () => {
    for (const field of Object.keys(good())) {
      for (const wrong of [12, true, [], {}, null]) {
        if (field === "title" && wrong === null) continue;
        if (typeof wrong === typeof good()[field] && wrong !== null && !Array.isArray(wrong)) continue;
        expectProblem(await send({ ...good(), [field]: wrong }), field);
      }
    }
  });

  test("text that is no text: blank, lone surrogates, NUL, far too long", async () => {
    for (const [field, value] of Object.entries(good())) {
      if (typeof value !== "string") continue;
      for (const wrong of ["", "\\ud800 half", "half \\udc00", "nul \\u0000", "x".repeat(1_000_000)]) {
        expectProblem(
          await send(JSON.stringify({ ...good(), [field]: "@" }).replace('"@"', `"${wrong}"`)),
          field,
        );
      }
    }
  });
});

test.each(["/v1/chat/completions", "/v1/embeddings", "/mcp"])(
  "%s: a body nested too deeply",
  async (path) => {
    for (const depth of [101, 2_000, 20_000]) {
      const { status, text } = await at.api.post(
        path,
        `{"id":1,"method":${'{"a":'.repeat(depth)}1${"}".repeat(depth + 1)}`,
      );
      expect([status, text]).toEqual([400, expect.stringContaining("nested deeper than 100")]);
    }
  },
);

test("chat: fields with a fixed meaning", async () => {
  const wrong: [Record<string, unknown>, string, number][] = [
    [{ conversationId: UNKNOWN }, "conversationId", 404],
    [{ conversationId: LONG_ID }, "conversationId", 400],
    [{ conversationId: "" }, "conversationId", 400],
    [{ conversationId: at.conversationId, replaces: UNKNOWN }, "replaces", 404],
    [{ replaces: UNKNOWN }, "replaces", 404],
    [{ replaces: LONG_ID }, "replaces", 400],
    [{ memory: "maybe" }, "memory", 400],
    [{ mode: "shout" }, "mode", 400],
  ];
  for (const [more, field, status] of wrong) {
    expectProblem(await at.api.post("/chat", { message: "hello", ...more }), field, status);
    expectProblem(
      await at.api.post("/chat", { message: "hello", ...more }, { accept: "text/event-stream" }),
      field,
      status,
    );
  }
  expectProblem(
    await at.api.post("/chat", { message: "hello" }, { "idempotency-key": "k".repeat(201) }),
    "idempotency-key",
  );
  expectProblem(
    await at.api.post("/chat", { message: "hello" }, { "idempotency-key": "" }),
    "idempotency-key",
  );
});

/** Routes of users that take no protocol of others, as the description of the API has them. */
async function describedPaths(): Promise<[path: string, methods: string[]][]> {
  const { paths } = (await at.api.get("/docs/json")).body;
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => !/^\/(?:v1|mcp|livez|readyz|health|metrics|session)/.test(path))
    .map(([path, routes]) => [path, Object.keys(routes)]);
}

/** Fields that a route cannot do without. */
const REQUIRED: Record<string, string> = {
  "/memory/search": "&q=a",
  "/memory/graph/paths": "&from=a&to=b",
};

test("a field of the address that no route knows is refused by name", async () => {
  const paths = await describedPaths();
  expect(paths.length).toBeGreaterThan(40);
  for (const [path, methods] of paths) {
    const asked = `${path.replace("{date}", "2020-01-01").replace(/\{\w+\}/g, UNKNOWN)}?asof=2020-01-01`;
    if (methods.includes("get")) {
      const required = REQUIRED[path] ?? "";
      expectProblem(await at.api.get(`${asked}${required}`), "asof");
    }
    if (methods.includes("delete")) expectProblem(await at.api.send("DELETE", asked), "asof");
  }
  for (const { method, path, body } of Object.values(GOOD))
    expectProblem(await at.api.send(method, `${path()}?asof=2020-01-01`, body()), "asof");
});
