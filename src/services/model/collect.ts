import { thoughtTokensMax } from "./token-limits.ts";
import type { ChatModel, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

export interface Collected {
  content: string;
  reasoning: string;
  usage: ModelUsage | null;
  truncated: boolean;
}

/** Longest answer that judges something, thought at high effort included. */
export const JUDGEMENT_TOKENS_MAX = 8192;
/** Of a background answer, characters; a longer one is cut as the model's own limit cuts it. */
const CONTENT_CHARS_MAX = 200_000;

export function nothingCollected(): Collected {
  return { content: "", reasoning: "", usage: null, truncated: false };
}

/**
 * Streams a request of the background to its end and returns it whole, its thought bounded so that an answer follows; the stream is what lets an abort free the slot at once. What came
 * of a request that fails stands in `collected`.
 */
export async function collect(
  model: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
  collected: Collected = nothingCollected(),
): Promise<Collected> {
  const reasoningBudgetTokens = request.reasoningBudgetTokens ?? thoughtTokensMax(model, request.maxTokens);
  for await (const event of model.stream({ ...request, reasoningBudgetTokens }, signal)) {
    if (event.type === "delta") collected.content += event.text;
    else if (event.type === "reasoning") collected.reasoning += event.text;
    else if (event.type === "finish") {
      collected.usage = event.usage;
      collected.truncated = event.reason === "length";
    }
    if (collected.content.length <= CONTENT_CHARS_MAX) continue;
    collected.truncated = true;
    break;
  }
  return collected;
}
