import { EngramError } from "../../errors.ts";
import type { ModelRequest } from "../../ports/chat-model.ts";
import { alternates, toLlamaMessages, type WireMessage } from "./messages.ts";
import type { OptionalField } from "./optional-fields.ts";
import { type AnswerTraits, THOUGHT_TOKENS_MIN } from "./read-chunks.ts";

/**
 * Fields that `extra` may not set. `n_predict` and `max_completion_tokens` would override `max_tokens`; a pinned
 * `id_slot` waits for a busy slot even if another is free; `n` produces answers the port cannot carry;
 * `reasoning_format: none` puts raw harmony into the content.
 */
const NEVER_EXTRA = new Set([
  "messages",
  "model",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "n_predict",
  "id_slot",
  "n",
  "reasoning_format",
]);

const OF_TOOLS = new Set(["tools", "tool_choice", "parallel_tool_calls"]);

export interface BodyOptions {
  model: string;
  /** Request a streamed answer. */
  streams: boolean;
  slot?: number | null;
  /** Fields the server does not accept. */
  without?: ReadonlySet<OptionalField>;
  /** The server does not enforce schemas. */
  asksForSchema?: boolean;
  /** Bounds the answer by the remaining context. */
  answerTokensMax?: number;
}

/** The parts of `OptionalField` in a request. */
export function optionalFieldsOf({ schema, messages, extra }: ModelRequest): OptionalField[] {
  const replies = messages.flatMap((one) => (one.role === "assistant" ? [one.reasoning_content] : []));
  return [
    "llama",
    "effort",
    ...(schema ? (["json_schema", "json_object"] as const) : []),
    "usage",
    ...(alternates(messages) ? [] : (["order"] as const)),
    ...(messages[0]?.role === "system" ? (["system"] as const) : []),
    "max_tokens",
    "temperature",
    ...(extra?.["tools"] === undefined ? [] : (["tools"] as const)),
    ...(messages.some(({ role }) => role === "tool") ? (["ids"] as const) : []),
    ...(messages.at(-1)?.role === "assistant" ? (["thinking"] as const) : []),
    ...(replies.some((thought) => thought !== undefined) ? (["thoughts"] as const) : []),
    ...(replies.includes(undefined) ? (["missing_thoughts"] as const) : []),
  ];
}

/** The body of POST /v1/chat/completions. `extra` only adds: a field of the request itself always wins. */
export function toRequestBody(request: ModelRequest, options: BodyOptions): Record<string, unknown> {
  const { slot = null, without = new Set(), answerTokensMax = request.maxTokens } = options;
  const asksForSchema = options.asksForSchema === true || without.has("json_object");
  const messages = toLlamaMessages(request.messages, without);
  return {
    ...allowedExtra(request.extra ?? {}, without),
    ...(without.has("thinking") ? withoutThinking(request.extra ?? {}) : {}),
    model: options.model,
    messages: asksForSchema ? withSchema(messages, request.schema) : messages,
    stream: options.streams,
    ...(without.has("usage") || !options.streams ? {} : { stream_options: { include_usage: true } }),
    ...(without.has("temperature") ? {} : { temperature: request.temperature }),
    [without.has("max_tokens") ? "max_completion_tokens" : "max_tokens"]: Math.min(
      request.maxTokens,
      answerTokensMax,
    ),
    ...(without.has("effort") ? {} : { reasoning_effort: request.effort }),
    ...(without.has("llama") ? {} : llamaFields(request, slot)),
    ...responseFormat(request.schema, without),
  };
}

/** Without the tools it may use, a model answers in words; one that must use a tool cannot answer. */
function allowedExtra(
  extra: Record<string, unknown>,
  without: ReadonlySet<OptionalField>,
): Record<string, unknown> {
  const choice = extra["tool_choice"] ?? "auto";
  if (without.has("tools") && choice !== "auto" && choice !== "none")
    throw new EngramError("not_implemented", "The model takes no tools");
  return Object.fromEntries(
    Object.entries(extra).filter(
      ([name, value]) =>
        !NEVER_EXTRA.has(name) && value !== undefined && !(without.has("tools") && OF_TOOLS.has(name)),
    ),
  );
}

/** Of the limit, for a model whose thought took a whole answer before. */
const ROOM_FACTOR = 4;

/** The request with more room; in the background without a thought, if it took all of that, too. */
export function withRoom(
  request: ModelRequest,
  { overthought }: AnswerTraits,
  takesMore: boolean,
): ModelRequest {
  const { isLimitGiven = false, maxTokens, purpose, extra = {} } = request;
  if (overthought === 0 || isLimitGiven || maxTokens < THOUGHT_TOKENS_MIN) return request;
  const isOff = overthought > 1 && purpose !== "chat" && takesMore;
  return {
    ...request,
    maxTokens: maxTokens * ROOM_FACTOR,
    ...(isOff ? { extra: { ...extra, ...withoutThinking(extra) } } : {}),
  };
}

function withoutThinking({ chat_template_kwargs: given }: Record<string, unknown>): Record<string, unknown> {
  return { chat_template_kwargs: { ...(given as object | undefined), enable_thinking: false } };
}

/**
 * llama-server's own fields: progress on long prompts is reported, reasoning ends after this many tokens
 * (again for each new analysis block), and a slot is chosen.
 */
function llamaFields(request: ModelRequest, slot: number | null): Record<string, unknown> {
  const { reasoningBudgetTokens } = request;
  return {
    return_progress: true,
    ...(reasoningBudgetTokens === undefined ? {} : { reasoning_budget_tokens: reasoningBudgetTokens }),
    ...(slot === null ? {} : { id_slot: slot }),
  };
}

/** llama-cpp-python accepts `json_object` with a schema. */
function responseFormat(
  schema: ModelRequest["schema"],
  without: ReadonlySet<OptionalField>,
): Record<string, unknown> {
  if (schema === undefined || without.has("json_object")) return {};
  if (without.has("json_schema")) return { response_format: { type: "json_object", schema: schema.schema } };
  const json_schema = { name: schema.name, strict: true, schema: schema.schema };
  return { response_format: { type: "json_schema", json_schema } };
}

/** The schema at the end of the last message, for servers that do not enforce it. */
function withSchema(messages: WireMessage[], schema: ModelRequest["schema"]): WireMessage[] {
  const last = messages.at(-1);
  if (schema === undefined || last?.role !== "user" || typeof last.content !== "string") return messages;
  const rule = `Answer with nothing but JSON that follows this JSON Schema: ${JSON.stringify(schema.schema)}`;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${rule}` }];
}
