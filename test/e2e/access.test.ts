import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import {
  residentBytes,
  startProcess,
  testFolder,
  type TestFolder,
  type TestProcess,
} from "../support/service.ts";

/** What is open ends with the key that opened it; who has no key costs nothing and gets nothing. */
let folder: TestFolder;
let service: TestProcess;
let fake: FakeLlama;
let owner: string;

const POLICY_VIOLATION = 1008;

const engram = (...args: string[]): Promise<string> =>
  printed(folder.path, args, { LLAMA_CPP_URL: fake.url });

const keyFor = (user: string): Promise<string> => engram("keys", "create", user);
const revoke = (key: string): Promise<string> => engram("keys", "revoke", key.split("_")[1] ?? "");

beforeAll(async () => {
  folder = await testFolder();
  fake = await startFakeLlama({ slots: 2 });
  fake.reply((body) =>
    body.response_format === undefined ? { content: "word ".repeat(400), tokenDelayMs: 20 } : undefined,
  );
  service = await startProcess(folder.path, {
    LLAMA_CPP_URL: fake.url,
    IDLE_AFTER_MINUTES: "600",
    RATE_LIMIT_PER_MINUTE: "60",
  });
});
afterAll(async () => {
  await service?.stop();
  await fake?.close();
  await folder?.remove();
});

async function openSocket(headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`, ["engram"], { headers });
  await once(socket, "open");
  return socket;
}

const closeCode = async (socket: WebSocket): Promise<number> => (await once(socket, "close"))[0] as number;

describe("without a key", () => {
  test("a request that a proxy forwards is nobody's; the first key ends what was open without one", async () => {
    const api = client(service.url);
    expect((await api.get("/memory/stats")).status).toBe(200);
    for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
      expect((await api.get("/memory/stats", { [header]: "203.0.113.7" })).status, header).toBe(401);
    }
    const closed = closeCode(await openSocket({}));
    owner = await keyFor("ann");
    expect(await closed).toBe(POLICY_VIOLATION);
    expect((await api.get("/memory/stats")).status).toBe(401);
  });

  test("a sign-in takes a key and no more", async () => {
    const answer = await client(service.url).post("/session", { key: "x".repeat(2_000) });
    expect([answer.status, answer.body.detail]).toEqual([
      413,
      expect.stringMatching(/too large: more than \d+ KiB/),
    ]);
  });

  test("bodies that never end and sockets that say nothing cost next to nothing", async () => {
    const { port, hostname } = new URL(service.url);
    const open = (): Socket => connect({ port: Number(port), host: hostname }).on("error", () => undefined);
    const before = await residentBytes(service.pid);
    const halves = Array.from({ length: 100 }, () => {
      const socket = open();
      socket.write(
        `POST /session HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const megabyte = "x".repeat(1024 * 1024);
      socket.write(`${megabyte.length.toString(16)}\r\n${megabyte}`);
      return socket;
    });
    const idle = Array.from({ length: 2_000 }, open);
    await sleep(3_000);
    const grown = (await residentBytes(service.pid)) - before;
    for (const socket of [...halves, ...idle]) socket.destroy();
    expect(grown).toBeLessThan(100 * 1024 * 1024);
    expect((await client(service.url).get("/health")).status).toBe(200);
  }, 60_000);
});

describe("a revoked key", () => {
  test("closes its sockets, its events and its replies at once, and nobody else's", async () => {
    const key = await keyFor("ann");
    const authorization = `Bearer ${key}`;
    const signedIn = await client(service.url).post("/session", { key });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const closed = Promise.all(
      [await openSocket({ authorization }), await openSocket({ cookie })].map(closeCode),
    );
    const others = await openSocket({ authorization: `Bearer ${owner}` });
    const events = await fetch(`${service.url}/events`, { headers: { authorization } });
    const reply = await fetch(`${service.url}/chat`, {
      method: "POST",
      headers: { authorization, accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ message: "Tell me something long." }),
    });
    const ended = Promise.all([events, reply].map((one) => one.text().catch(() => "cut")));
    await sleep(300);
    await revoke(key);
    expect(await closed).toEqual([POLICY_VIOLATION, POLICY_VIOLATION]);
    const [, told] = await ended;
    expect(told).not.toContain("event: done");
    expect((await client(service.url).get("/memory/stats", { cookie })).status).toBe(401);
    expect(others.readyState).toBe(others.OPEN);
    others.terminate();
  }, 30_000);

  test("the last one revoked leaves the service shut", async () => {
    await revoke(owner);
    expect((await client(service.url).get("/memory/stats")).status).toBe(401);
    owner = await keyFor("ann");
    expect((await client(service.url, owner).get("/memory/stats")).status).toBe(200);
  });
});

test("who tries out keys is slowed down", async () => {
  const guess = (n: number): string => `eng_${String(n).padStart(16, "0")}_${"x".repeat(43)}`;
  const seen = new Set<number>();
  for (let n = 0; n < 80; n++) seen.add((await client(service.url, guess(n)).get("/memory/stats")).status);
  expect([...seen]).toEqual([401, 429]);
  const refused = await client(service.url, guess(0)).get("/memory/stats");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await client(service.url, owner).get("/memory/stats")).status, "a known key is not").toBe(200);
});
