import { join } from "node:path";
import { type HashKey, keyIdOf } from "../adapters/store-core/hash-key.ts";
import type { EngineSettings } from "../services/engine-types.ts";
import { LIMITS, type Limits } from "../services/limits.ts";
import { signingKeyFrom } from "../services/transfer/signature.ts";
import type { Config } from "./config.ts";
import { packageVersion } from "./version.ts";

/** The environment in the engine's terms and units, and the key that signs this installation's files. */
export function engineSettings(
  config: Config,
  hashKey: HashKey,
  limits: Partial<Limits> = {},
): EngineSettings {
  return {
    idleAfterMinutes: config.IDLE_AFTER_MINUTES,
    trustAssistant: config.TRUST_ASSISTANT_CLAIMS === "ensemble",
    forgetGraceHours: config.FORGET_GRACE_HOURS,
    backups: {
      folder: config.BACKUP_DIR ?? join(config.DATA_DIR, "backups"),
      keep: config.BACKUP_KEEP,
      product: packageVersion(),
      signingKey: signingKeyFrom(hashKey),
    },
    backgroundSlots: config.LLAMA_CPP_BACKGROUND_SLOTS,
    modelServers: Math.max(1, config.LLAMA_CPP_URL.length),
    works: config.ROLE !== "api",
    limits: { ...LIMITS, ...limits },
  };
}

export function neo4jSettings(config: Config) {
  return {
    uri: config.NEO4J_URI,
    user: config.NEO4J_USER,
    password: config.NEO4J_PASSWORD ?? "",
    database: config.NEO4J_DATABASE,
  };
}

export function redisSettings(config: Config, hashKey: HashKey) {
  return {
    sentinels: config.REDIS_SENTINELS,
    sentinelName: config.REDIS_SENTINEL_NAME,
    // Engrams that share a Redis unawares would take each other's jobs and tell each other's users what they learned.
    prefix: `${config.REDIS_PREFIX}:${keyIdOf(hashKey)}`,
  };
}
