import { TEMPLATE_TOKENS } from "../../domain/model/prompt-tokens.ts";
import type { ChatModel } from "../../ports/chat-model.ts";

/** Maximum share of a slot reserved for the answer: a short one is better than none. */
const ANSWER_SHARE_MAX = 0.2;
/** Maximum prompt tokens, estimated, that fit the model's context; infinite while that is unknown. */
export function promptTokensMax(model: ChatModel, answerTokens: number): number {
  const { contextTokens, learned } = model.info();
  if (contextTokens === null) return Number.POSITIVE_INFINITY;
  const answer = Math.min(answerTokens, contextTokens * ANSWER_SHARE_MAX);
  return Math.floor((contextTokens - answer - TEMPLATE_TOKENS) / (learned?.tokensPerEstimate ?? 1));
}

/** Maximum share of an answer's tokens spent on reasoning: the rest is for the answer itself. */
const THOUGHT_SHARE_MAX = 0.6;
/** Maximum seconds of reasoning in the background, at the measured speed. */
const THOUGHT_SECONDS_MAX = 90;
const THOUGHT_TOKENS_MIN = 512;

/** Reasoning tokens after which a background answer is forced. */
export function thoughtTokensMax(model: ChatModel, answerTokens: number): number {
  const share = Math.floor(answerTokens * THOUGHT_SHARE_MAX);
  const speed = model.info().learned?.generationSpeed ?? null;
  if (speed === null) return share;
  return Math.min(share, Math.max(THOUGHT_TOKENS_MIN, Math.floor(speed * THOUGHT_SECONDS_MAX)));
}
