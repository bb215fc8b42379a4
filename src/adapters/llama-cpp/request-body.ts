import type { ModelRequest } from "../../ports/chat-model.ts";
import { toLlamaMessages } from "./messages.ts";
import type { LlamaRequestExtras } from "./wire.ts";

/**
 * Fields that `extra` may not bring in. `n_predict` and `max_completion_tokens` would beat `max_tokens`; a pinned
 * `id_slot` waits for a busy slot even when another is free; `n` makes answers the port cannot carry;
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

/** The body of POST /v1/chat/completions. `extra` only adds: a field of the request itself always wins. */
export function toRequestBody(
  request: ModelRequest,
  model: string,
  slot: number | null = null,
): Record<string, unknown> {
  return {
    ...allowedExtra(request.extra ?? {}),
    model,
    messages: toLlamaMessages(request.messages),
    stream: true,
    stream_options: { include_usage: true },
    temperature: request.temperature,
    max_tokens: request.maxTokens,
    ...llamaExtras(request),
    ...responseFormat(request.schema),
    ...(slot === null ? {} : { id_slot: slot }),
  };
}

function allowedExtra(extra: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extra).filter(([name, value]) => !NEVER_EXTRA.has(name) && value !== undefined),
  );
}

function llamaExtras(request: ModelRequest): LlamaRequestExtras {
  const effort = { reasoning_effort: request.effort, return_progress: true as const };
  if (request.reasoningBudgetTokens === undefined) return effort;
  return { ...effort, reasoning_budget_tokens: request.reasoningBudgetTokens };
}

function responseFormat(schema: ModelRequest["schema"]): Record<string, unknown> {
  if (schema === undefined) return {};
  const json_schema = { name: schema.name, strict: true, schema: schema.schema };
  return { response_format: { type: "json_schema", json_schema } };
}
