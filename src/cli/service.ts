import { createEngram, type Engram } from "#client";
import { setTimeout } from "node:timers/promises";
import { FolderInUse, runningService, type RunningService } from "../adapters/data-folder/index.ts";
import { readConfig, type Config } from "../composition/config.ts";
import { EngramError } from "../errors.ts";

export interface Reached {
  url: string;
  adminToken: string;
  /** True if this process started the service and should stop it. */
  own: boolean;
  close(): Promise<void>;
}

/**
 * The service that owns the data folder: the running one, else one started here for the duration of a command. One
 * process owns a folder; the CLI never opens it next to a service.
 */
export async function reachService(quiet = true): Promise<Reached> {
  const config = readConfig(process.env);
  for (let tries = 1; ; tries++) {
    const running = runningService(config.DATA_DIR);
    if (running) return { ...reachable(running), own: false, close: async () => undefined };
    try {
      return await beginService(config, quiet);
    } catch (error) {
      // Another process is starting it, and has not yet published its address.
      if (!(error instanceof FolderInUse) || tries >= TRIES_MAX) throw error;
      await setTimeout(TRY_MS);
    }
  }
}

const TRY_MS = 250;
const TRIES_MAX = 40;

async function beginService(config: Config, quiet: boolean): Promise<Reached> {
  const { startService } = await import("../composition/server.ts");
  const own: Config = {
    ...config,
    APP_HOST: "127.0.0.1",
    APP_PORT: 0,
    ...(quiet ? { LOG_LEVEL: "silent" as const } : {}),
  };
  const service = await startService(own);
  return { url: service.url, adminToken: service.adminToken, own: true, close: () => service.close() };
}

/** A service bound to all addresses is reached over loopback. */
export function reachable({ url, adminToken }: RunningService): { url: string; adminToken: string } {
  return { url: url.replace("//0.0.0.0", "//127.0.0.1").replace("//[::]", "//[::1]"), adminToken };
}

/** The user routes, with the given key or that of the environment. */
export function apiOf({ url }: { url: string }, key = process.env.ENGRAM_KEY): Engram {
  return createEngram({ url, key });
}

/** JSON from a route reserved for the command line, or its problem as an error. */
export async function call(
  url: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: init.method ?? (init.body === undefined ? "GET" : "POST"),
    headers: { ...(init.body === undefined ? {} : { "content-type": "application/json" }), ...init.headers },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  if (response.status === 204) return null;
  const json = (await response.json()) as { detail?: string };
  if (!response.ok)
    throw new EngramError("invalid_request", json.detail ?? `the service answered ${response.status}`);
  return json;
}

export function bearer(key: string | undefined): Record<string, string> {
  const used = key ?? process.env.ENGRAM_KEY;
  return used === undefined ? {} : { authorization: `Bearer ${used}` };
}
