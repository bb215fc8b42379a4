import type { Episode, RecalledItem } from "../domain/model/episode.ts";
import type { Instant } from "../domain/model/time.ts";

/** How Engram names itself to model servers. */
export const MODEL_CLIENT = "engram";

export type ReasoningEffort = "low" | "medium" | "high";

/** Why the model is asked; counted in `engram_llm_requests_total{purpose}` and ranked by the model gate. */
type ModelPurpose = "chat" | "extract" | "verify" | "adjudicate" | "summarise" | "probe" | "exam" | "warm";

export interface ModelMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  /** Images, audio and files sent with the words, exactly as the client sent them. */
  media?: readonly unknown[];
  /** Passed through unchanged for `/v1` clients that use tools. */
  tool_calls?: unknown;
  /** The thought behind the calls, from which the model goes on. */
  reasoning_content?: string;
  tool_call_id?: string;
  name?: string;
}

/** One of the user's own turns. `occurredAt` is null if a client sent it without a time. */
export interface UserTurn {
  episodeId: string | null;
  text: string;
  occurredAt: Instant | null;
}

/** The request's subject as data, for models without weights that read this instead of the prompt. Never sent. */
export type ModelSource =
  | {
      kind: "chat";
      message: string;
      recalled: readonly RecalledItem[];
      /** Memory could not be searched. */
      isAway: boolean;
      /** Turns of this conversation, oldest first; recall leaves them out. */
      earlier: readonly UserTurn[];
      /** The user's newest turns across all conversations, newest first; empty if recall found something. */
      newest: readonly UserTurn[];
      /** Whether the message is stored; null if an intent was executed, because its confirmation says so. */
      isKept: boolean | null;
      /** False if memory is off for this message. */
      isSearched: boolean;
      timeZone: string;
    }
  | {
      kind: "extract";
      /** `speaker`: null for the user. */
      turns: readonly Pick<Episode, "userMessage" | "speaker" | "source">[];
      /** BCP 47 primary language chosen by the owner; null: detected from the text. */
      language: string | null;
    };

export interface ModelRequest {
  purpose: ModelPurpose;
  source?: ModelSource | undefined;
  /** Requests of one conversation share a prefix, so a server that has read one reads the next faster. Never sent. */
  conversationId?: string | undefined;
  messages: ModelMessage[];
  effort: ReasoningEffort;
  temperature: number;
  /** Limits reasoning and answer together. Raised for a model whose thought takes it all, unless a client asked for it. */
  maxTokens: number;
  isLimitGiven?: boolean;
  /** JSON Schema (object) the answer must follow. */
  schema?: { name: string; schema: Record<string, unknown> } | undefined;
  /** Reasoning tokens before the answer is forced; undefined leaves it to the model. */
  reasoningBudgetTokens?: number | undefined;
  /** `/v1` pass-through: tools, tool_choice, stop, top_p, seed etc. */
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
  /** Sent with the reply: shown to the user, never stored. */
  | { type: "aside"; text: string }
  /** A raw OpenAI `delta.tool_calls` array. */
  | { type: "tool_calls"; delta: unknown }
  /** Of the text that follows: OpenAI's `logprobs.content`, for a request that asks for them. */
  | { type: "logprobs"; tokens: unknown[] }
  | { type: "finish"; reason: FinishReason; usage: ModelUsage | null; model: string };

export type ModelState = "ready" | "loading" | "down";

/**
 * How far a model is trusted. `full`: no limits. `staged`: its extractions are staged, and it cannot verify, close or
 * erase anything. `turns`: it only chats, and memory keeps the turns.
 */
export const TRUST_LEVELS = ["full", "staged", "turns"] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

interface ModelInfo {
  kind: "none" | "server";
  name: string;
  /** Tokens per slot, if known. */
  contextTokens: number | null;
  /** Absent: full. */
  trust?: Trust | undefined;
  /** What the server's answers revealed; absent for a model that does not need it. */
  learned?: ModelLearned | undefined;
}

/** A model offered by a server. */
export interface ServedModel {
  name: string;
  /** `unknown` if the server does not say. */
  kind: "chat" | "embedding" | "unknown";
  /** Context size as loaded, not as trained; null if the server does not say. */
  contextTokens: number | null;
  /** Null if the server does not say. */
  isLoaded: boolean | null;
  /** The server passes its requests on to another machine: it is used only if it is named. */
  isRemote?: boolean;
}

/**
 * Why this model is used. `configured`; `unlisted`: configured, but not listed by the server; `instead`: the configured
 * one is not served, and there is only one other; `only`: there is no other; `loaded`: it was loaded; `first`: by name.
 */
export type ModelChoice = "configured" | "unlisted" | "instead" | "only" | "loaded" | "first";

/** Server capabilities, learned from its answers. Null: not known yet, or not reported. */
export interface ModelLearned {
  /** The model and its file as the server names them; a change here means a different model. */
  served: string | null;
  /** The models the server lists. */
  models: ServedModel[];
  choice: ModelChoice | null;
  /** Whether it rejects the API key. */
  refusesKey: boolean;
  /** Whether a reasoning effort has any effect. */
  takesEffort: boolean | null;
  /** Concurrent requests the server handles. */
  slots: number | null;
  /** Whether answers are streamed rather than sent whole at the end. */
  streams: boolean | null;
  /** Whether it reports token usage. */
  tellsUsage: boolean | null;
  /** How reasoning arrives: in a separate field, or between tags in the answer, which is then split. */
  thought: "field" | "tags" | null;
  /** Whether answers follow a JSON schema that cannot be met by chance; if not, the schema goes into the prompt. */
  keepsSchema: boolean | null;
  /** Whether a cached prompt prefix is reused. */
  reusesPrompt: boolean | null;
  /** Server tokens per token of our estimate. */
  tokensPerEstimate: number;
  /** Tokens per second. */
  promptSpeed: number | null;
  generationSpeed: number | null;
}

/**
 * A chat model. Always streaming: only a streaming request frees its slot at once when aborted.
 *
 * `stream` rejects (from the iterator) with `EngramError`: `model_unavailable` (down or loading; `AnswerCut` if it
 * died), `model_timeout`, `model_error` (error inside the stream, malformed output), `context_too_long`, or with the
 * signal's reason when aborted. No event after `finish`; a stream that ends without it was cut and rejects.
 */
export interface ChatModel {
  info(): ModelInfo;
  health(signal?: AbortSignal): Promise<ModelState>;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /**
   * Has every part of a server that has read nothing since it started read this prompt, so that requests with this
   * prefix are answered sooner. Absent if prompts are not cached.
   */
  warm?(request: ModelRequest, signal: AbortSignal): Promise<ModelUsage[]>;
  /**
   * Probes with two short requests for the properties only answers reveal (`keepsSchema`, `reusesPrompt`); once per
   * connection.
   */
  probe?(signal: AbortSignal): Promise<ModelUsage[]>;
  close(): Promise<void>;
}
