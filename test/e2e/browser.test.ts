import { once } from "node:events";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What a browser may do: a session made from a key, and pages of other origins that were allowed. */
const ALLOWED = "https://chat.example";
const FOREIGN = "https://evil.example";

let folder: TestFolder;
let service: TestService;
let key: string;

const engram = (...args: string[]): Promise<string> => printed(folder.path, args);

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { LLAMA_CPP_URL: NO_MODEL, ALLOWED_ORIGINS: ALLOWED });
  key = await engram("keys", "create", "anna");
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

async function signIn(headers: Record<string, string> = {}): Promise<string> {
  const answer = await client(service.url).post("/session", { key }, headers);
  expect(answer.status).toBe(204);
  return answer.headers.get("set-cookie") ?? "";
}

/** Of a key, at its end. */
const SECRET_CHARS = 43;

const pairOf = (cookie: string): string => cookie.split(";")[0] ?? "";

/** `101`, or the status of the refusal. */
async function upgrade(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`, ["engram"], { headers });
  const status = await Promise.race([
    once(socket, "open").then(() => 101),
    once(socket, "unexpected-response").then(
      ([, response]) => (response as { statusCode: number }).statusCode,
    ),
  ]);
  socket.on("error", () => undefined);
  socket.terminate();
  return status;
}

describe("a session", () => {
  test("is a cookie that scripts cannot read and other sites cannot send", async () => {
    const cookie = await signIn();
    expect(cookie).toMatch(/^engram_session_\w+=\S+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    const secure = await signIn({ origin: ALLOWED });
    expect(secure, "a page over plain HTTP could not replace it by that name").toMatch(
      /^engram_session_\w+=; Max-Age=0;.*, __Host-engram_session_\w+=\S+; Max-Age=2592000; .*; Secure$/,
    );
    const both = `${pairOf(cookie)}x; __Host-${secure.split("__Host-")[1]?.split(";")[0]}`;
    expect((await client(service.url).get("/memory/stats", { cookie: both })).status).toBe(200);
  });

  test("opens every route and the WebSocket to the key's user", async () => {
    const cookie = pairOf(await signIn());
    const api = client(service.url);
    expect((await api.get("/memory/stats")).status).toBe(401);
    expect((await api.get("/memory/stats", { cookie })).status).toBe(200);
    expect((await api.get("/memory/stats", { cookie: `other=1; ${cookie}` })).status).toBe(200);
    for (const authorization of ["Basic dTpw", "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln"])
      expect((await api.get("/memory/stats", { cookie, authorization })).status, "of a proxy").toBe(200);
    expect(await upgrade({ cookie })).toBe(101);
    expect(await upgrade({ cookie, origin: service.url })).toBe(101);
    expect(await upgrade({})).toBe(401);
  });

  test("is kept apart from that of another Engram at the same host", async () => {
    const other = await testFolder();
    const neighbour = await startService(other.path, { LLAMA_CPP_URL: NO_MODEL });
    const open = client(neighbour.url);
    const { key: itsKey } = (await open.post("/keys", {})).body;
    const its = pairOf((await open.post("/session", { key: itsKey })).headers.get("set-cookie") ?? "");
    const mine = pairOf(await signIn());
    const name = (pair: string): string => pair.split("=")[0] ?? "";
    // A browser sends both to both, and keeps one of a name.
    expect(name(its)).not.toBe(name(mine));
    for (const cookie of [`${mine}; ${its}`, `${its}; ${mine}`])
      for (const { url } of [service, neighbour])
        expect((await client(url).get("/memory/stats", { cookie })).status).toBe(200);
    const former = `engram_session=${mine.split("=")[1]}`;
    expect((await client(service.url).get("/memory/stats", { cookie: former })).status).toBe(200);
    await neighbour.stop();
    await other.remove();
  });

  test("is worth nothing from another site", async () => {
    const cookie = pairOf(await signIn());
    const answer = await client(service.url).get("/memory/stats", { cookie, origin: FOREIGN });
    expect([answer.status, answer.body.code]).toEqual([403, "host_not_allowed"]);
    expect(await upgrade({ cookie, origin: FOREIGN })).toBe(403);
    // Of a sandboxed frame, such as that of a diagram.
    const withoutOrigin = (path: string) => client(service.url).get(path, { cookie, origin: "null" });
    for (const path of ["/memory/stats", "/", "/diagram/%2e%2e/memory/stats", "/diagram/"])
      expect((await withoutOrigin(path)).status, path).toBe(403);
    expect((await withoutOrigin("/diagram/frame.js")).status).toBe(200);
  });

  test("needs a known key, and a body that says no more", async () => {
    const api = client(service.url);
    expect((await api.post("/session", { key: `eng_${"0".repeat(16)}_${"x".repeat(43)}` })).status).toBe(401);
    expect((await api.post("/session", { key: "" })).status).toBe(400);
    expect((await api.post("/session", { key, user: "bob" })).status).toBe(400);
    expect((await api.get("/memory/stats", { cookie: "engram_session=" })).status).toBe(401);
  });

  test("ends itself by signing out: a copy of its cookie opens nothing, and what it had open is closed", async () => {
    const cookie = pairOf(await signIn());
    const kept = pairOf(await signIn());
    const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`, ["engram"], {
      headers: { cookie },
    });
    await once(socket, "open");
    const closed = once(socket, "close");
    expect((await client(service.url).send("DELETE", "/session", undefined, { cookie })).status).toBe(204);
    expect((await closed)[0]).toBe(1008);
    expect((await client(service.url).get("/memory/stats", { cookie })).status).toBe(401);
    expect((await client(service.url).get("/memory/stats", { cookie: kept })).status).toBe(200);
  });

  test("is listed with what the browser calls itself, and ended one by one or all but one", async () => {
    const mine = client(service.url, key);
    await mine.send("DELETE", "/sessions");
    const [first, second, third] = [
      pairOf(await signIn({ "user-agent": "First/1" })),
      pairOf(await signIn({ "user-agent": "Second/2" })),
      pairOf(await signIn({ "user-agent": "Third/3" })),
    ];
    const api = client(service.url);
    const listed = await api.get("/sessions", { cookie: second });
    expect(listed.body.items.map((one: any) => [one.client, one.isCurrent])).toEqual([
      ["Third/3", false],
      ["Second/2", true],
      ["First/1", false],
    ]);
    expect(listed.text).not.toContain("hash");
    const { id, startedAt, endsAt, keyId } = listed.body.items[0];
    expect([keyId, Date.parse(endsAt) - Date.parse(startedAt)]).toEqual([key.split("_")[1], 2_592_000_000]);
    expect((await mine.get("/keys")).body.items).toHaveLength(1);

    const bob = client(service.url, await engram("keys", "create", "bob"));
    expect((await bob.get("/sessions")).body.items).toEqual([]);
    expect((await bob.send("DELETE", `/sessions/${id}`)).status).toBe(404);
    expect((await api.send("DELETE", `/sessions/${id}`, undefined, { cookie: second })).status).toBe(204);
    expect((await api.send("DELETE", `/sessions/${id}`, undefined, { cookie: second })).status).toBe(404);
    expect((await api.send("DELETE", `/keys/${id}`, undefined, { cookie: second })).status).toBe(404);
    expect((await api.get("/memory/stats", { cookie: third })).status).toBe(401);
    const others = await api.send("DELETE", "/sessions", undefined, { cookie: second });
    expect(others.body).toEqual({ ended: 1 });
    expect((await api.get("/memory/stats", { cookie: first })).status).toBe(401);
    expect((await api.get("/memory/stats", { cookie: second })).status).toBe(200);
    const { items } = (await mine.get("/maintenance/audit?limit=2")).body;
    expect(items.map((row: any) => row.act)).toEqual(["session_ended", "session_ended"]);
  });

  test("is one of at most twenty: the oldest ends, and a session makes no sessions", async () => {
    const first = pairOf(await signIn());
    for (let n = 0; n < 20; n++) await signIn();
    const mine = client(service.url, key);
    expect((await mine.get("/sessions")).body.items).toHaveLength(20);
    expect((await mine.get("/memory/stats", { cookie: first })).status, "the bearer wins").toBe(200);
    expect((await client(service.url).get("/memory/stats", { cookie: first })).status).toBe(401);
    const token = pairOf(await signIn()).split("=")[1];
    expect((await mine.post("/session", { key: token })).status).toBe(401);
    expect((await mine.post("/session", { key: token?.replace("ses_", "eng_") })).status).toBe(401);
    expect((await client(service.url, token?.replace("ses_", "eng_")).get("/memory/stats")).status).toBe(401);
    await mine.send("DELETE", "/sessions");
  });

  test("ends by signing out, and for good when the key is revoked", async () => {
    const out = await client(service.url).send("DELETE", "/session");
    expect([out.status, out.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringMatching(/^engram_session_\w+=; .*Max-Age=0;/),
    ]);
    const other = await engram("keys", "create", "carl");
    const signedIn = await client(service.url).post("/session", { key: other });
    const cookie = pairOf(signedIn.headers.get("set-cookie") ?? "");
    expect(cookie, "a session is not the key").not.toContain(other.slice(-SECRET_CHARS));
    expect((await client(service.url).get("/memory/stats", { cookie })).status).toBe(200);
    await engram("keys", "revoke", other.split("_")[1] ?? "");
    expect((await client(service.url).get("/memory/stats", { cookie })).status).toBe(401);
  });
});

test("a key counts in the headers of Azure's and Anthropic's clients as well", async () => {
  const models = async (headers: Record<string, string>): Promise<number> =>
    (await client(service.url).get("/v1/models", headers)).status;
  expect(await models({ "api-key": key })).toBe(200);
  expect(await models({ "x-api-key": key })).toBe(200);
  expect(await models({ "api-key": `${key}x` })).toBe(401);
  for (const pasted of [`Bearer Bearer ${key}`, `Bearer "${key}"`, key, `Bearer ${key} `])
    expect([pasted, await models({ authorization: pasted })]).toEqual([pasted, 200]);
  expect(await models({ authorization: `Bearer Bearer ${key}x` })).toBe(401);
  expect(await models({ "api-key": key, authorization: "Bearer eng_unknown" })).toBe(401);
});

describe("pages of other origins", () => {
  const preflight = (origin: string) =>
    client(service.url).send("OPTIONS", "/chat", undefined, {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,x-stainless-os",
    });

  test("an allowed one may ask with a bearer and read the answer, errors and streams too", async () => {
    const asked = await preflight(ALLOWED);
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(asked.headers.get("access-control-allow-private-network")).toBe("true");
    expect(asked.headers.get("access-control-allow-headers")).toBe(
      "authorization,content-type,x-stainless-os",
    );
    const headers = { origin: ALLOWED };
    for (const [answer, status] of [
      [await client(service.url, key).get("/memory/stats", headers), 200],
      [await client(service.url).get("/memory/stats", headers), 401],
      [await client(service.url, key).get("/no-such-route", headers), 404],
      [
        await client(service.url, key).post(
          "/chat",
          { message: "Hi." },
          { ...headers, accept: "text/event-stream" },
        ),
        200,
      ],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ALLOWED);
      expect(answer.headers.get("vary")).toMatch(/origin/i);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("any other is refused and told nothing", async () => {
    for (const answer of [
      await preflight(FOREIGN),
      await client(service.url, key).get("/memory/stats", { origin: FOREIGN }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});
