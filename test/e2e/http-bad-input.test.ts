import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, type Answer, type Client } from "../support/client.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Whatever a client sends wrong is a problem that names the field, and nothing of it is kept. */
let folder: TestFolder;
let service: TestService;
let api: Client;
let before: string;
let conversationId: string;
let episodeId: string;
let factId: string;

const LONG_ID = "x".repeat(10_000);
const UNKNOWN = "0199a8f0-0000-7000-8000-000000000000";

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path);
  api = client(service.url);
  ({ conversationId, episodeId } = await api.say("My sister Annelie lives in Lyon."));
  await api.say("My brother Tom lives in Oslo.");
  await api.verify();
  factId = (await api.get("/memory/facts?limit=1")).body.items[0].id;
  before = await everything();
});
afterAll(async () => {
  expect(await everything()).toBe(before);
  await service.stop();
  await folder.remove();
});

/** All that a client can see of what is stored. */
async function everything(): Promise<string> {
  const paths = [
    "/memory/stats",
    "/conversations",
    "/memory/episodes?limit=200",
    "/memory/facts?limit=200",
    "/memory/entities?limit=200",
    "/memory/changes?limit=200",
    "/settings",
  ];
  return (await Promise.all(paths.map(async (path) => (await api.get(path)).text))).join("\n");
}

function expectProblem(answer: Answer, field: string | RegExp, status: number | number[] = 400): void {
  const seen = `${answer.status} ${answer.text.slice(0, 300)}`;
  expect([status].flat(), seen).toContain(answer.status);
  expect(answer.headers.get("content-type"), seen).toMatch(/^application\/problem\+json/);
  expect(answer.body, seen).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status: answer.status,
    code: expect.any(String),
  });
  if (field instanceof RegExp) expect(answer.body.errors?.[0]?.field, seen).toMatch(field);
  else expect(answer.body.errors?.[0]?.field, seen).toBe(field);
}

interface Route {
  method: string;
  path: () => string;
  body: () => Record<string, unknown>;
}

const STATE: Route = {
  method: "POST",
  path: () => "/memory/facts",
  body: () => ({ subject: "user", predicate: "LIKES", object: "tea", text: "The user likes tea." }),
};

const GOOD: Record<string, Route> = {
  chat: { method: "POST", path: () => "/chat", body: () => ({ message: "hello" }) },
  rename: { method: "PATCH", path: () => `/conversations/${conversationId}`, body: () => ({ title: "new" }) },
  search: { method: "POST", path: () => "/memory/search", body: () => ({ q: "sister" }) },
  state: STATE,
  correct: { method: "PATCH", path: () => `/memory/facts/${factId}`, body: () => ({ object: "Nancy" }) },
  remember: { method: "POST", path: () => "/memory/episodes", body: () => ({ text: "I like tea." }) },
  forget: { method: "POST", path: () => "/memory/forget", body: () => ({ factId }) },
  feedback: { method: "POST", path: () => "/memory/feedback", body: () => ({ id: factId, helpful: true }) },
  settings: { method: "PUT", path: () => "/settings", body: () => ({ timeZone: "Europe/Berlin" }) },
  job: { method: "POST", path: () => "/maintenance/jobs/verify/run", body: () => ({ dryRun: true }) },
};

describe.each(Object.entries(GOOD))("body of %s", (name, { method, path, body: good }) => {
  const send = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
    api.send(method, path(), body, headers);

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

  test("a missing body", async () => {
    if (name === "job") return;
    expectProblem(await api.send(method, path(), undefined), "body");
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
  });

  test("keys that reach into prototypes, and unknown ones", async () => {
    expectProblem(await send(`{"__proto__": {"admin": true}, ${JSON.stringify(good()).slice(1)}`), "body");
    expectProblem(await send({ ...good(), constructor: { prototype: {} } }), "constructor");
    expectProblem(await send({ ...good(), unheardOf: 1 }), "unheardOf");
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

test("chat: fields with a fixed meaning", async () => {
  const wrong: [Record<string, unknown>, string, number][] = [
    [{ conversationId: UNKNOWN }, "conversationId", 404],
    [{ conversationId: LONG_ID }, "conversationId", 400],
    [{ conversationId: "" }, "conversationId", 400],
    [{ conversationId, replaces: UNKNOWN }, "replaces", 404],
    [{ replaces: UNKNOWN }, "replaces", 404],
    [{ replaces: LONG_ID }, "replaces", 400],
    [{ memory: "maybe" }, "memory", 400],
    [{ mode: "shout" }, "mode", 400],
  ];
  for (const [more, field, status] of wrong) {
    expectProblem(await api.post("/chat", { message: "hello", ...more }), field, status);
    expectProblem(
      await api.post("/chat", { message: "hello", ...more }, { accept: "text/event-stream" }),
      field,
      status,
    );
  }
  expectProblem(
    await api.post("/chat", { message: "hello" }, { "idempotency-key": "k".repeat(201) }),
    "idempotency-key",
  );
  expectProblem(await api.post("/chat", { message: "hello" }, { "idempotency-key": "" }), "idempotency-key");
});

const LISTS = [
  "/conversations",
  "/memory/facts",
  "/memory/entities",
  "/memory/episodes",
  "/memory/changes",
  "/memory/rejections",
  "/memory/staging",
];

test.each(LISTS)("paging of %s", async (path) => {
  for (const limit of ["0", "201", "abc", "-1", "1.5", ""])
    expectProblem(await api.get(`${path}?limit=${limit}`), "limit");
  expectProblem(await api.get(`${path}?limit=1&limit=2`), "limit");
  const elsewhere = (
    await api.get(path === "/conversations" ? "/memory/facts?limit=1" : "/conversations?limit=1")
  ).body.nextCursor;
  expect(elsewhere).toEqual(expect.any(String));
  for (const cursor of ["", "nonsense", "%00", "!!", "a".repeat(5000), elsewhere])
    expectProblem(await api.get(`${path}?cursor=${cursor as string}`), "cursor");
});

/** Routes of users that take no protocol of others, as the description of the API has them. */
async function describedPaths(): Promise<[path: string, methods: string[]][]> {
  const { paths } = (await api.get("/docs/json")).body;
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => !/^\/(?:v1|mcp|livez|readyz|health|metrics|session)/.test(path))
    .map(([path, routes]) => [path, Object.keys(routes)]);
}

test("a field of the address that no route knows is refused by name", async () => {
  const paths = await describedPaths();
  expect(paths.length).toBeGreaterThan(40);
  for (const [path, methods] of paths) {
    const asked = `${path.replace("{date}", "2020-01-01").replace(/\{\w+\}/g, UNKNOWN)}?asof=2020-01-01`;
    if (methods.includes("get")) {
      const required = path === "/memory/search" ? "&q=a" : "";
      expectProblem(await api.get(`${asked}${required}`), "asof");
    }
    if (methods.includes("delete")) expectProblem(await api.send("DELETE", asked), "asof");
  }
  for (const { method, path, body } of Object.values(GOOD))
    expectProblem(await api.send(method, `${path()}?asof=2020-01-01`, body()), "asof");
});

test("lists: filters", async () => {
  expectProblem(await api.get("/memory/facts?entity=Nobody"), "entity", 404);
  expectProblem(await api.get(`/memory/graph?entity=${UNKNOWN}`), "entity", 404);
  expectProblem(await api.get("/memory/facts?minConfidence=2"), "minConfidence");
  expectProblem(await api.get("/memory/facts?sort=age"), "sort");
  expectProblem(await api.get("/memory/facts?from=2026-02-01&to=2026-01-01"), "to");
  expectProblem(await api.get("/memory/entities?sort=valid"), "sort");
  expectProblem(await api.get("/memory/entities?asOf=soon"), "asOf");
  expectProblem(await api.get("/memory/graph?limit=5001"), "limit");
  expectProblem(await api.get("/memory/graph?minDegree=-1"), "minDegree");
  expectProblem(await api.get("/conversations?q="), "q");
  expectProblem(await api.get("/conversations?q=sister&cursor=bogus"), "cursor");
  expectProblem(await api.get("/memory/facts?status=wrong"), /^status/);
  expectProblem(await api.get("/memory/facts?status="), /^status/);
  expectProblem(await api.get(`/memory/facts?entity=${LONG_ID}`), "entity");
  expectProblem(await api.get("/memory/entities?status=wrong"), "status");
  expectProblem(await api.get(`/memory/entities?q=${"x".repeat(300)}`), "q");
  expectProblem(await api.get(`/memory/episodes?conversationId=${LONG_ID}`), "conversationId");
  expectProblem(await api.get("/memory/episodes?extraction=wrong"), "extraction");
  expectProblem(await api.post("/memory/episodes/extract", { state: "done" }), "state");
  expectProblem(await api.get("/maintenance/runs?limit=0"), "limit");
});

test("search: query and body", async () => {
  expectProblem(await api.get("/memory/search"), "q");
  expectProblem(await api.get("/memory/search?q="), "q");
  expectProblem(await api.get("/memory/search?q=a&q=b"), "q");
  expectProblem(await api.get("/memory/search?q=%20%20"), "q");
  for (const limit of ["0", "201", "abc", "-1"])
    expectProblem(await api.get(`/memory/search?q=a&limit=${limit}`), "limit");
  for (const limit of [0, 201, -1, "10", 1.5, null])
    expectProblem(await api.post("/memory/search", { q: "a", limit }), "limit");
  expectProblem(await api.get("/memory/search?q=a&recipe=unheard"), "recipe");
  expectProblem(await api.post("/memory/search", { q: "a", recipe: "unheard" }), "recipe");
  const partial = await api.post("/memory/search", {
    q: "a",
    recipe: { quotas: {}, profile: { recency: 1 } },
  });
  expectProblem(partial, "recipe.fusion");
  const missing = partial.body.errors.map(({ field }: { field: string }) => field);
  expect(missing).toContain("recipe.profile.relevance");
  expect(missing).not.toContain("recipe.profile.recency");
  for (const when of [
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-01-01T25:00:00Z",
    "2026-01-01T10:00:00",
    "1",
    "0000-01-01T00:00:00%2B01:00",
  ]) {
    expectProblem(await api.get(`/memory/search?q=a&asOf=${when}`), "asOf");
    expectProblem(await api.get(`/memory/search?q=a&knownAt=${when}`), "knownAt");
  }
  expectProblem(await api.get("/memory/search?q=a&status=wrong"), /^status/);
  expectProblem(await api.post("/memory/search", { q: "a", status: [] }), "status");
  expectProblem(await api.get("/memory/search?q=a&kind=wrong"), /^kind/);
});

test("ids in the path: unknown, far too long, not decodable", async () => {
  const routes: [string, (id: string) => string, unknown?][] = [
    ["GET", (id) => `/conversations/${id}`],
    ["PATCH", (id) => `/conversations/${id}`, { title: "new" }],
    ["DELETE", (id) => `/conversations/${id}`],
    ["GET", (id) => `/memory/facts/${id}`],
    ["PATCH", (id) => `/memory/facts/${id}`, { object: "Nancy" }],
    ["GET", (id) => `/memory/entities/${id}`],
    ["GET", (id) => `/memory/episodes/${id}`],
    ["POST", (id) => `/memory/changes/${id}/undo`],
    ["GET", (id) => `/maintenance/runs/${id}`],
  ];
  for (const [method, path, body] of routes) {
    expectProblem(await api.send(method, path(UNKNOWN), body), "id", 404);
    expectProblem(await api.send(method, path("a%2F..%2Fb"), body), "id", 404);
    expectProblem(await api.send(method, path(LONG_ID), body), "id");
    expectProblem(await api.send(method, path("%00"), body), "id");
    const broken = await api.send(method, path("%E0%A4%A"), body);
    expect(broken.status, broken.text).toBe(400);
    expect(broken.headers.get("content-type")).toContain("application/problem+json");
  }
});

test("facts: nothing to change, impossible times", async () => {
  expectProblem(await api.send("PATCH", `/memory/facts/${factId}`, {}), "body");
  expectProblem(await api.send("PATCH", `/memory/facts/${factId}`, { status: "wrong" }), "status");
  expectProblem(await api.send("PATCH", `/memory/facts/${factId}`, { predicate: "!!!" }), "predicate");
  const fact = STATE.body();
  expectProblem(await api.post("/memory/facts", { ...fact, validAt: "soon" }), "validAt");
  expectProblem(await api.post("/memory/facts", { ...fact, predicate: "..." }), "predicate");
  const backwards = { validAt: "2026-02-01", invalidAt: "2026-01-01" };
  expectProblem(await api.post("/memory/facts", { ...fact, ...backwards }), "invalidAt");
  expectProblem(await api.send("PATCH", `/memory/facts/${factId}`, backwards), "invalidAt");
  const { validAt } = (await api.get(`/memory/facts/${factId}`)).body;
  if (validAt !== null)
    expectProblem(
      await api.send("PATCH", `/memory/facts/${factId}`, { invalidAt: "1900-01-01" }),
      "invalidAt",
    );
});

test("episodes: unknown conversation, bad date, unknown source", async () => {
  expectProblem(
    await api.post("/memory/episodes", { text: "hello", conversationId: UNKNOWN }),
    "conversationId",
    404,
  );
  expectProblem(await api.post("/memory/episodes", { text: "hello", occurredAt: "soon" }), "occurredAt");
  expectProblem(await api.post("/memory/episodes", { text: "hello", source: "chat" }), "source");
  expectProblem(await api.post("/memory/episodes", { text: "hello", speaker: " " }), "speaker");
});

test("forget: no target, two, half a range, a range backwards", async () => {
  expectProblem(await api.post("/memory/forget", {}), "body");
  expectProblem(await api.post("/memory/forget", { factId, episodeId }), /^(?:factId|episodeId)$/);
  expectProblem(await api.post("/memory/forget", { everything: true, factId }), /^(?:factId|everything)$/);
  expectProblem(await api.post("/memory/forget", { everything: false }), "everything");
  expectProblem(await api.post("/memory/forget", { from: "2026-01-01" }), "to");
  expectProblem(await api.post("/memory/forget", { to: "2026-01-01" }), "from");
  expectProblem(await api.post("/memory/forget", { from: "2026-01-02", to: "2026-01-01" }), "to");
  expectProblem(await api.post("/memory/forget", { from: "2026-01-01", to: "2026-01-01" }), "to");
  expectProblem(await api.post("/memory/forget", { from: "2026-01-01", to: "soon" }), "to");
  for (const kind of ["factId", "entityId", "episodeId", "conversationId"]) {
    expectProblem(await api.post("/memory/forget", { [kind]: LONG_ID }), kind);
    const unknown = await api.post("/memory/forget", { [kind]: UNKNOWN });
    expect(unknown.status).toBe(200);
    expect(Object.values(unknown.body.forgotten).every((count) => count === 0)).toBe(true);
  }
});

test("settings, feedback, jobs: values nobody knows", async () => {
  expectProblem(await api.send("PUT", "/settings", { timeZone: "Mars/Base" }), "timeZone");
  expectProblem(await api.send("PUT", "/settings", { timeZone: "UTC", language: "german" }), "language");
  expectProblem(await api.send("PUT", "/settings", { timeZone: "UTC", retentionDays: 0 }), "retentionDays");
  expectProblem(
    await api.send("PUT", "/settings", { timeZone: "UTC", quietHours: { from: "25:00", to: "06:00" } }),
    "quietHours.from",
  );
  expectProblem(await api.post("/memory/feedback", { id: UNKNOWN, helpful: true }), "id", 404);
  expectProblem(await api.post("/maintenance/jobs/unheard/run", {}), "name", 404);
  expectProblem(await api.post(`/maintenance/jobs/${LONG_ID}/run`, {}), "name");
  expectProblem(await api.post("/maintenance/jobs/verify/run", { dryRun: "yes" }), "dryRun");
});

test("routes that do not exist", async () => {
  for (const [method, path] of [
    ["GET", "/nowhere"],
    ["POST", "/memory/stats"],
    ["GET", "/chat"],
    ["GET", "/ws"],
  ] as const) {
    const answer = await api.send(method, path, method === "POST" ? {} : undefined);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
    expect(answer.headers.get("content-type"), path).toContain("application/problem+json");
    expect(answer.body.code, path).toEqual(expect.any(String));
  }
});

/** `fetch` does not let a Host header through. */
function raw(
  headers: Record<string, string>,
  path = "/memory/stats",
): Promise<{ status: number; type: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, service.url), { headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? "" });
    });
    request.once("error", reject);
    request.end();
  });
}

test("Host and Origin: this address only", async () => {
  const own = new URL(service.url).host;
  const port = new URL(service.url).port;
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "localhost.evil.example",
    "127.0.0.1.evil.example",
  ]) {
    expect(await raw({ host }), host).toMatchObject({
      status: 403,
      type: expect.stringContaining("problem+json"),
    });
  }
  for (const path of ["/health", "/livez", "/metrics", "/docs/json", "/v1/models", "/ws", "/nowhere"]) {
    expect((await raw({ host: "evil.example" }, path)).status, path).toBe(403);
  }
  for (const origin of [
    "http://evil.example",
    "null",
    `http://localhost.evil.example:${port}`,
    "file://",
    "http://127.0.0.1:1",
  ]) {
    expect((await raw({ host: own, origin })).status, origin).toBe(403);
  }
  expect((await raw({ host: own, origin: `http://${own}` })).status).toBe(200);
  expect((await raw({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).status).toBe(200);
  expect((await raw({ host: own })).status).toBe(200);
});
