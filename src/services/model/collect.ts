import { jsonrepair } from "jsonrepair";
import { EngramError } from "../../errors.ts";
import type { ChatModel, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

export interface Collected {
  content: string;
  reasoning: string;
  usage: ModelUsage | null;
  truncated: boolean;
}

/** Bound on what one background answer may hold, characters. */
const CONTENT_CHARS_MAX = 200_000;

/** Streams a request to its end and returns it whole; the stream is what lets an abort free the slot at once. */
export async function collect(
  model: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Collected> {
  const collected: Collected = { content: "", reasoning: "", usage: null, truncated: false };
  for await (const event of model.stream(request, signal)) {
    if (event.type === "delta") collected.content += event.text;
    else if (event.type === "reasoning") collected.reasoning += event.text;
    else if (event.type === "finish") {
      collected.usage = event.usage;
      collected.truncated = event.reason === "length";
    }
    if (collected.content.length > CONTENT_CHARS_MAX) {
      throw new EngramError("model_error", "The model's answer is longer than allowed");
    }
  }
  return collected;
}

/** JSON out of a model's answer: fences removed, truncation and small slips repaired; undefined when hopeless. */
export function parseModelJson(content: string): unknown {
  const body = content
    .replace(/^\s*```(?:json)?\s*/i, "")
    .replace(/\s*```\s*$/, "")
    .trim();
  if (!body.startsWith("{") && !body.startsWith("[")) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return parseRepaired(body);
  }
}

function parseRepaired(body: string): unknown {
  try {
    return JSON.parse(jsonrepair(body));
  } catch {
    return undefined;
  }
}
