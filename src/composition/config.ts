import { CronExpressionParser } from "cron-parser";
import cron from "node-cron";
import { z } from "zod";
import { isTimeZone } from "../domain/model/local-day.ts";
import { TRUST_LEVELS } from "../ports/chat-model.ts";
import { RECIPE_NAMES } from "../services/retrieval/recipes.ts";
import { EngramError } from "../errors.ts";

const WEEK_MINUTES = 10_080;
const bool = (byDefault: boolean) => z.stringbool().default(byDefault);
const int = (min: number, max: number, byDefault: number) =>
  z.coerce.number().int().min(min).max(max).default(byDefault);
const share = (byDefault: number) => z.coerce.number().min(0).max(1).default(byDefault);
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );
/** Pauses in minutes, comma separated; fractions are allowed. */
const minutes = (byDefault: string) =>
  list
    .prefault(byDefault)
    .refine(
      (all) => all.every((one) => Number(one) >= 0 && Number(one) <= WEEK_MINUTES),
      `must be up to ${WEEK_MINUTES} minutes each, comma separated`,
    );
const httpUrl = z.url({ protocol: /^https?$/ });
const httpUrls = list.refine(
  (urls) => urls.every((url) => httpUrl.safeParse(url).success),
  "must be http:// or https:// addresses, comma separated",
);
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
const cronExpression = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .refine(
      (text) => text.trim() === "" || isCron(text),
      "must be a cron expression such as 0 3 * * *, with days of the month or of the week, not both",
    );
const timeZone = z.string().refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin");
const effort = z.enum(["low", "medium", "high"]);

/**
 * Every environment variable Engram reads, with its default. `.env.example` explains each with its unit; a test keeps
 * the two alike. A wrong value stops the start with a message that names it.
 */
export const ConfigSchema = z.object({
  APP_HOST: z.string().min(1).default("127.0.0.1"),
  APP_PORT: int(0, 65_535, 3000),
  DATA_DIR: z.string().min(1).default("./data"),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]))
    .default("info"),
  ALLOWED_HOSTS: list,
  ALLOWED_ORIGINS: list,
  METRICS_ENABLED: bool(true),
  METRICS_TOKEN: z.string().optional(),

  STORE: z.enum(["sqlite", "neo4j"]).default("sqlite"),
  NEO4J_URI: z.url({ protocol: /^(?:bolt|neo4j)(?:\+s|\+ssc)?$/ }).default("bolt://127.0.0.1:7687"),
  NEO4J_USER: z.string().min(1).default("neo4j"),
  NEO4J_PASSWORD: z.string().optional(),
  NEO4J_DATABASE: z.string().min(1).default("neo4j"),
  HASH_KEY: z.string().min(32).optional(),
  QUEUE: z.enum(["in-process", "bullmq"]).default("in-process"),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default("engram"),
  REDIS_SENTINELS: list,
  REDIS_SENTINEL_NAME: z.string().min(1).default("mymaster"),
  ROLE: z.enum(["all", "api", "worker"]).default("all"),
  WORKER_PORT: int(0, 65_535, 3001),
  RATE_LIMIT_PER_MINUTE: int(0, 1_000_000, 0),

  LLAMA_CPP_URL: httpUrls,
  LLAMA_CPP_MODEL: z.string().default(""),
  LLAMA_CPP_TIMEOUT: z.coerce.number().positive().max(3600).default(120),
  LLAMA_CPP_API_KEY: z.string().optional(),
  MEMORY_MODEL_URL: httpUrl.optional(),
  MEMORY_MODEL: z.string().default(""),
  MODEL_DISCOVERY: bool(true),
  MODEL_TRUST: z.enum(TRUST_LEVELS).optional(),
  LLAMA_CPP_BACKGROUND_SLOTS: int(1, 16, 1),
  LLAMA_CPP_REST_MS: int(0, 60_000, 2_000),

  EMBEDDINGS_URL: httpUrl.optional(),
  EMBEDDINGS_MODEL: z.string().default(""),
  EMBEDDINGS_API_KEY: z.string().optional(),
  RERANK_URL: httpUrl.optional(),
  RERANK_MODEL: z.string().default(""),
  RERANK_API_KEY: z.string().optional(),

  CONVERSATION_REASONING_LEVEL: effort.default("low"),
  EXTRACTION_REASONING_LEVEL: effort.optional(),
  EXTRACTION_MIN_CONFIDENCE: share(0.3),
  REPLY_MAX_TOKENS: int(16, 131_072, 4096),
  EXTRACTION_MAX_TOKENS: int(64, 131_072, 4096),
  EXTRACTION_RETRY_MINUTES: minutes("0,1,5,30,120,360"),
  HISTORY_MAX_TOKENS: int(200, 1_000_000, 12_000),
  CONVERSATION_WAIT_SECONDS: z.coerce.number().min(0).max(600).default(10),

  RECALL_MAX_TOKENS: int(50, 100_000, 1400),
  RECALL_MAX_MS: int(0, 60_000, 500),
  MAX_CONTEXT_MEMORIES: int(1, 200, 40),
  RETRIEVAL_DEADLINE_MS: int(1, 60_000, 400),
  RECALL_RECIPE: z.enum(RECIPE_NAMES).default("default"),
  WEIGHT_SIMILARITY: share(0.65),
  WEIGHT_IMPORTANCE: share(0.3),
  WEIGHT_RECENCY: share(0.05),
  RECENCY_HALF_LIFE: z.coerce.number().positive().default(365),
  IMPORTANCE_FLOOR: share(0.75),

  IDLE_AFTER_MINUTES: z.coerce.number().min(0).max(10_080).default(30),
  MAINTENANCE_SCHEDULE: cronExpression(""),
  DEDUPLICATION_SCHEDULE: cronExpression("0 2 * * 0"),
  TYPE_CONSOLIDATION_SCHEDULE: cronExpression("20 2 * * 0"),
  CONSOLIDATION_SCHEDULE: cronExpression("40 2 * * 0"),
  PRUNING_SCHEDULE: cronExpression("0 3 1 * *"),
  CONFIDENCE_ADJUSTMENT_SCHEDULE: cronExpression("0 4 * * *"),
  SUMMARY_SCHEDULE: cronExpression("20 4 * * *"),
  COMMUNITY_SCHEDULE: cronExpression("40 4 * * 0"),
  RELATION_INFERENCE_SCHEDULE: cronExpression(""),
  RE_EMBEDDING_SCHEDULE: cronExpression(""),
  REPORT_SCHEDULE: cronExpression("0 6 * * *"),
  SCHEDULE_TIME_ZONE: timeZone.optional(),
  DAILY_REPORT_ENABLED: bool(true),
  NOTIFY_WEBHOOK_URL: httpUrl.optional(),
  NOTIFY_WEBHOOK_SECRET: z.string().min(8).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  ALERT_EMAIL: z.email().optional(),
  ALERT_COOLDOWN_HOURS: z.coerce.number().min(0).max(720).default(12),
  ALERT_WAITING_TURNS: int(1, 1_000_000, 500),
  ALERT_DISK_FREE_PERCENT: int(0, 100, 10),
  ALERT_MODEL_DOWN_MINUTES: z.coerce.number().min(0).max(10_080).default(15),
  MIN_CONFIDENCE_THRESHOLD: share(0.6),
  ENSEMBLE_VOTING_ENABLED: bool(true),
  ENSEMBLE_AGREEMENT_THRESHOLD: share(0.6),
  TRUST_ASSISTANT_CLAIMS: z.enum(["never", "ensemble"]).default("never"),
  VERIFICATION_MAX_TOKENS: int(64, 131_072, 8192),
  IDLE_PASS_MAX_MINUTES: int(0, 1440, 240),
  IDLE_PASS_MAX_TOKENS: int(0, 1_000_000_000, 2_000_000),
  FORGET_GRACE_HOURS: int(0, 720, 24),

  CONSOLIDATION_AGE_DAYS: int(1, 36_500, 90),
  CONSOLIDATION_BATCH_SIZE: int(3, 200, 50),
  CONSOLIDATION_IMPORTANCE_CAP: share(0.3),
  PRUNING_CONFIDENCE: share(0.3),
  PRUNING_AGE_DAYS: int(1, 36_500, 90),

  WEB_SEARCH_ENABLED: bool(false),
  WEB_SEARCH_PROVIDER: z.enum(["searxng", "tavily"]).default("searxng"),
  WEB_SEARCH_URL: httpUrl.optional(),
  WEB_SEARCH_API_KEY: z.string().optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: int(1, 10_000, 14),
  BACKUP_SCHEDULE: cronExpression(""),
  BACKUP_VECTORS: bool(false),
  TRANSFER_MAX_MB: int(1, 1_048_576, 4096),
});

export type Config = Readonly<z.output<typeof ConfigSchema>>;

/** Of these an empty value says something else than none: never. */
const EMPTY_MEANS_OFF = /_SCHEDULE$/;

/** Parses the environment; throws `invalid_request` whose message has one line per wrong variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(ConfigSchema.shape)
      .map((name) => [name, env[name]] as const)
      .filter(([name, value]) => value !== undefined && (value.trim() !== "" || EMPTY_MEANS_OFF.test(name))),
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
      .map(({ field, message }) => `${field}: ${message} (it is ${JSON.stringify(env[field])})`)
      .join("\n"),
    { fields },
  );
}
