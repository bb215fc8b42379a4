import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { zipOf } from "../support/zip.ts";
import { client, until, type Client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What the owner does with the machine over REST: runs, chats of other systems, notifications, keys. */
let folder: TestFolder;
let service: TestService;
let llama: FakeLlama;
let hook: HookReceiver;
let local: Client;

beforeAll(async () => {
  folder = await testFolder();
  llama = await startFakeLlama();
  hook = await startHookReceiver();
  service = await startService(folder.path, {
    IDLE_AFTER_MINUTES: "600",
    LLAMA_CPP_URL: llama.url,
    NOTIFY_WEBHOOK_URL: hook.url,
  });
  local = client(service.url);
});
afterAll(async () => {
  await service?.stop();
  await llama?.close();
  await hook?.close();
  await folder?.remove();
});

const engram = (...args: string[]): Promise<string> => printed(folder.path, args);

test("every job says what it does", async () => {
  const { items } = (await local.get("/maintenance/jobs")).body;
  expect(items.length).toBeGreaterThan(10);
  for (const job of items)
    expect(job, job.name).toEqual({
      name: expect.any(String),
      title: expect.stringMatching(/^[A-Z]/),
      does: expect.stringMatching(/^[A-Z].{20,}\.$/),
      asksModel: expect.any(Boolean),
      changesMemory: expect.any(Boolean),
      dryRun: expect.any(Boolean),
    });
});

test("a run is cancelled at its next step; one that is over cannot be", async () => {
  // The pass waits for the extraction, and the model takes its time.
  llama.reply((body) =>
    body.response_format === undefined ? "Noted." : { content: "{}", delayMs: 60_000, reasoning: "" },
  );
  await local.say("My sister Annelie lives in Lyon.");
  const { runId } = (await local.post("/maintenance/jobs/verify/run", {})).body;
  expect((await local.get(`/maintenance/runs/${runId}`)).body.state).toBe("running");
  const cancelled = await local.post(`/maintenance/runs/${runId}/cancel`, undefined);
  expect([cancelled.status, cancelled.body]).toEqual([202, { runId }]);
  await until(async () => (await local.get(`/maintenance/runs/${runId}`)).body.state === "aborted");
  expect((await local.post(`/maintenance/runs/${runId}/cancel`, undefined)).body.code).toBe("conflict");
  expect((await local.post("/maintenance/runs/none/cancel", undefined)).status).toBe(404);
  const again = (await local.post("/maintenance/jobs/verify/run", {})).body.runId;
  expect(again).not.toBe(runId);
  await local.post(`/maintenance/runs/${again}/cancel`, undefined);
  llama.reply("Noted.");
});

describe("chats of another system", () => {
  const send = (body: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${service.url}/memory/import/chats`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      ...(signal ? { signal } : {}),
    });
  const eventsOf = async (body: string): Promise<{ event: string; data: any }[]> => {
    const seen = [];
    for await (const { event, data } of readEvents((await send(body)).body as ReadableStream<Uint8Array>))
      seen.push({ event, data: JSON.parse(data) });
    return seen;
  };

  test("are taken with word of how far it is, once however often they are sent", async () => {
    const file = chatGptExport({ conversations: 3, turns: 40 });
    const events = await eventsOf(file);
    expect(events.at(0)).toMatchObject({ event: "progress", data: { total: 3, turns: 50 } });
    expect(events.at(-1)).toMatchObject({
      event: "done",
      data: { format: "chatgpt", conversations: 3, total: 3, turns: 120, stored: 120 },
    });
    expect((await eventsOf(file)).at(-1)).toMatchObject({ event: "done", data: { stored: 0, known: 120 } });
    expect((await local.get("/maintenance/audit")).body.items[0]).toMatchObject({ act: "import" });
  });

  test("come as a zip or a text, are told without being stored, and leave no upload", async () => {
    const take = async (body: string | Uint8Array<ArrayBuffer>, type: string, query = ""): Promise<any> => {
      const answer = await fetch(`${service.url}/memory/import/chats${query}`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      const last = (await answer.text()).trim().split("\n").at(-1) ?? "";
      return JSON.parse(last.replace(/^data: /, ""));
    };
    const content = chatGptExport({ conversations: 2, turns: 3, prefix: "zipped" });
    const zip = new Uint8Array(zipOf([{ name: "conversations-000.json", content }]));
    const acts = async (): Promise<number> => (await local.get("/maintenance/audit")).body.items.length;
    const before = await acts();
    expect(await take(zip, "application/zip", "?dryRun=true")).toMatchObject({
      dryRun: true,
      stored: 0,
      survey: { files: [{ name: "conversations-000.json", format: "chatgpt", conversations: 2, turns: 6 }] },
    });
    expect(await acts(), "nothing was done").toBe(before);
    expect(await take(zip, "application/zip")).toMatchObject({ stored: 6, known: 0 });
    expect(await take(zip, "application/zip")).toMatchObject({ stored: 0, known: 6 });
    expect(await take("Dug a pond.", "text/markdown", "?name=2020-02-02.md")).toMatchObject({
      stored: 1,
      survey: { files: [{ format: "journal", from: expect.stringMatching(/^2020-02-02T/) }] },
    });
    const chat = "12/03/2024, 18:22 - Mia: The dam broke.";
    expect(await take(chat, "text/plain", "?me=Ann")).toMatchObject({
      code: "invalid_request",
      detail: expect.stringContaining("Mia"),
    });
    const left = (await readdir(join(folder.path, "data"))).filter((name) => name.startsWith("import-"));
    expect(left).toEqual([]);
  });

  test("stop when the connection is closed, and go on when they are sent again", async () => {
    const file = chatGptExport({ conversations: 40, turns: 60, prefix: "long" });
    const closing = new AbortController();
    const answer = await send(file, closing.signal);
    for await (const { event } of readEvents(answer.body as ReadableStream<Uint8Array>)) {
      expect(event).toBe("progress");
      break;
    }
    closing.abort();
    const uploads = async (): Promise<string[]> =>
      (await readdir(join(folder.path, "data"))).filter((name) => name.startsWith("import-"));
    await until(async () => (await uploads()).length === 0, "the upload to go");
    const { known, stored, turns } = (await eventsOf(file)).at(-1)?.data ?? {};
    expect(turns).toBe(2400);
    expect(known).toBeGreaterThanOrEqual(50);
    expect(stored).toBeGreaterThan(0);
  });

  test("that are none are refused with the place", async () => {
    expect((await eventsOf("[{")).at(-1)).toMatchObject({
      event: "error",
      data: { code: "invalid_request", detail: expect.stringContaining("not valid JSON") },
    });
    expect((await eventsOf('{"a": 1}')).at(-1)?.data.detail).toContain("ChatGPT");
    const html = await fetch(`${service.url}/memory/import/chats`, {
      method: "POST",
      headers: { "content-type": "text/html" },
      body: "<p>",
    });
    expect(html.status).toBe(415);
  });
});

test("a test notification says of each channel whether it took it", async () => {
  expect((await local.get("/maintenance/notifications")).body).toEqual({ channels: ["webhook"] });
  const sent = await local.post("/maintenance/notifications/test", undefined);
  expect(sent.body).toEqual({ items: [{ channel: "webhook", error: null }] });
  expect(JSON.parse(hook.received.at(-1)?.body ?? "")).toMatchObject({ kind: "test" });
  const before = hook.received.length;
  hook.answers.push(503);
  const refused = await local.post("/maintenance/notifications/test", undefined);
  expect(refused.body.items[0].error).toContain("503");
  expect(hook.received.length, "one try").toBe(before + 1);
});

describe("keys", () => {
  let bob: Client;
  let owner: Client;
  let ownerId: string;

  test("the first one ends what this machine may do without", async () => {
    expect((await local.get("/keys")).body).toEqual({ items: [], nextCursor: null });
    const { status, body } = await local.post("/keys", {});
    expect([status, body]).toEqual([
      201,
      { id: expect.stringMatching(/^[0-9a-f]{16}$/), key: expect.any(String) },
    ]);
    expect((await local.get("/keys")).status).toBe(401);
    owner = client(service.url, body.key);
    ownerId = body.id;
    const { items } = (await owner.get("/keys")).body;
    expect(items).toEqual([
      {
        id: ownerId,
        userId: "local",
        rights: ["read", "write", "admin"],
        createdAt: expect.any(String),
        revokedAt: null,
        isCurrent: true,
      },
    ]);
    // The secret may have "_" of its own, as its first letter too.
    const secret = body.key.slice(body.key.indexOf(body.id) + body.id.length + 1);
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(items)).not.toContain(secret);
  });

  test("a key has no more rights than the one that makes it", async () => {
    const admin = await owner.post("/keys", { rights: ["admin"] });
    const keeper = client(service.url, admin.body.key);
    expect((await keeper.post("/keys", { rights: ["read"] })).body).toMatchObject({
      code: "forbidden",
      errors: [{ field: "rights" }],
    });
    expect((await keeper.post("/keys", {})).status).toBe(201);
    expect((await keeper.get("/memory/stats")).status).toBe(403);
    expect((await owner.post("/keys", { rights: [] })).status).toBe(400);
  });

  test("are one's own: those of others are not seen, and not revoked", async () => {
    bob = client(service.url, await engram("keys", "create", "bob"));
    expect((await bob.get("/keys")).body.items.map((key: any) => key.userId)).toEqual(["bob"]);
    expect((await bob.send("DELETE", `/keys/${ownerId}`)).status).toBe(404);
    expect((await owner.get("/keys")).body.items.some((key: any) => key.userId !== "local")).toBe(false);
    const names = async (api: Client): Promise<string[]> =>
      (await api.get("/memory/copies")).body.items.map((copy: any) => copy.name);
    await owner.post("/maintenance/jobs/backup/run", {});
    await until(async () => (await names(owner)).length > 0, "a backup");
    expect(await names(owner)).toEqual([expect.stringMatching(/^backup_local_/)]);
    expect(await names(bob)).toEqual([]);
    expect((await bob.send("DELETE", "/memory/copies")).body).toEqual({ removed: 0 });
    expect((await owner.send("DELETE", "/memory/copies")).body).toEqual({ removed: 1 });
    const runs = (await owner.get("/maintenance/runs")).body.items;
    expect((await bob.post(`/maintenance/runs/${runs[0].id}/cancel`, undefined)).status).toBe(404);
  });

  test("revoked, it opens nothing, and that is in the audit", async () => {
    const { id, key } = (await owner.post("/keys", { rights: ["read"] })).body;
    const reader = client(service.url, key);
    expect((await reader.get("/memory/stats")).status).toBe(200);
    expect((await reader.get("/keys")).status).toBe(403);
    expect((await owner.send("DELETE", `/keys/${id}`)).status).toBe(204);
    expect((await reader.get("/memory/stats")).status).toBe(401);
    expect((await owner.send("DELETE", `/keys/${id}`)).status).toBe(404);
    expect((await owner.get("/maintenance/audit")).body.items[0]).toMatchObject({
      act: "key_revoked",
      actor: "local",
      targets: [id],
    });
  });
});
