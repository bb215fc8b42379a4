import type { Redis } from "ioredis";
import { openRedis, redisOptions, type RedisSettings } from "./connection.ts";

/** Longest one command may take before Redis counts as down, milliseconds. A busy process also sees late answers. */
const COMMAND_MS_MAX = 1_000;
/** Several commands, or a client that waits for its own connection, milliseconds. */
const ASK_MS_MAX = 3_000;
/** A connection with an answer overdue this long is dropped and reopened, milliseconds. */
const SILENT_MS_MAX = 5_000;
/** Between two probes: the minimum time Redis stays down, milliseconds. */
const PROBE_MS = 1_000;

/**
 * This process's connection for short commands, and the state of the server. States: `away` until a
 * first write, `ok`, and `away` again once a connection breaks or a command fails; a write makes it `ok`: a server that is
 * full, a replica, or closed to this user answers pings. While it is away nothing is sent: callers never wait for it.
 */
export interface RedisLink {
  readonly client: Redis;
  readonly settings: RedisSettings;
  /** Before every key and channel. */
  readonly prefix: string;
  state(): "ok" | "away";
  /** How long it has been `ok`; 0 while it is away. */
  okForMs(): number;
  /** Runs a command; null if Redis is down, or turns out to be during the command. */
  ask<T>(command: (client: Redis) => Promise<T>): Promise<T | null>;
  /** Called each time Redis comes back, including the first time. */
  onReady(listener: () => void): void;
  /** Resolves when Redis answers, or after `waitMs`. */
  ready(waitMs: number): Promise<void>;
  close(): Promise<void>;
}

export function openRedisLink(
  settings: RedisSettings,
  options: { prefix: string; onError: (error: unknown) => void },
): RedisLink {
  const client = openRedis(
    {
      ...redisOptions(settings),
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_MS_MAX,
      socketTimeout: SILENT_MS_MAX,
    },
    options.onError,
  );
  const listeners = new Set<() => void>();
  let state: "ok" | "away" = "away";
  let okSince = 0;
  let isReported = false;

  const away = (error?: unknown): void => {
    state = "away";
    if (error === undefined || isReported) return;
    isReported = true;
    options.onError(error);
  };
  const back = (): void => {
    if (state === "ok") return;
    state = "ok";
    isReported = false;
    okSince = performance.now();
    for (const listener of listeners) listener();
  };
  const probe = (): void => {
    if (client.status !== "ready") return;
    // BullMQ reads INFO before anything else.
    Promise.all([client.set(`${options.prefix}:alive`, "", "PX", PROBE_MS), client.info("server")]).then(
      back,
      away,
    );
  };
  client.on("ready", probe);
  client.on("close", () => away());
  const timer = setInterval(probe, PROBE_MS);
  timer.unref();

  return {
    client,
    settings,
    prefix: options.prefix,
    state: () => state,
    okForMs: () => (state === "ok" ? performance.now() - okSince : 0),
    async ask(command) {
      if (state === "away") return null;
      try {
        return await withTimeout(ASK_MS_MAX, command(client));
      } catch (error) {
        away(error);
        return null;
      }
    },
    onReady: (listener) => void listeners.add(listener),
    ready: (waitMs) =>
      new Promise((resolve) => {
        if (state === "ok") return resolve();
        const late = setTimeout(resolve, waitMs);
        listeners.add(() => {
          clearTimeout(late);
          resolve();
        });
      }),
    async close() {
      clearInterval(timer);
      client.disconnect();
    },
  };
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis did not answer in time")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
