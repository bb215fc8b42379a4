import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { WebSocket } from "ws";
import { expect, test, type TestContext } from "vitest";
import { client, until, type Client } from "../../support/client.ts";
import {
  NO_MODEL,
  residentBytes,
  startProcess,
  startService,
  testFolder,
  type TestService,
} from "../../support/service.ts";

/** Connections that are held open for nothing cost little, and keep out nobody who has something to ask. */
const MIB = 1024 * 1024;
const ENV = { LLAMA_CPP_URL: NO_MODEL, IDLE_AFTER_MINUTES: "600" };

/** Each test waits long for a service of its own. */
async function place<Service extends TestService>(
  start: (folder: string, env: Record<string, string>) => Promise<Service>,
  { onTestFinished }: TestContext,
): Promise<{ service: Service; api: Client }> {
  const folder = await testFolder();
  const service = await start(folder.path, ENV);
  onTestFinished(async () => {
    await service.stop();
    await folder.remove();
  });
  return { service, api: client(service.url) };
}

interface Held {
  socket: Socket;
  /** What the service said. */
  said: string;
  isOver: boolean;
}

function hold(url: string, beginning: string): Held {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  const held: Held = { socket, said: "", isOver: false };
  socket.on("error", () => undefined).on("data", (data: Buffer) => (held.said += data.toString()));
  socket.on("close", () => (held.isOver = true));
  socket.write(beginning);
  return held;
}

const openOf = (some: readonly Held[]): number => some.filter(({ isOver }) => !isOver).length;

const head = (url: string, bytes: number): string =>
  [
    "POST /memory/episodes HTTP/1.1",
    `Host: ${new URL(url).host}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes}`,
    "",
    "",
  ].join("\r\n");

test("bodies that are never finished", { timeout: 120_000 }, async (context) => {
  const { service, api } = await place(startProcess, context);
  const before = await residentBytes(service.pid);
  const piece = "x".repeat(7 * MIB);
  const slow = hold(service.url, head(service.url, 20) + '{"text":');
  const held = Array.from({ length: 60 }, () => hold(service.url, head(service.url, 12 * MIB) + piece));
  const refused = (): Held[] =>
    held.filter(({ said }) => said.startsWith("HTTP/1.1 503") && said.includes('"overloaded"'));
  await until(async () => refused().length > 45 && refused().every(({ isOver }) => isOver), "the refusals");
  const grown = (await residentBytes(service.pid)) - before;
  expect(grown).toBeLessThan(250 * MIB);
  expect((await api.post("/memory/episodes", { text: "Anna lives in Lyon." })).status).toBe(201);
  slow.socket.write('"A boat."  }');
  await once(slow.socket, "data");
  expect(slow.said).toMatch(/^HTTP\/1\.1 201/);
  for (const { socket } of [slow, ...held]) socket.destroy();
});

test.concurrent(
  "one body that stands still ends after half a minute",
  { timeout: 120_000 },
  async (context) => {
    const { service } = await place(startService, context);
    const held = hold(service.url, `${head(service.url, 20)}{`);
    await once(held.socket, "close");
    expect(held.said).toMatch(/^HTTP\/1\.1 408[\s\S]*"request_timeout"/);
  },
);

test.concurrent("connections on which nothing is asked", { timeout: 120_000 }, async (context) => {
  const { service, api } = await place(startService, context);
  const silent = Array.from({ length: 1_000 }, (_, n) =>
    hold(service.url, n % 2 === 0 ? "" : "GET /health HTTP/1.1\r\n"),
  );
  await until(async () => openOf(silent) <= 256, "all but a few to be closed");
  expect(silent.filter(({ said }) => said.includes('"overloaded"')).length).toBeGreaterThan(700);
  expect((await api.get("/health")).status).toBe(200);
  await until(async () => openOf(silent) === 0, "all to be closed");
});

test.concurrent("WebSockets whose other end is gone", { timeout: 120_000 }, async (context) => {
  const { service } = await place(startService, context);
  const upgrade = [
    "GET /ws HTTP/1.1",
    `Host: ${new URL(service.url).host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "",
    "",
  ].join("\r\n");
  const live = new WebSocket(`${service.url.replace("http", "ws")}/ws`, ["engram"]);
  await once(live, "open");
  const gone = Array.from({ length: 400 }, () => hold(service.url, upgrade));
  const areOpened = async (): Promise<boolean> => gone.every(({ said }) => said.startsWith("HTTP/1.1 101"));
  await until(areOpened, "all to be opened");
  live.send(JSON.stringify({ type: "ping" }));
  await until(async () => openOf(gone) <= 128, "all but a few to be closed");
  const other = new WebSocket(`${service.url.replace("http", "ws")}/ws`, ["engram"]);
  await once(other, "open");
  await until(async () => openOf(gone) === 0, "all to be closed");
  expect([live.readyState, other.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  for (const socket of [live, other]) socket.terminate();
});
