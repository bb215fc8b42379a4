import { request as httpRequest } from "node:http";
import { hostname } from "node:os";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectProblem,
  LONG_ID,
  startBadInputBench,
  UNKNOWN,
  type BadInputBench,
} from "../support/bad-input-bench.ts";

/** Values, addresses and headers that are wrong are refused, field by field and route by route. */
let at: BadInputBench;

beforeAll(async () => {
  at = await startBadInputBench();
});
afterAll(() => at.close());

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
    expectProblem(await at.api.get(`${path}?limit=${limit}`), "limit");
  expectProblem(await at.api.get(`${path}?limit=1&limit=2`), "limit");
  const elsewhere = (
    await at.api.get(path === "/conversations" ? "/memory/facts?limit=1" : "/conversations?limit=1")
  ).body.nextCursor;
  expect(elsewhere).toEqual(expect.any(String));
  for (const cursor of ["", "nonsense", "%00", "!!", "a".repeat(5000), elsewhere])
    expectProblem(await at.api.get(`${path}?cursor=${cursor as string}`), "cursor");
});

test("lists: filters", async () => {
  expectProblem(await at.api.get("/memory/facts?entity=Nobody"), "entity", 404);
  expectProblem(await at.api.get(`/memory/graph?entity=${UNKNOWN}`), "entity", 404);
  expectProblem(await at.api.get("/memory/facts?minConfidence=2"), "minConfidence");
  expectProblem(await at.api.get("/memory/facts?sort=age"), "sort");
  expectProblem(await at.api.get("/memory/facts?from=2026-02-01&to=2026-01-01"), "to");
  expectProblem(await at.api.get("/memory/entities?sort=valid"), "sort");
  expectProblem(await at.api.get("/memory/entities?asOf=soon"), "asOf");
  expectProblem(await at.api.get("/memory/graph?limit=5001"), "limit");
  expectProblem(await at.api.get("/memory/graph?minDegree=-1"), "minDegree");
  expectProblem(await at.api.get("/conversations?q="), "q");
  expectProblem(await at.api.get("/conversations?q=sister&cursor=bogus"), "cursor");
  expectProblem(await at.api.get("/memory/facts?status=wrong"), /^status/);
  expectProblem(await at.api.get("/memory/facts?status="), /^status/);
  expectProblem(await at.api.get(`/memory/facts?entity=${LONG_ID}`), "entity");
  expectProblem(await at.api.get("/memory/entities?status=wrong"), "status");
  expectProblem(await at.api.get(`/memory/entities?q=${"x".repeat(300)}`), "q");
  expectProblem(await at.api.get(`/memory/episodes?conversationId=${LONG_ID}`), "conversationId");
  expectProblem(await at.api.get("/memory/episodes?extraction=wrong"), "extraction");
  expectProblem(await at.api.post("/memory/episodes/extract", { state: "done" }), "state");
  expectProblem(await at.api.get("/maintenance/runs?limit=0"), "limit");
});

test("search: query and body", async () => {
  expectProblem(await at.api.get("/memory/search"), "q");
  expectProblem(await at.api.get("/memory/search?q="), "q");
  expectProblem(await at.api.get("/memory/search?q=a&q=b"), "q");
  expectProblem(await at.api.get("/memory/search?q=%20%20"), "q");
  for (const limit of ["0", "201", "abc", "-1"])
    expectProblem(await at.api.get(`/memory/search?q=a&limit=${limit}`), "limit");
  for (const limit of [0, 201, -1, "10", 1.5, null])
    expectProblem(await at.api.post("/memory/search", { q: "a", limit }), "limit");
  expectProblem(await at.api.get("/memory/search?q=a&recipe=unheard"), "recipe");
  expectProblem(await at.api.post("/memory/search", { q: "a", recipe: "unheard" }), "recipe");
  const partial = await at.api.post("/memory/search", {
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
    expectProblem(await at.api.get(`/memory/search?q=a&asOf=${when}`), "asOf");
    expectProblem(await at.api.get(`/memory/search?q=a&knownAt=${when}`), "knownAt");
  }
  expectProblem(await at.api.get("/memory/search?q=a&status=wrong"), /^status/);
  expectProblem(await at.api.post("/memory/search", { q: "a", status: [] }), "status");
  expectProblem(await at.api.get("/memory/search?q=a&kind=wrong"), /^kind/);
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
    expectProblem(await at.api.send(method, path(UNKNOWN), body), "id", 404);
    expectProblem(await at.api.send(method, path("a%2F..%2Fb"), body), "id", 404);
    expectProblem(await at.api.send(method, path(LONG_ID), body), "id");
    expectProblem(await at.api.send(method, path("%00"), body), "id");
    const broken = await at.api.send(method, path("%E0%A4%A"), body);
    expect(broken.status, broken.text).toBe(400);
    expect(broken.headers.get("content-type")).toContain("application/problem+json");
  }
});

test("facts: nothing to change, impossible times", async () => {
  expectProblem(await at.api.send("PATCH", `/memory/facts/${at.factId}`, {}), "body");
  expectProblem(await at.api.send("PATCH", `/memory/facts/${at.factId}`, { status: "wrong" }), "status");
  expectProblem(await at.api.send("PATCH", `/memory/facts/${at.factId}`, { predicate: "!!!" }), "predicate");
  const fact = { subject: "user", predicate: "LIKES", object: "tea", text: "The user likes tea." };
  expectProblem(await at.api.post("/memory/facts", { ...fact, validAt: "soon" }), "validAt");
  expectProblem(await at.api.post("/memory/facts", { ...fact, predicate: "..." }), "predicate");
  const backwards = { validAt: "2026-02-01", invalidAt: "2026-01-01" };
  expectProblem(await at.api.post("/memory/facts", { ...fact, ...backwards }), "invalidAt");
  expectProblem(await at.api.send("PATCH", `/memory/facts/${at.factId}`, backwards), "invalidAt");
  const { validAt } = (await at.api.get(`/memory/facts/${at.factId}`)).body;
  if (validAt !== null)
    expectProblem(
      await at.api.send("PATCH", `/memory/facts/${at.factId}`, { invalidAt: "1900-01-01" }),
      "invalidAt",
    );
});

test("episodes: unknown conversation, bad date, unknown source", async () => {
  expectProblem(
    await at.api.post("/memory/episodes", { text: "hello", conversationId: UNKNOWN }),
    "conversationId",
    404,
  );
  expectProblem(await at.api.post("/memory/episodes", { text: "hello", occurredAt: "soon" }), "occurredAt");
  expectProblem(await at.api.post("/memory/episodes", { text: "hello", source: "chat" }), "source");
  expectProblem(await at.api.post("/memory/episodes", { text: "hello", speaker: " " }), "speaker");
});

test("forget: no target, two, half a range, a range backwards", async () => {
  expectProblem(await at.api.post("/memory/forget", {}), "body");
  expectProblem(
    await at.api.post("/memory/forget", { factId: at.factId, episodeId: at.episodeId }),
    /^(?:factId|episodeId)$/,
  );
  expectProblem(
    await at.api.post("/memory/forget", { everything: true, factId: at.factId }),
    /^(?:factId|everything)$/,
  );
  expectProblem(await at.api.post("/memory/forget", { everything: false }), "everything");
  expectProblem(await at.api.post("/memory/forget", { from: "2026-01-01" }), "to");
  expectProblem(await at.api.post("/memory/forget", { to: "2026-01-01" }), "from");
  expectProblem(await at.api.post("/memory/forget", { from: "2026-01-02", to: "2026-01-01" }), "to");
  expectProblem(await at.api.post("/memory/forget", { from: "2026-01-01", to: "2026-01-01" }), "to");
  expectProblem(await at.api.post("/memory/forget", { from: "2026-01-01", to: "soon" }), "to");
  for (const kind of ["factId", "entityId", "episodeId", "conversationId"]) {
    expectProblem(await at.api.post("/memory/forget", { [kind]: LONG_ID }), kind);
    const unknown = await at.api.post("/memory/forget", { [kind]: UNKNOWN });
    expect(unknown.status).toBe(200);
    expect(Object.values(unknown.body.forgotten).every((count) => count === 0)).toBe(true);
  }
});

test("settings, feedback, jobs: values nobody knows", async () => {
  expectProblem(await at.api.send("PUT", "/settings", { timeZone: "Mars/Base" }), "timeZone");
  expectProblem(await at.api.send("PUT", "/settings", { timeZone: "UTC", language: "german" }), "language");
  expectProblem(
    await at.api.send("PUT", "/settings", { timeZone: "UTC", retentionDays: 0 }),
    "retentionDays",
  );
  expectProblem(
    await at.api.send("PUT", "/settings", { timeZone: "UTC", quietHours: { from: "25:00", to: "06:00" } }),
    "quietHours.from",
  );
  expectProblem(await at.api.post("/memory/feedback", { id: UNKNOWN, helpful: true }), "id", 404);
  expectProblem(await at.api.post("/maintenance/jobs/unheard/run", {}), "name", 404);
  expectProblem(await at.api.post(`/maintenance/jobs/${LONG_ID}/run`, {}), "name");
  expectProblem(await at.api.post("/maintenance/jobs/verify/run", { dryRun: "yes" }), "dryRun");
});

test("routes that do not exist", async () => {
  for (const [method, path] of [
    ["GET", "/nowhere"],
    ["POST", "/memory/stats"],
    ["GET", "/chat"],
    ["GET", "/ws"],
  ] as const) {
    const answer = await at.api.send(method, path, method === "POST" ? {} : undefined);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
    expect(answer.headers.get("content-type"), path).toContain("application/problem+json");
    expect(answer.body.code, path).toEqual(expect.any(String));
  }
});

/** `fetch` does not let a Host header through. A body is posted. */
function raw(
  headers: Record<string, string>,
  path = "/memory/stats",
  body?: string,
): Promise<{ status: number; type: string; text: string }> {
  const { hostname, port } = new URL(at.url);
  const method = body === undefined ? "GET" : "POST";
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, headers, method }, async (response) => {
      const { statusCode: status = 0, headers: got } = response;
      resolve({ status, type: got["content-type"] ?? "", text: await text(response) });
    });
    request.once("error", reject);
    request.end(body);
  });
}

test.each(["h2c", "TLS/1.0", "websocket"])(
  "an offer of %s with an ordinary request is ignored",
  async (upgrade) => {
    const offered = {
      "content-type": "application/json",
      connection: "Upgrade, HTTP2-Settings",
      upgrade,
      "http2-settings": "AAMAAABkAAQAoAAAAAIAAAAA",
    };
    expect(await raw(offered, "/memory/search", '{"q": "sister"}')).toMatchObject({ status: 200 });
  },
);

test("Host and Origin: this address only", async () => {
  const own = new URL(at.url).host;
  const port = new URL(at.url).port;
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "localhost.evil.example",
    "127.0.0.1.evil.example",
  ]) {
    expect(await raw({ host }), host).toMatchObject({
      status: 403,
      type: expect.stringContaining("problem+json"),
      text: expect.stringContaining(`ALLOWED_HOSTS: ${host.split(":")[0] ?? ""}`),
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
  const machine = hostname().split(".")[0] ?? "";
  expect((await raw({ host: machine.toUpperCase() })).status).toBe(200);
  for (const name of [machine, `${machine}.local`])
    expect((await raw({ host: `${name}:${port}`, origin: `http://${name}:${port}` })).status, name).toBe(200);
  expect((await raw({ host: `${machine}.evil.example` })).status).toBe(403);
});

test("a target in absolute form names an allowed host too", async () => {
  const host = new URL(at.url).host;
  for (const authority of [
    "evil.example",
    `evil.example:${host.split(":")[1] ?? ""}`,
    `127.0.0.1@evil.example`,
    `evil.example@${host}`,
    "localhost.evil.example",
  ]) {
    for (const scheme of ["http", "HTTPS", "ws"])
      expect((await raw({ host }, `${scheme}://${authority}/memory/stats`)).status, authority).toBe(403);
  }
  expect((await raw({ host: "evil.example" }, `http://${host}/memory/stats`)).status).toBe(403);
  expect((await raw({ host }, `http://${host}/memory/stats`)).status).toBe(200);
});
