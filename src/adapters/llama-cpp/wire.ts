/**
 * What llama-server sends and takes beyond OpenAI's types (llama.cpp v0.5.0). Only what Engram uses.
 */
import type { ReasoningEffort } from "../../ports/chat-model.ts";

/** Sent beside OpenAI's fields. */
export interface LlamaRequestExtras {
  /** Top level, so that it wins over `chat_template_kwargs`. */
  reasoning_effort: ReasoningEffort;
  /** Tells how far the prompt is read, so that a long one is seen to make progress. */
  return_progress: true;
  /** Forces the end of a thought after N tokens; armed again for each new analysis block. */
  reasoning_budget_tokens?: number;
}

/** `delta` of a chunk; `reasoning_content` is llama.cpp's name for the analysis channel. */
export interface LlamaDelta {
  content?: string | null;
  reasoning_content?: string | null;
  tool_calls?: unknown;
}

/** On the usage chunk, or on the finish chunk when usage was not asked for. */
export interface LlamaTimings {
  /** Prompt tokens found in the cache. */
  cache_n?: number;
  /** Prompt tokens processed anew. */
  prompt_n?: number;
  prompt_ms?: number;
  predicted_n?: number;
  predicted_ms?: number;
}

export interface LlamaUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
}

export interface LlamaChunk {
  model?: string;
  choices?: { index?: number; delta?: LlamaDelta; finish_reason?: string | null }[];
  usage?: LlamaUsage | null;
  timings?: LlamaTimings;
}

/** The `error` member of every error body, and of an error inside a 200 stream. */
export interface LlamaError {
  code?: number;
  message?: string;
  type?: string;
  /** Only with `exceed_context_size_error`. */
  n_prompt_tokens?: number;
  n_ctx?: number;
}

/** GET /props */
export interface LlamaProps {
  default_generation_settings?: { n_ctx?: number };
  total_slots?: number;
  model_alias?: string;
  model_path?: string;
  chat_template?: string;
}

/** GET /slots, a list of these */
export interface LlamaSlot {
  id?: number;
  is_processing?: boolean;
  /** Of its last request; absent where it had none since the server started. */
  id_task?: number;
}

/** GET /v1/models */
export interface LlamaModels {
  data?: { id?: string }[];
}

/** POST /v1/embeddings */
export interface LlamaEmbeddings {
  model?: string;
  data?: { embedding?: string | number[]; index?: number }[];
}
