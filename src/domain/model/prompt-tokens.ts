import { estimateTokens } from "../../language/text.ts";

/** Overhead of the template: its own system text, and the marks of each message. */
export const TEMPLATE_TOKENS = 120;
const MESSAGE_TOKENS = 6;
/** An image of typical size. */
const MEDIUM_TOKENS = 1000;

/** Estimated, without the template's own text. */
export function promptTokens(messages: readonly { content: string; media?: readonly unknown[] }[]): number {
  return messages.reduce(
    (sum, { content, media = [] }) =>
      sum + MESSAGE_TOKENS + estimateTokens(content) + media.length * MEDIUM_TOKENS,
    0,
  );
}
