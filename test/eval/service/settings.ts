import { readConfig } from "../../../src/config.ts";
import type { EngineSettings } from "../../../src/services/engine.ts";

/** A slow machine must not cost a turn its memory: the deadline is for people who wait. */
const NO_DEADLINE_MS = 60_000;

/** The settings the service starts with when nothing is configured. */
export function shippedSettings(): EngineSettings {
  const config = readConfig({});
  return {
    conversationEffort: config.CONVERSATION_REASONING_LEVEL,
    extractionEffort: config.EXTRACTION_REASONING_LEVEL ?? config.CONVERSATION_REASONING_LEVEL,
    extractionLayout: config.EXTRACTION_LAYOUT,
    extractionMinConfidence: config.EXTRACTION_MIN_CONFIDENCE,
    replyMaxTokens: config.REPLY_MAX_TOKENS,
    extractionMaxTokens: config.EXTRACTION_MAX_TOKENS,
    historyMaxTokens: config.HISTORY_MAX_TOKENS,
    conversationWaitMs: config.CONVERSATION_WAIT_SECONDS * 1000,
    recallMaxTokens: config.RECALL_MAX_TOKENS,
    recallMaxItems: config.MAX_CONTEXT_MEMORIES,
    retrievalDeadlineMs: NO_DEADLINE_MS,
    recipe: {
      similarity: config.WEIGHT_SIMILARITY,
      importance: config.WEIGHT_IMPORTANCE,
      recency: config.WEIGHT_RECENCY,
      halfLifeDays: config.RECENCY_HALF_LIFE,
      importanceFloor: config.IMPORTANCE_FLOOR,
    },
    idleAfterMinutes: config.IDLE_AFTER_MINUTES,
    minConfidence: config.MIN_CONFIDENCE_THRESHOLD,
    backgroundSlots: config.LLAMA_CPP_BACKGROUND_SLOTS,
  };
}
