import "./checked-responses.ts";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/composition/config.ts";
import * as server from "../../src/composition/server.ts";
import type { Limits } from "../../src/services/limits.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_MS_MAX = 120_000;

/** A real service on a folder of its own. */
export interface TestService {
  url: string;
  /** Whole graceful end. */
  stop(): Promise<void>;
}

/** In a process of its own: for what is killed, measured, or read from its output. */
export interface TestProcess extends TestService {
  pid: number;
  output: () => string;
  /** `kill -9`, resolved when the process is gone. */
  kill(): Promise<void>;
}

export interface TestFolder {
  path: string;
  remove(): Promise<void>;
}

export async function testFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "engram-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Resident memory of a process, bytes; of Linux. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** An address nothing listens on: keeps tests off a llama-server that happens to run on the machine. */
export const NO_MODEL = "http://127.0.0.1:9";

/** Tests do not wait for people who might write again. */
const TEST_LIMITS: Partial<Limits> = { modelRestMs: 0 };

/** Settings of tests: they meet no servers of this machine and do not examine their stand-ins. */
const testEnvironment = (dataDir: string): Record<string, string> => ({
  DATA_DIR: join(dataDir, "data"),
  APP_PORT: "0",
  LOG_LEVEL: "error",
  MODEL_DISCOVERY: "false",
  MODEL_TRUST: "full",
});

/**
 * Starts what `engram serve` starts, in this process. `env` is added to the settings of tests; `limits` are others than the
 * shipped ones.
 */
export async function startService(
  dataDir: string,
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
): Promise<TestService> {
  const config = readConfig({ ...testEnvironment(dataDir), ...env });
  const service = await server.startService(config, { ...TEST_LIMITS, ...limits });
  return { url: service.url, stop: () => service.close() };
}

/** Starts `engram serve` and waits until it listens. */
export function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
): Promise<TestProcess> {
  return startCommand("serve", dataDir, { env, limits }, /Engram listens on\s+(\S+)[\s\S]*\/docs\)\n/);
}

/** Starts `engram worker` and waits until it works; `url` serves its health. */
export function startWorker(
  dataDir: string,
  env: Record<string, string>,
  limits: Partial<Limits> = {},
): Promise<TestProcess> {
  const given = { env: { WORKER_PORT: "0", ...env }, limits };
  return startCommand("worker", dataDir, given, /health and metrics at (\S+)/);
}

/** As `npm start` gives them. */
async function nodeFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}

async function startCommand(
  command: string,
  dataDir: string,
  { env, limits }: { env: Record<string, string>; limits: Partial<Limits> },
  says: RegExp,
): Promise<TestProcess> {
  const child = spawn(
    process.execPath,
    [...(await nodeFlags()), join(ROOT, "test/support/serve.ts"), command],
    {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "",
        ...testEnvironment(dataDir),
        NODE_COMPILE_CACHE: join(process.env.HOME ?? tmpdir(), ".cache/engram/compile"),
        TEST_LIMITS: JSON.stringify({ ...TEST_LIMITS, ...limits }),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = await listening(child, () => output, says);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

function listening(child: ChildProcess, output: () => string, says: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the service did not start:\n${output()}`)),
      START_MS_MAX,
    );
    const look = (): void => {
      const url = says.exec(output())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the service ended with ${code}:\n${output()}`));
    });
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
