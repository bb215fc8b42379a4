import { thoughtTokensMax } from "./token-limits.ts";
import type { ChatModel, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

export interface Collected {
  content: string;
  reasoning: string;
  usage: ModelUsage | null;
  truncated: boolean;
}

/** Longest answer with a judgement, including reasoning at high effort. */
export const JUDGEMENT_TOKENS_MAX = 8192;
/** Limit of a background answer, characters; a longer one is truncated as by the model's own limit. */
const CONTENT_CHARS_MAX = 200_000;

export function nothingCollected(): Collected {
  return { content: "", reasoning: "", usage: null, truncated: false };
}

/**
 * Streams a background request to its end and returns it whole, with its reasoning limited so that an answer follows;
 * streaming lets an abort free the slot at once. If the request fails, the partial result is in `collected`. Some servers
 * take JSON under a schema for reasoning: if there is nothing else, it is the answer.
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
  if (request.schema !== undefined && !collected.truncated && collected.content.trim() === "")
    collected.content = collected.reasoning;
  return collected;
}

/** Reasoning and usage of several answers, as of one. */
export function together(
  answers: readonly Pick<Collected, "reasoning" | "usage">[],
): Pick<Collected, "reasoning" | "usage"> {
  const reasoning = answers.map((answer) => answer.reasoning).filter((text) => text !== "");
  const usages = answers.flatMap(({ usage }) => usage ?? []);
  const sum = (of: keyof ModelUsage): number => usages.reduce((total, usage) => total + usage[of], 0);
  const usage = {
    promptTokens: sum("promptTokens"),
    cachedTokens: sum("cachedTokens"),
    completionTokens: sum("completionTokens"),
  };
  return { reasoning: reasoning.join("\n\n"), usage: usages.length === 0 ? null : usage };
}
