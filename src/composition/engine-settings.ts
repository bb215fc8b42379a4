import { join } from "node:path";
import type { HashKey } from "../adapters/store-core/hash-key.ts";
import { signingKeyFrom } from "../services/transfer/signature.ts";
import type { Config } from "./config.ts";
import { packageVersion } from "./version.ts";
import type { EngineSettings } from "../services/engine-types.ts";

/** The environment in the engine's own words and units, and what this installation signs its files with. */
export function engineSettings(config: Config, hashKey: HashKey): EngineSettings {
  // Backups, and copies of what is put away.
  const copies = {
    folder: config.BACKUP_DIR ?? join(config.DATA_DIR, "backups"),
    keep: config.BACKUP_KEEP,
    product: packageVersion(),
    signingKey: signingKeyFrom(hashKey),
  };
  return {
    conversationEffort: config.CONVERSATION_REASONING_LEVEL,
    extractionEffort: config.EXTRACTION_REASONING_LEVEL ?? config.CONVERSATION_REASONING_LEVEL,
    extractionMinConfidence: config.EXTRACTION_MIN_CONFIDENCE,
    replyMaxTokens: config.REPLY_MAX_TOKENS,
    extractionMaxTokens: config.EXTRACTION_MAX_TOKENS,
    extractionRetryPausesMs: config.EXTRACTION_RETRY_MINUTES.map((minutes) => Number(minutes) * 60_000),
    historyMaxTokens: config.HISTORY_MAX_TOKENS,
    conversationWaitMs: config.CONVERSATION_WAIT_SECONDS * 1000,
    recallMaxTokens: config.RECALL_MAX_TOKENS,
    recallMaxMs: config.RECALL_MAX_MS,
    recallMaxItems: config.MAX_CONTEXT_MEMORIES,
    retrievalDeadlineMs: config.RETRIEVAL_DEADLINE_MS,
    recallRecipe: config.RECALL_RECIPE,
    recipe: {
      similarity: config.WEIGHT_SIMILARITY,
      importance: config.WEIGHT_IMPORTANCE,
      recency: config.WEIGHT_RECENCY,
      halfLifeDays: config.RECENCY_HALF_LIFE,
      importanceFloor: config.IMPORTANCE_FLOOR,
    },
    idleAfterMinutes: config.IDLE_AFTER_MINUTES,
    minConfidence: config.MIN_CONFIDENCE_THRESHOLD,
    voting: config.ENSEMBLE_VOTING_ENABLED,
    agreementMin: config.ENSEMBLE_AGREEMENT_THRESHOLD,
    trustAssistant: config.TRUST_ASSISTANT_CLAIMS === "ensemble",
    verificationMaxTokens: config.VERIFICATION_MAX_TOKENS,
    idleMinutesMax: config.IDLE_PASS_MAX_MINUTES,
    idleTokensMax: config.IDLE_PASS_MAX_TOKENS,
    forgetGraceHours: config.FORGET_GRACE_HOURS,
    consolidation: {
      ageDays: config.CONSOLIDATION_AGE_DAYS,
      importanceMax: config.CONSOLIDATION_IMPORTANCE_CAP,
      turnsMax: config.CONSOLIDATION_BATCH_SIZE,
    },
    pruning: {
      confidenceMin: config.PRUNING_CONFIDENCE,
      ageDays: config.PRUNING_AGE_DAYS,
      ...copies,
    },
    backups: { ...copies, vectors: config.BACKUP_VECTORS },
    sendsReports: config.DAILY_REPORT_ENABLED,
    backgroundSlots: config.LLAMA_CPP_BACKGROUND_SLOTS,
    modelRestMs: config.LLAMA_CPP_REST_MS,
    modelServers: Math.max(1, config.LLAMA_CPP_URL.length),
    works: config.ROLE !== "api",
  };
}

export function alertSettings(config: Config) {
  return {
    cooldownHours: config.ALERT_COOLDOWN_HOURS,
    waitingTurns: config.ALERT_WAITING_TURNS,
    diskFreePercent: config.ALERT_DISK_FREE_PERCENT,
    modelDownMinutes: config.ALERT_MODEL_DOWN_MINUTES,
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

export function redisSettings(config: Config) {
  return {
    sentinels: config.REDIS_SENTINELS,
    sentinelName: config.REDIS_SENTINEL_NAME,
    prefix: config.REDIS_PREFIX,
  };
}
