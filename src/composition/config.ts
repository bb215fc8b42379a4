import { resolve } from "node:path";
import { CronExpressionParser } from "cron-parser";
import cron from "node-cron";
import { z } from "zod";
import { isTimeZone, machineTimeZone } from "../domain/model/local-day.ts";
import { EngramError } from "../errors.ts";
import { TRUST_LEVELS } from "../ports/chat-model.ts";

const int = (min: number, max: number, byDefault: number) =>
  z.coerce.number().int().min(min).max(max).default(byDefault);
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );
const text = (byDefault: string) => z.string().min(1).default(byDefault);
const ROOT = resolve(import.meta.dirname, "../..");
/** Wherever Engram was started from, it is the same memory. */
const folder = z
  .string()
  .min(1)
  .refine((path) => !/^[~$]/.test(path), "~ and $HOME are not replaced here; write the whole path")
  .transform((path) => resolve(ROOT, path));
/** Empty: none. */
const name = z.string().default("");
const secret = z.string().optional();
const flag = (byDefault: boolean) => z.stringbool().default(byDefault);
/** The first by default. */
const oneOf = <const T extends [string, ...string[]]>(...all: T) => z.enum(all).default(all[0]);
const logLevel = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]))
  .default("info");
const ADDRESS =
  "must be an address as in the example; in its name and password % is written as %25, # as %23, / as %2F, @ as %40";
const address = (protocol: RegExp, path = /^/) =>
  z
    .url({ protocol, error: ADDRESS })
    .refine((text) => isDecodable(text) && path.test(URL.parse(text)?.pathname ?? ""), ADDRESS)
    .optional();
const httpUrl = z.url({ protocol: /^https?$/, error: "must begin with http:// or https://" });
const url = httpUrl.optional();
const httpUrls = list.refine(
  (urls) => urls.every((url) => httpUrl.safeParse(url).success),
  "must be http:// or https:// addresses, comma separated",
);
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}
/** `https://Chat.example/` means the origin that browsers send, `https://chat.example`; other schemes have none. */
function originOf(text: string): string {
  const origin = URL.parse(text)?.origin ?? "null";
  return origin === "null" ? text : origin;
}
/** Of an address, its host. */
function hostOf(text: string): string {
  return (URL.parse(text)?.host || text).toLowerCase();
}
/** Days of the month and of the week together mean "or" to one scheduler and "and" to another. */
function isCron(text: string): boolean {
  if (!cron.validate(text)) return false;
  try {
    CronExpressionParser.parse(text).next();
  } catch {
    return false;
  }
  const [day = "", , weekday = ""] = text.trim().split(/\s+/).slice(-3);
  return [day, weekday].some((field) => field === "*" || field === "?") || text.trim().startsWith("@");
}
const cronExpression = z
  .string()
  .default("")
  .refine(
    (text) => text === "" || isCron(text),
    "must be a cron expression such as 0 3 * * *, with days of the month or of the week, not both",
  );

/**
 * Every environment variable Engram reads, by group, with its purpose: the decisions left to the operator.
 * `npm run docs:settings` generates `.env.example` and the table of docs/setup.md from this. An invalid value stops startup
 * with a message that names it.
 */
export const SETTINGS = {
  Address: {
    APP_HOST: text("127.0.0.1").describe(
      "Where to listen. Anything but loopback needs an API key, and the first start there makes one.",
    ),
    APP_PORT: int(0, 65_535, 3000).describe("TCP port; 0 takes a free one."),
    DATA_DIR: folder
      .prefault("./data")
      .describe(
        "Database and backups, below Engram's own folder unless the path begins with `/`. Made at the first start, readable by its owner only; symbolic links in it are refused.",
      ),
    LOG_LEVEL: logLevel.describe(
      "Logs carry ids and counts, never text (trace, debug, info, warn, error, fatal, silent).",
    ),
    ALLOWED_HOSTS: list
      .transform((hosts) => hosts.map(hostOf))
      .refine((hosts) => !hosts.some((host) => host.startsWith(".") || host.includes("*")), {
        error: "must be whole names: the name of any page could lead here otherwise",
      })
      .describe(
        "Host names that clients may use besides localhost, this machine's own and IP addresses, comma separated.",
      ),
    ALLOWED_ORIGINS: list
      .transform((origins) => origins.map(originOf))
      .describe(
        "Web origins that may call besides Engram's own, e.g. https://chat.example; comma separated.",
      ),
    METRICS_TOKEN: secret.describe("Bearer token of `/metrics`; without it `/metrics` is open."),
    RATE_LIMIT_PER_MINUTE: int(0, 1_000_000, 0).describe(
      "Requests one API key may make in a minute, over all processes; 0: no limit.",
    ),
  },
  Storage: {
    STORE: oneOf("sqlite", "neo4j").describe(
      "Where memory lives: in a file of one process, or in Neo4j (5.26 or newer), which several processes with `QUEUE=bullmq` and one Redis may share: `sqlite` or `neo4j`.",
    ),
    NEO4J_URI: z
      .url({ protocol: /^(?:bolt|neo4j)(?:\+s|\+ssc)?$/ })
      .default("bolt://127.0.0.1:7687")
      .describe(
        "`bolt://` or `neo4j://` (a cluster), each also with `+s` for TLS or `+ssc` for a certificate of your own.",
      ),
    NEO4J_USER: text("neo4j").describe("The name Engram logs in with."),
    NEO4J_PASSWORD: secret.describe("Its password; needed with `STORE=neo4j`."),
    NEO4J_DATABASE: text("neo4j").describe("The database inside the server."),
    HASH_KEY: z
      .string()
      .min(32)
      .optional()
      .describe(
        "What forgotten words are hashed with, 32 characters or more, the same for all processes on one database. Without it: `engram.key` in `DATA_DIR`, made at the first start. See [the key of the hashes](operations.md#the-key-of-the-hashes).",
      ),
  },
  "Several processes": {
    QUEUE: oneOf("in-process", "bullmq").describe(
      "Where background work waits: in this process, or in Redis: `in-process` or `bullmq`.",
    ),
    REDIS_URL: address(/^rediss?$/, /^\/?\d*$/).describe(
      "`redis://user:password@host:port/database`, or `rediss://` for TLS; needed with `QUEUE=bullmq`.",
    ),
    REDIS_PREFIX: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .default("engram")
      .describe("Before every key, so that several Engrams can share a Redis (letters, digits, _ and -)."),
    REDIS_SENTINELS: list.describe(
      "Sentinels as host:port, or `rediss://host:port` for TLS, comma separated. With them the address in `REDIS_URL` is not used, its credentials are.",
    ),
    REDIS_SENTINEL_NAME: text("mymaster").describe("The name Sentinels know the master by."),
    ROLE: oneOf("all", "api", "worker").describe(
      "What this process does: `all`, or `api` or `worker` alone, which need `STORE=neo4j` and `QUEUE=bullmq`.",
    ),
    WORKER_PORT: int(0, 65_535, 3001).describe(
      "TCP port of a worker's `/health` and `/metrics`; 0 takes a free one.",
    ),
  },
  Model: {
    LLAMA_CPP_URL: httpUrls.describe(
      "A server that speaks OpenAI's API, with or without `/v1`; several, comma separated, share the work. Without it: the one chosen in Settings > Models, else one that is found on this machine.",
    ),
    LLAMA_CPP_MODEL: name.describe(
      "Which of its models is used; without it the only one, else one that is loaded, else the first by name.",
    ),
    LLAMA_CPP_API_KEY: secret.describe("The server's key, if it has one."),
    LLAMA_CPP_TIMEOUT: z.coerce
      .number()
      .positive()
      .max(3600)
      .default(120)
      .describe(
        "Longest time without progress: until an answer begins, and between two pieces of it (seconds, up to 3600).",
      ),
    LLAMA_CPP_BACKGROUND_SLOTS: int(1, 16, 1).describe(
      "Background requests that may run at once while nobody chats (1-16).",
    ),
    MEMORY_MODEL_URL: url.describe("Another server for reading and judging; without it that of the chats."),
    MEMORY_MODEL: name.describe("Another model for reading and judging; without it that of the chats."),
    MODEL_DISCOVERY: flag(true).describe(
      "Look for a model server at the usual ports of this machine: 8080, 8081, 11434, 1234, 8000, 13305.",
    ),
    MODEL_TRUST: z
      .enum(TRUST_LEVELS)
      .optional()
      .describe(
        "How far the model is trusted with memory, whatever its [exam](models.md) says: `full`, `staged` (nothing is verified without you) or `turns` (memory keeps the turns alone). Without it the exam, or your choice on the page, decides.",
      ),
    TRUST_ASSISTANT_CLAIMS: oneOf("never", "ensemble").describe(
      "What the assistant taught about the world stays its own claim (`never`), or is believed when all passes of the model agree (`ensemble`). Its words about you are never believed.",
    ),
  },
  "Embeddings and reranking": {
    EMBEDDINGS_URL: url.describe(
      "A server with `/v1/embeddings`, such as a second llama-server started with `--embeddings`. Without it memories are found by their words alone. Its model is [calibrated](operations.md#embedding-models) on first use.",
    ),
    EMBEDDINGS_MODEL: name.describe(
      "Model name sent with requests; without it the name the server gives. With another name all vectors are made again in the background.",
    ),
    EMBEDDINGS_API_KEY: secret.describe("The server's key, if it has one."),
    RERANK_URL: url.describe(
      "A server with `/v1/rerank`, such as a llama-server started with `--rerank`, or the whole address of another one (TEI: `http://127.0.0.1:8080/rerank`), for the search recipe `cross_encoder`. Chats never wait for it.",
    ),
    RERANK_MODEL: name.describe("Model name sent with requests; without it whatever the server serves."),
    RERANK_API_KEY: secret.describe("The server's key, if it has one."),
  },
  Voice: {
    TRANSCRIPTION_URL: url.describe(
      "A server with `/v1/audio/transcriptions`, such as whisper.cpp's with `--inference-path /v1/audio/transcriptions --convert`, for `/v1` clients and the microphone of the pages.",
    ),
    SPEECH_URL: url.describe(
      "A server with `/v1/audio/speech`, for `/v1` clients and *Read aloud* on the pages.",
    ),
    AUDIO_API_KEY: secret.describe("The key of both, if they have one."),
  },
  "Verification and forgetting": {
    IDLE_AFTER_MINUTES: z.coerce
      .number()
      .min(0)
      .max(10_080)
      .default(30)
      .describe("Silence of a user after which what they said is checked, minutes; fractions are allowed."),
    MAINTENANCE_SCHEDULE: cronExpression.describe(
      "A fixed time for the check as well, e.g. `0 3 * * *`, in the time zone of the machine (`TZ`).",
    ),
    FORGET_GRACE_HOURS: int(0, 720, 24).describe(
      "Hours from being shown what your plain request to forget hid until it is erased; 0 erases it at once. What only a model takes for a request is erased by your yes alone.",
    ),
  },
  Backup: {
    BACKUP_DIR: folder
      .optional()
      .describe("Where backups go; without it `backups` in `DATA_DIR`. Made readable by its owner only."),
    BACKUP_KEEP: int(1, 10_000, 14).describe("Backups kept of each user, the newest."),
    BACKUP_SCHEDULE: cronExpression.describe(
      "When every user is backed up, e.g. `30 3 * * *`; without it on demand only.",
    ),
  },
  "Reports and alerts": {
    NOTIFY_WEBHOOK_URL: url.describe("Reports and alerts are sent there, as JSON by POST."),
    NOTIFY_WEBHOOK_SECRET: z
      .string()
      .min(8)
      .optional()
      .describe("Signs them: `X-Engram-Signature: sha256=<HMAC of the body, hex>` (8 characters or more)."),
    SMTP_URL: address(/^smtps?$/).describe(
      "A mail server, e.g. `smtps://user:password@mail.example.org:465`; needs `ALERT_EMAIL`.",
    ),
    ALERT_EMAIL: z
      .email()
      .optional()
      .describe("Reports and alerts are mailed to and from this address; needs `SMTP_URL`."),
  },
  "Web check": {
    WEB_SEARCH_ENABLED: flag(false).describe(
      "Look up on the web what the assistant taught about the world, never anything about you. See [what leaves the machine then](operations.md#web-check).",
    ),
    WEB_SEARCH_URL: url.describe(
      "Your SearXNG instance, with json among its `search.formats`; with a key, another address than Tavily's own.",
    ),
    WEB_SEARCH_API_KEY: secret.describe(
      "A key of Tavily, which is asked instead of SearXNG then; sent over https or to this machine only.",
    ),
  },
};

export const ConfigSchema = z.object({
  ...SETTINGS["Address"],
  ...SETTINGS["Storage"],
  ...SETTINGS["Several processes"],
  ...SETTINGS["Model"],
  ...SETTINGS["Embeddings and reranking"],
  ...SETTINGS["Voice"],
  ...SETTINGS["Verification and forgetting"],
  ...SETTINGS["Backup"],
  ...SETTINGS["Reports and alerts"],
  ...SETTINGS["Web check"],
});

export type Config = Readonly<z.output<typeof ConfigSchema>>;

/** Prefixes and suffixes of setting names, in this version and earlier ones; other programs on the machine use other words. */
const OURS =
  /^(?:ALERT|BACKUP|CONSOLIDATION|CONVERSATION|DAILY_REPORT|EMBEDDING|ENSEMBLE|EXTRACTION|FORGET|IDLE|IMPORTANCE|LLAMA_CPP|MAX_CONTEXT|MEMORY_MODEL|METRICS|MIN_CONFIDENCE|NOTIFY|PRUNING|RECALL|RECENCY|RERANK|RETRIEVAL|SCHEDULE|TRANSFER|WEB_SEARCH|WEIGHT)_|_(?:SCHEDULE|MAX_TOKENS)$|^NEO4J_USERNAME$/;

/** Settings of a server, and the setting with the value that chooses it. */
const CHOSEN_BY = [
  ["NEO4J_PASSWORD", "STORE", "neo4j"],
  ["REDIS_URL", "QUEUE", "bullmq"],
] as const;

/** Variables without their effect: no settings, though they look like some, and a TZ that names no zone. */
export function settingNotes(env: Record<string, string | undefined>): string[] {
  const unknown = Object.keys(env).filter((name) => OURS.test(name) && !(name in ConfigSchema.shape));
  const zone = env.TZ?.replace(/^:/, "") ?? "";
  const given = Object.keys(ConfigSchema.shape).filter((name) => env[name]?.trim());
  return [
    ...given
      .filter((name) => /^\s*(["']).*\1\s*$/.test(env[name] ?? ""))
      .map(
        (name) => `${name}: its quotation marks are part of it; docker run --env-file takes values without`,
      ),
    ...CHOSEN_BY.filter(([name, by, value]) => given.includes(name) && env[by]?.trim() !== value).map(
      ([name, by, value]) => `${name} has no effect without ${by}=${value}`,
    ),
    ...unknown.map((name) => `${name} is no setting; .env.example lists all`),
    ...(zone === "" || isTimeZone(zone)
      ? []
      : [
          `TZ: ${zone} is no IANA time zone such as Europe/Berlin; days begin in that of ${machineTimeZone()}`,
        ]),
  ];
}

/** Settings from the environment, without secrets. */
export function givenSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(ConfigSchema.shape).flatMap((name) => {
    const value = env[name]?.trim() ?? "";
    return value === "" ? [] : [`${name}=${shown(name, value)}`];
  });
}

/** A value without secrets. The path of a webhook is one: whoever knows it may send (Slack, Discord, ntfy). */
function shown(name: string, value: string): string {
  if (/(?:KEY|PASSWORD|SECRET|TOKEN)$/.test(name)) return "(given)";
  const open = value.replaceAll(/(?<!\S)([^\s/]*\/\/)\S*@/g, "$1(given)@");
  const secret = name === "NOTIFY_WEBHOOK_URL" ? /(\/\/[^\s/]*\/)\S+/g : /(?<!\S)([^\s?]+\?)\S+/g;
  return open.replaceAll(secret, "$1(given)");
}

/** Parses the environment; throws `invalid_request` whose message has one line per invalid variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(ConfigSchema.shape)
      // A file with Windows' line ends leaves a carriage return behind each value in a container.
      .map((name) => [name, env[name]?.trim() ?? ""] as const)
      .filter(([, value]) => value !== ""),
  );
  const parsed = ConfigSchema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
  }));
  throw new EngramError(
    "invalid_request",
    fields
      .map(
        ({ field, message }) =>
          `${field}: ${message} (it is ${JSON.stringify(shown(field, env[field] ?? ""))})`,
      )
      .join("\n"),
    { fields },
  );
}
