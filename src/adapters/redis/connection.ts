import { Redis, type RedisOptions } from "ioredis";

export interface RedisSettings {
  /** `redis://` or `rediss://`, with user, password and database number as needed. */
  url: string;
  /** `host:port` of Sentinels, behind `rediss://` if they speak TLS; with them the address in `url` is not used, its credentials and TLS are. */
  sentinels: readonly string[];
  /** The name Sentinels know the master by. */
  sentinelName: string;
}

const SENTINEL_PORT = 26_379;
const CONNECT_MS_MAX = 5_000;
/** Delay between connection attempts: increased by the first, up to the second. */
const RETRY_STEP_MS = 50;
const RETRY_MS_MAX = 1_000;

/** Options of every connection. Reconnects forever; commands in flight when a connection breaks are not resent. */
export function redisOptions(settings: RedisSettings): RedisOptions {
  const url = new URL(settings.url);
  const tls = url.protocol === "rediss:";
  const database = Number(url.pathname.slice(1) || "0");
  const username = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  return {
    ...(settings.sentinels.length > 0
      ? {
          sentinels: settings.sentinels.map(sentinelAddress),
          name: settings.sentinelName,
          enableTLSForSentinelMode: tls,
          ...(settings.sentinels.some((text) => text.startsWith("rediss:")) ? { sentinelTLS: {} } : {}),
          // One without a password takes no notice.
          ...(username === "" ? {} : { sentinelUsername: username }),
          ...(password === "" ? {} : { sentinelPassword: password }),
        }
      : { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || "6379") }),
    ...(tls ? { tls: {} } : {}),
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
    db: database,
    connectTimeout: CONNECT_MS_MAX,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(RETRY_MS_MAX, times * RETRY_STEP_MS),
    // After a failover the same name leads to the new master; the old one keeps its connections.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  };
}

/** `host`, `host:port` or `[::1]:port`, also behind `redis://`. */
function sentinelAddress(text: string): { host: string; port: number } {
  const { hostname, port } = new URL(text.includes("://") ? text : `redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || SENTINEL_PORT) };
}

/** A connection that reports errors once per change of state, not once per attempt. */
export function openRedis(options: RedisOptions, onError: (error: unknown) => void): Redis {
  const client = new Redis({ ...options, replyMapping: "legacy" });
  let told = false;
  client.on("ready", () => (told = false));
  client.on("error", (error) => {
    if (!told) onError(error);
    told = true;
  });
  return client;
}
