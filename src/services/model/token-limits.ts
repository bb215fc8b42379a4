import { estimateTokens } from "../../language/text.ts";
import type { ChatModel, ModelMessage } from "../../ports/chat-model.ts";

/** Of a slot, at most this much is kept free for the answer: a short one is better than none. */
const ANSWER_SHARE_MAX = 0.2;
/** What the template adds to the messages: its own system text, the marks of each message. */
const TEMPLATE_TOKENS = 120;
const MESSAGE_TOKENS = 6;

/** An image of usual size. */
const MEDIUM_TOKENS = 1000;

/** Tokens, as estimated, that a prompt may have in the model's context; infinite while that is not known. */
export function promptTokensMax(model: ChatModel, answerTokens: number): number {
  const { contextTokens, learned } = model.info();
  if (contextTokens === null) return Number.POSITIVE_INFINITY;
  const answer = Math.min(answerTokens, contextTokens * ANSWER_SHARE_MAX);
  return Math.floor((contextTokens - answer - TEMPLATE_TOKENS) / (learned?.tokensPerEstimate ?? 1));
}

/** As estimated. */
export function promptTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { content, media = [] }) =>
      sum + MESSAGE_TOKENS + estimateTokens(content) + media.length * MEDIUM_TOKENS,
    0,
  );
}

/** Of an answer's tokens, the most that may be thought: the rest is for what was asked. */
const THOUGHT_SHARE_MAX = 0.6;
/** Seconds that a thought in the background may take, at the speed that was measured. */
const THOUGHT_SECONDS_MAX = 90;
const THOUGHT_TOKENS_MIN = 512;

/** Tokens of thought after which a background answer begins. */
export function thoughtTokensMax(model: ChatModel, answerTokens: number): number {
  const share = Math.floor(answerTokens * THOUGHT_SHARE_MAX);
  const speed = model.info().learned?.generationSpeed ?? null;
  if (speed === null) return share;
  return Math.min(share, Math.max(THOUGHT_TOKENS_MIN, Math.floor(speed * THOUGHT_SECONDS_MAX)));
}
