import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SERVER = "redis-server";
const START_MS_MAX = 10_000;
const LOOK_MS = 20;

/** A Redis for tests. Each test takes a key prefix of its own: a server of `REDIS_TEST_URL` may hold more than this. */
export interface TestRedis {
  url: string;
  close(): Promise<void>;
}

/** One that can be mistreated. It keeps nothing on disk: whatever it held is lost when it is killed. */
export interface OwnRedis extends TestRedis {
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Again on the same port, empty. */
  start(): Promise<void>;
  /** It keeps its connections and answers nothing, as behind a cut network. */
  freeze(): void;
  thaw(): void;
}

/** Why no Redis can be had here; null when one can. */
export function redisMissing(): string | null {
  if (process.env.REDIS_TEST_URL !== undefined) return null;
  const found = spawnSync(SERVER, ["--version"], { stdio: "ignore" });
  return found.status === 0 ? null : `no ${SERVER} in PATH and no REDIS_TEST_URL`;
}

/** The server of `REDIS_TEST_URL`, else one of its own. */
export async function testRedis(): Promise<TestRedis> {
  const url = process.env.REDIS_TEST_URL;
  return url === undefined ? ownRedis() : { url, close: async () => undefined };
}

/** A server on a free port, in a folder of its own, without root. */
export async function ownRedis(): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), "engram-redis-"));
  const port = await freePort();
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const settings = `--port ${port} --bind 127.0.0.1 --appendonly no --maxmemory-policy noeviction`;
    child = spawn(SERVER, [...settings.split(" "), "--dir", folder, "--save", ""], { stdio: "ignore" });
    const started = child;
    await answers(port, () => started.exitCode === null);
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A Sentinel that watches this Redis under the name `engram`; its address is `host:port`. */
export async function sentinelOf(redis: TestRedis): Promise<{ address: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "engram-sentinel-"));
  const port = await freePort();
  const file = join(folder, "sentinel.conf");
  const { hostname, port: watched } = new URL(redis.url);
  writeFileSync(file, `port ${port}\ndir ${folder}\nsentinel monitor engram ${hostname} ${watched} 1\n`);
  const child = spawn(SERVER, [file, "--sentinel"], { stdio: "ignore" });
  await answers(port, () => child.exitCode === null);
  return {
    address: `127.0.0.1:${port}`,
    async close() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function answers(port: number, lives: () => boolean): Promise<void> {
  const until = performance.now() + START_MS_MAX;
  while (performance.now() < until && lives()) {
    if (await ping(port)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`${SERVER} did not start on port ${port}`);
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString().startsWith("+PONG"));
    });
    socket.once("error", () => resolve(false));
  });
}
