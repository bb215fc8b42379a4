import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { ALICES, startTwoPeople, type Person, type TwoPeople } from "../support/two-people.ts";

/** Once there are keys, nothing is served without one that is valid, but for the open routes. */
let people: TwoPeople;
let alice: Person;

beforeAll(async () => {
  people = await startTwoPeople();
  ({ alice } = people);
});
afterAll(() => people.close());

const ROUTES: [string, string, unknown?][] = [
  ["POST", "/chat", { message: "hello" }],
  ["GET", "/conversations"],
  ["GET", "/conversations/x"],
  ["PATCH", "/conversations/x", { title: "x" }],
  ["DELETE", "/conversations/x"],
  ["GET", "/memory/search?q=x"],
  ["POST", "/memory/search", { q: "x" }],
  ["GET", "/memory/facts"],
  ["POST", "/memory/facts", {}],
  ["GET", "/memory/facts/x"],
  ["PATCH", "/memory/facts/x", {}],
  ["GET", "/memory/entities"],
  ["GET", "/memory/entities/x"],
  ["GET", "/memory/episodes"],
  ["POST", "/memory/episodes", {}],
  ["GET", "/memory/episodes/x"],
  ["POST", "/memory/forget", { everything: true }],
  ["GET", "/memory/changes"],
  ["POST", "/memory/changes/x/undo", {}],
  ["GET", "/memory/rejections"],
  ["GET", "/memory/staging"],
  ["POST", "/memory/feedback", {}],
  ["GET", "/memory/stats"],
  ["GET", "/settings"],
  ["PUT", "/settings", {}],
  ["GET", "/maintenance/jobs"],
  ["POST", "/maintenance/jobs/verify/run", {}],
  ["GET", "/maintenance/runs"],
  ["GET", "/maintenance/runs/x"],
  ["GET", "/events"],
  ["GET", "/conversations/x/graph/events"],
  ["GET", "/v1/models"],
  ["GET", "/v1/models/x"],
  ["POST", "/v1/chat/completions", {}],
  ["POST", "/v1/embeddings", {}],
  ["GET", "/docs/"],
  ["GET", "/docs/json"],
  ["GET", "/docs/yaml"],
  ["GET", "/ws"],
];

test.each(ROUTES)("%s %s is 401", async (method, path, body) => {
  for (const api of [
    client(people.url),
    client(people.url, "eng_0000000000000000_wrong"),
    client(people.url, alice.key.slice(0, -1) + "_"),
  ]) {
    const answer = await api.send(method, path, body);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(path.startsWith("/v1") ? answer.body.error.code : answer.body.code).toBe("unauthorized");
  }
});

test("every route of the description asks for one, but for the open ones", async () => {
  const { body } = await alice.get("/docs/json");
  for (const [path, methods] of Object.entries<any>(body.paths)) {
    if (path === "/health" || path === "/session") continue;
    for (const method of Object.keys(methods)) {
      const answer = await client(people.url).send(
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, "x"),
        method === "get" || method === "delete" ? undefined : {},
      );
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  }
});

test("the open ones", async () => {
  for (const path of ["/livez", "/readyz", "/metrics"])
    expect((await client(people.url).get(path)).status, path).toBe(200);
  for (const api of [client(people.url), client(people.url, "wrong")])
    expect((await api.get("/health")).body).toEqual({ status: "ok" });
  expect((await alice.get("/health")).body).toMatchObject({ status: "ok", pending: expect.any(Object) });
  const signIn = await client(people.url).post("/session", { key: "wrong" });
  expect([signIn.status, signIn.headers.get("set-cookie")]).toEqual([401, null]);
  const open = (
    await Promise.all(["/readyz", "/metrics"].map(async (path) => (await client(people.url).get(path)).text))
  ).join("\n");
  expect(open).not.toMatch(ALICES);
  expect(open).not.toMatch(/alice|bob/i);
});

test("a revoked key is no key; a new key of a user opens the same memory", async () => {
  const key = await people.engram("keys", "create", "alice");
  const second = client(people.url, key);
  expect((await second.get("/memory/stats")).text).toBe((await alice.get("/memory/stats")).text);
  await people.engram("keys", "revoke", key.split("_")[1] ?? "");
  expect((await second.get("/memory/stats")).status).toBe(401);
  expect((await alice.get("/memory/stats")).status).toBe(200);
});
