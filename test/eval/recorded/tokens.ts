import type { ModelRequest } from "../../../src/ports/chat-model.ts";

/** Characters of a token, on average: no tokenizer is at hand, and figures only compare. */
const CHARS_PER_TOKEN = 4;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** Tokens of all messages of a request. */
export function promptTokens({ messages }: Pick<ModelRequest, "messages">): number {
  return messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
}
