import { once } from "node:events";
import { join } from "node:path";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RIGHTS, type Right } from "../../src/domain/model/rights.ts";
import { client, type Client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { NO_MODEL, startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Keys that may do some things only, and the record of what was done to a whole memory. */
let folder: TestFolder;
let service: TestService;
let keyless: { stats: number; run: number };
let all: Client;
let keys: Record<Right, Client & { key: string }>;

const engram = (...args: string[]): Promise<string> =>
  printed(folder.path, args, { LLAMA_CPP_URL: NO_MODEL });

async function clientWith(...args: string[]): Promise<Client & { key: string }> {
  const key = await engram("keys", "create", "ann", ...args);
  return { ...client(service.url, key), key };
}

const idOf = (key: string): string => key.split("_")[1] ?? "";

beforeAll(async () => {
  folder = await testFolder();
  service = await startService(folder.path, { IDLE_AFTER_MINUTES: "600", LLAMA_CPP_URL: NO_MODEL });
  const open = client(service.url);
  keyless = {
    stats: (await open.get("/memory/stats")).status,
    run: (await open.post("/maintenance/jobs/verify/run", { dryRun: true })).status,
  };
  all = await clientWith();
  keys = {
    read: await clientWith("--rights", "read"),
    write: await clientWith("--rights", "write"),
    admin: await clientWith("--rights", "admin"),
  };
});
afterAll(async () => {
  await service?.stop();
  await folder?.remove();
});

const EXPORT_LINES = { "content-type": "application/x-ndjson" };

/** One route of each kind; the right key is not refused, whatever it is answered then. */
const ASKED: [
  right: Right,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
][] = [
  ["read", "GET", "/memory/facts"],
  ["read", "HEAD", "/memory/facts"],
  ["read", "GET", "/conversations"],
  ["read", "GET", "/memory/changes"],
  ["read", "GET", "/memory/episodes?extraction=failed"],
  ["read", "GET", "/memory/search?q=anything"],
  ["read", "POST", "/memory/search", { query: "anything" }],
  ["read", "GET", "/memory/export"],
  ["read", "GET", "/maintenance/runs"],
  ["read", "GET", "/settings"],
  ["read", "GET", "/v1/models"],
  ["write", "POST", "/chat", { message: "My sister Annelie lives in Lyon." }],
  ["write", "POST", "/memory/forget", { factId: "none" }],
  ["write", "POST", "/memory/episodes/extract", { state: "failed" }],
  ["write", "POST", "/memory/episodes/none/extract"],
  ["write", "POST", "/memory/feedback", { id: "none", helpful: true }],
  ["write", "PUT", "/settings", { timeZone: "Europe/Berlin" }],
  ["write", "DELETE", "/conversations/none"],
  ["write", "POST", "/v1/chat/completions", { messages: [{ role: "user", content: "Hello" }] }],
  ["admin", "POST", "/maintenance/jobs/verify/run", { dryRun: true }],
  ["admin", "POST", "/maintenance/runs/none/undo", {}],
  ["admin", "POST", "/maintenance/undo", { since: "2100-01-01" }],
  ["admin", "POST", "/maintenance/dead-letters/none/retry", {}],
  ["admin", "POST", "/memory/import", "no memory", EXPORT_LINES],
  ["admin", "POST", "/memory/import/chats", "[]"],
  ["admin", "POST", "/maintenance/runs/none/cancel"],
  ["admin", "POST", "/maintenance/notifications/test"],
  ["read", "GET", "/maintenance/notifications"],
  ["admin", "GET", "/keys"],
  ["admin", "POST", "/keys", { rights: [] }],
  ["admin", "DELETE", "/keys/none"],
  ["read", "GET", "/reports"],
  ["read", "GET", "/reports/alerts"],
  ["read", "GET", "/maintenance/schedule"],
  ["admin", "PUT", "/maintenance/schedule", { paused: false }],
  ["admin", "PUT", "/maintenance/schedule/report", { paused: false }],
  ["admin", "GET", "/maintenance/audit"],
  ["admin", "HEAD", "/maintenance/audit"],
];

describe("a key with one right", () => {
  test.each(ASKED)("%s: %s %s", async (right, method, path, body, headers) => {
    for (const held of RIGHTS) {
      const answer = await keys[held].send(method, path, body, headers);
      if (held === right) expect([401, 403], held).not.toContain(answer.status);
      else expect(answer.status, held).toBe(403);
    }
    expect([401, 403]).not.toContain((await all.send(method, path, body, headers)).status);
  });

  test("is told which one it lacks", async () => {
    const { body, headers } = await keys.read.post("/chat", { message: "Hello" });
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body).toMatchObject({ code: "forbidden", status: 403, right: "write" });
    expect(body.detail).toContain('"write"');
    const openAi = await keys.read.post("/v1/chat/completions", {
      messages: [{ role: "user", content: "Hello" }],
    });
    expect(openAi.body.error).toMatchObject({ code: "forbidden" });
    expect(openAi.body.error.message).toContain('"write"');
  });

  test("a WebSocket is a chat", async () => {
    const statusOf = async (key: string): Promise<number> => {
      const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`, [
        "engram",
        `engram.key.${key}`,
      ]);
      socket.on("error", () => undefined);
      const status = await Promise.race([
        once(socket, "open").then(() => 101),
        once(socket, "unexpected-response").then(
          ([, response]) => (response as { statusCode: number }).statusCode,
        ),
      ]);
      socket.terminate();
      return status;
    };
    expect(await statusOf(keys.write.key)).toBe(101);
    expect(await statusOf(keys.read.key)).toBe(403);
    expect(await statusOf(keys.admin.key)).toBe(403);
  });

  test("a session has the rights of its key", async () => {
    const signedIn = await client(service.url).post("/session", { key: keys.read.key });
    expect(signedIn.status).toBe(204);
    const cookie = { cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "" };
    expect((await client(service.url).get("/memory/stats", cookie)).status).toBe(200);
    expect((await client(service.url).post("/chat", { message: "Hello" }, cookie)).status).toBe(403);
  });
});

interface DescribedRoute {
  method: string;
  path: string;
  /** Null: for everybody. */
  right: Right | null;
}

/** All routes that the description of the API has. */
async function describedRoutes(): Promise<DescribedRoute[]> {
  const { body } = await all.get("/docs/json");
  const paths = body.paths as Record<string, Record<string, { security: { key: [Right] }[] }>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      right: security[0]?.key[0] ?? null,
    })),
  );
}

test("every route of the service needs a right that fits its method", async () => {
  const routes = await describedRoutes();
  const odd = routes.filter(({ method, right }) => (method === "GET") !== (right === "read"));
  expect(odd.map(({ method, path, right }) => `${right ?? "public"} ${method} ${path}`).toSorted()).toEqual([
    "admin GET /keys",
    "admin GET /maintenance/audit",
    "admin GET /sessions",
    "public GET /health",
    // Each tool asks for its own right.
    "read POST /mcp",
    "read POST /memory/search",
  ]);
});

test("without keys this machine may do everything", () => {
  expect(keyless).toEqual({ stats: 200, run: 202 });
});

test("keys name their rights, and refuse what is none", async () => {
  const listed = (await engram("keys", "list")).split("\n").map((line) => line.split("\t"));
  expect(listed.map((row) => row[4])).toEqual(["read,write,admin", "read", "write", "admin"]);
  for (const rights of ["", "root", "read,root"])
    await expect(engram("keys", "create", "ann", "--rights", rights), rights).rejects.toThrow(/rights/);
});

test("what is done to a whole memory leaves one row, without a word of it", async () => {
  const bob = client(service.url, await engram("keys", "create", "bob", "--rights", "admin, write"));
  const file = join(folder.path, "ann.jsonl");
  const exported = await all.get("/memory/export");
  await all.send("POST", "/memory/import?dryRun=true", exported.text, EXPORT_LINES);
  await all.send("POST", "/memory/import", exported.text, EXPORT_LINES);
  await engram("backup", "--user", "ann");
  await engram("export", file, "--user", "ann");
  await engram("restore", file, "--dry-run");
  await engram("restore", file);
  await all.post("/maintenance/jobs/backup/run", { dryRun: true });
  const backup = (await all.post("/maintenance/jobs/backup/run", {})).body.runId;
  const { runId } = (await all.post("/maintenance/jobs/verify/run", {})).body;
  await expect
    .poll(async () => (await all.get(`/maintenance/runs/${runId}`)).body.state, { timeout: 30_000 })
    .toBe("done");
  await all.post(`/maintenance/runs/${runId}/undo`, {});
  await all.post("/memory/forget", { everything: true });
  await engram("keys", "revoke", idOf(keys.read.key));

  const { items } = (await keys.admin.get("/maintenance/audit?limit=11")).body;
  expect(items.map((row: any) => [row.actor, row.act])).toEqual([
    ["cli", "key_revoked"],
    ["ann", "forget_everything"],
    ["ann", "undo_run"],
    ["ann", "backup"],
    ["cli", "restore"],
    ["cli", "export"],
    ["cli", "backup"],
    ["ann", "restore"],
    ["ann", "export"],
    expect.any(Array),
    expect.any(Array),
  ]);
  expect(items[0].targets).toEqual([idOf(keys.read.key)]);
  expect(items[1].counts.episodes).toBeGreaterThan(0);
  expect(items[2].targets).toEqual([runId]);
  expect(items[3].targets).toEqual([backup]);
  expect(items[6].counts.records).toBeGreaterThan(0);
  expect(items.every((row: any) => row.userId === "ann")).toBe(true);

  const bobs = (await bob.get("/maintenance/audit")).body.items;
  expect(bobs.map((row: any) => [row.act, row.userId])).toEqual([["key_created", "bob"]]);

  const told = await engram("audit");
  expect(told.split("\n").filter((line) => line.includes("key_created"))).toHaveLength(5);
  // The secret itself may hold an underscore: eng_<id>_<secret>.
  const secrets = [all.key, ...RIGHTS.map((right) => keys[right].key)].map(
    (key) => key?.replace(/^eng_[^_]+_/, "") ?? "",
  );
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  for (const word of ["Annelie", "Lyon", ...secrets]) expect(told).not.toContain(word);
  expect((await engram("audit", "--user", "bob")).split("\n")).toHaveLength(1);
});

/** The status alone: streams such as `/events` never end. */
async function statusOf({ method, path }: DescribedRoute, key?: string): Promise<number> {
  const response = await fetch(service.url + path.replaceAll(/\{\w+\}/g, "none"), {
    method,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
  await response.body?.cancel();
  return response.status;
}

/** Of a route whose part of the machine is not set up, such as notifications. */
const NOT_CONFIGURED = 501;
/** Asked before there is a key to show, or without one. */
const PUBLIC = ["GET /health", "POST /session", "DELETE /session"];

/** What a whole memory, its jobs and its keys need. */
const ADMIN = [
  "DELETE /keys/{id}",
  "DELETE /sessions",
  "DELETE /sessions/{id}",
  "GET /keys",
  "GET /maintenance/audit",
  "GET /sessions",
  "POST /keys",
  "POST /maintenance/dead-letters/{id}/retry",
  "POST /maintenance/jobs/{name}/run",
  "POST /maintenance/notifications/test",
  "POST /maintenance/runs/{id}/cancel",
  "POST /maintenance/runs/{id}/undo",
  "POST /maintenance/undo",
  "POST /memory/import",
  "POST /memory/import/chats",
  "POST /models/exam",
  "POST /models/look",
  "POST /models/try",
  "PUT /maintenance/schedule",
  "PUT /maintenance/schedule/{job}",
  "PUT /models",
];

test("every route asks every key: none, revoked, and each right alone", async () => {
  const made = async (right: Right): Promise<string> =>
    (await all.post("/keys", { rights: [right] })).body.key;
  const revoked = await made("admin");
  await all.send("DELETE", `/keys/${idOf(revoked)}`);
  const single = { read: await made("read"), write: await made("write"), admin: await made("admin") };
  const routes = (await describedRoutes()).filter(
    ({ method, path }) => !PUBLIC.includes(`${method} ${path}`),
  );
  expect(routes.length).toBeGreaterThan(60);
  const needed = (right: Right): string[] =>
    routes
      .filter((route) => route.right === right)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted();
  expect(needed("admin")).toEqual(ADMIN);
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    expect(await statusOf(route), `${name} without a key`).toBe(401);
    expect(await statusOf(route, revoked), `${name} with a revoked key`).toBe(401);
    for (const held of RIGHTS) {
      const status = await statusOf(route, single[held]);
      if (held !== route.right) expect(status, `${name} with ${held}`).toBe(403);
      else {
        expect([401, 403], `${name} with ${held}`).not.toContain(status);
        if (status !== NOT_CONFIGURED) expect(status, `${name} with ${held}`).toBeLessThan(500);
      }
    }
  }
}, 30_000);
