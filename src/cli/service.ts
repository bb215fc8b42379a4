import { createEngram, type Engram } from "#client";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { FolderInUse, runningService, type RunningService } from "../adapters/data-folder/index.ts";
import { readConfig, type Config } from "../composition/config.ts";
import { EngramError } from "../errors.ts";
import { writePrivately } from "../services/transfer/file.ts";
import { readEvents } from "./sse.ts";

/** Disposing of it stops a service that this process started. */
export interface Reached extends AsyncDisposable {
  url: string;
  adminToken: string;
  /** True if this process started the service. */
  own: boolean;
}

/**
 * The service that owns the data folder: the running one, else one started here for the duration of a command. One
 * process owns a folder; the CLI never opens it next to a service.
 */
export async function reachService(): Promise<Reached> {
  const config = readConfig(process.env);
  for (let tries = 1; ; tries++) {
    const running = runningService(config.DATA_DIR);
    if (running) return { ...reachable(running), own: false, [Symbol.asyncDispose]: async () => undefined };
    try {
      return await beginService(config);
    } catch (error) {
      // Another process is starting it, and has not yet published its address.
      if (!(error instanceof FolderInUse) || tries >= TRIES_MAX) throw error;
      await setTimeout(TRY_MS);
    }
  }
}

const TRY_MS = 250;
const TRIES_MAX = 40;

async function beginService(config: Config): Promise<Reached> {
  const { startService } = await import("../composition/server.ts");
  const service = await startService({ ...config, APP_HOST: "127.0.0.1", APP_PORT: 0, LOG_LEVEL: "silent" });
  const { url, adminToken } = service;
  return { url, adminToken, own: true, [Symbol.asyncDispose]: () => service.close() };
}

/** A service bound to all addresses is reached over loopback. */
export function reachable({ url, adminToken }: Omit<RunningService, "pid">): Omit<RunningService, "pid"> {
  return { url: url.replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]"), adminToken };
}

/** The user routes, with the given key or that of the environment. */
export function apiOf({ url }: { url: string }, key = process.env.ENGRAM_KEY): Engram {
  return createEngram({ url, key });
}

/** A response of a route reserved for the command line; throws its problem. */
export async function admin(
  { url, adminToken }: Reached,
  path: string,
  { method, body }: { method?: string; body?: unknown } = {},
): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      "x-engram-admin": adminToken,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new EngramError("invalid_request", problem.detail ?? `the service answered ${response.status}`);
}

/** The JSON of such a response. */
export async function adminJson<T>(...asked: Parameters<typeof admin>): Promise<T> {
  return (await (await admin(...asked)).json()) as T;
}

/** Writes a response to a file that only its owner can read: a person's words, wherever they go. */
export async function save({ body }: Response, file: string): Promise<void> {
  await writePrivately(resolve(file), Readable.fromWeb(body as never));
  console.error(`written to ${file}`);
}

/** Starts a long task in the service, prints its progress, and returns its result; throws the error it reports. */
export async function followed<Done, Progress extends object = object>(
  service: Reached,
  path: string,
  body: unknown,
  lineOf: (progress: Progress) => string = countsLine,
): Promise<Done> {
  const response = await admin(service, path, { body });
  for await (const { event, data } of response.body === null ? [] : readEvents(response.body)) {
    const told = JSON.parse(data);
    if (event === "error") throw new EngramError("invalid_request", String(told.detail));
    if (event === "done") return told;
    console.error(lineOf(told));
  }
  throw new EngramError("internal", "the service ended before it was done; run it again, it goes on");
}

export function countsLine(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${String(count)}`)
    .join(", ");
}
