import type { Episode, RecalledItem } from "../domain/model/episode.ts";
import type { Instant } from "../domain/model/time.ts";

export type ReasoningEffort = "low" | "medium" | "high";

/** Why the model is asked; counted in `engram_llm_requests_total{purpose}` and ranked by the model gate. */
type ModelPurpose = "chat" | "extract" | "verify" | "adjudicate" | "summarise" | "probe" | "exam" | "warm";

export interface ModelMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  /** Images, sound and files beside the words, as a client sent them. */
  media?: readonly unknown[];
  /** Passed through unchanged for `/v1` clients that use tools. */
  tool_calls?: unknown;
  tool_call_id?: string;
  name?: string;
}

/** A turn of the user's own. `occurredAt`: null where a client sent it without its time. */
export interface UserTurn {
  episodeId: string | null;
  text: string;
  occurredAt: Instant | null;
}

/** What a request asks about, as data: a model without weights reads this instead of the prompt. Never sent. */
export type ModelSource =
  | {
      kind: "chat";
      message: string;
      recalled: readonly RecalledItem[];
      /** Memory could not be searched. */
      isAway: boolean;
      /** Of this conversation, oldest first: recall leaves them out. */
      earlier: readonly UserTurn[];
      /** The user's newest turns in all conversations, newest first; empty where recall found something. */
      newest: readonly UserTurn[];
      /** Whether the message is kept for later; null: an intent was executed, and its confirmation says so. */
      isKept: boolean | null;
      /** False: memory is off for this message. */
      isSearched: boolean;
      timeZone: string;
    }
  | {
      kind: "extract";
      /** `speaker`: null for the user. */
      turns: readonly Pick<Episode, "userMessage" | "speaker" | "source">[];
      /** BCP 47 primary language that the owner chose; null: told from the text. */
      language: string | null;
    };

export interface ModelRequest {
  purpose: ModelPurpose;
  source?: ModelSource | undefined;
  /** Requests of one conversation begin alike: a server that has read the one reads the next faster. Never sent. */
  conversationId?: string | undefined;
  messages: ModelMessage[];
  effort: ReasoningEffort;
  temperature: number;
  /** Bounds thought and answer together. */
  maxTokens: number;
  /** JSON Schema (object) the answer must follow. */
  schema?: { name: string; schema: Record<string, unknown> } | undefined;
  /** Tokens of thought before the answer is forced; undefined leaves it to the model. */
  reasoningBudgetTokens?: number | undefined;
  /** `/v1` pass-through: tools, tool_choice, stop, top_p, seed and the like. */
  extra?: Record<string, unknown> | undefined;
}

export interface ModelUsage {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
}

export type FinishReason = "stop" | "length" | "tool_calls";

export type ModelEvent =
  | { type: "reasoning"; text: string }
  | { type: "delta"; text: string }
  /** Said beside the reply: the user reads it, and nothing keeps it. */
  | { type: "aside"; text: string }
  /** A raw OpenAI `delta.tool_calls` array. */
  | { type: "tool_calls"; delta: unknown }
  | { type: "finish"; reason: FinishReason; usage: ModelUsage | null; model: string };

export type ModelState = "ready" | "loading" | "down";

/**
 * How far a model is trusted: `full`; `staged`: what it extracts is staged, and nothing is verified, closed or erased by
 * its word; `turns`: it chats, and memory keeps the turns.
 */
export const TRUST_LEVELS = ["full", "staged", "turns"] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

interface ModelInfo {
  kind: "none" | "server";
  name: string;
  /** Tokens per slot, when known. */
  contextTokens: number | null;
  /** Absent: full. */
  trust?: Trust | undefined;
  /** What the server taught by answering; absent for a model that needs none of it. */
  learned?: ModelLearned | undefined;
}

/** A model that a server offers. */
export interface ServedModel {
  name: string;
  /** `unknown` where the server does not say. */
  kind: "chat" | "embedding" | "unknown";
  /** Tokens per request as it is loaded, not what it was trained for; null when the server does not say. */
  contextTokens: number | null;
  /** Null when the server does not say. */
  isLoaded: boolean | null;
}

/**
 * Why a model of a server is used: it was configured, though perhaps not listed; the configured one is not served and
 * there is one other; it is the only one; it was loaded; it is the first by name.
 */
export type ModelChoice = "configured" | "unlisted" | "instead" | "only" | "loaded" | "first";

/** What a server can do, learned from its answers. Null: not known yet, or not told. */
export interface ModelLearned {
  /** The model as the server itself names it, with its file; another one here is another model. */
  served: string | null;
  /** What the server lists. */
  models: ServedModel[];
  choice: ModelChoice | null;
  /** Whether it refuses the API key. */
  refusesKey: boolean;
  /** Whether it takes a reasoning effort that has an effect. */
  takesEffort: boolean | null;
  /** Requests the server answers at once. */
  slots: number | null;
  /** Whether answers come in pieces; otherwise whole, at their end. */
  streams: boolean | null;
  /** Whether it counts tokens. */
  tellsUsage: boolean | null;
  /** How thoughts come: in a field of their own, or between tags in the answer, from which they are split. */
  thought: "field" | "tags" | null;
  /** Whether an answer keeps to a JSON schema that cannot be met by chance; if not, the schema stands in the prompt. */
  keepsSchema: boolean | null;
  /** Whether a prompt that was read before is not read again. */
  reusesPrompt: boolean | null;
  /** Its tokens for each token of our estimate. */
  tokensPerEstimate: number;
  /** Tokens a second. */
  promptSpeed: number | null;
  generationSpeed: number | null;
}

/**
 * A chat model. Always streams: only a streaming request frees its slot at once when aborted.
 *
 * `stream` rejects (from the iterator) with `EngramError`: `model_unavailable` (down, loading; died: `AnswerCut`),
 * `model_timeout`, `model_error` (error inside the stream, malformed output), `context_too_long`; and with the
 * signal's reason when aborted. No event after `finish`; a stream that ends without it was cut and rejects.
 */
export interface ChatModel {
  info(): ModelInfo;
  health(signal?: AbortSignal): Promise<ModelState>;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /**
   * Lets each part of a server that has read nothing since it started read this prompt: what begins with it is then
   * answered sooner. Absent where nothing is kept of what was read.
   */
  warm?(request: ModelRequest, signal: AbortSignal): Promise<ModelUsage[]>;
  /** Tries with two short requests what only answers tell (`keepsSchema`, `reusesPrompt`); once for each connection. */
  probe?(signal: AbortSignal): Promise<ModelUsage[]>;
  close(): Promise<void>;
}
