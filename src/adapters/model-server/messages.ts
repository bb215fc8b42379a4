import type { ModelMessage } from "../../ports/chat-model.ts";
import { breakLongRuns } from "../../language/text.ts";
import { breakControlTokens } from "./control-tokens.ts";

/**
 * Messages as llama-server's gpt-oss template really renders them. It drops every system message but the first one
 * silently, so leading ones are joined and later ones travel as user messages.
 */
export function toLlamaMessages(messages: ModelMessage[]): ModelMessage[] {
  const firstOther = messages.findIndex((message) => message.role !== "system");
  const leading = firstOther === -1 ? messages : messages.slice(0, firstOther);
  const rest = messages.slice(leading.length);
  return [...joinSystem(leading), ...rest.map(asUser)].map(harmless);
}

function joinSystem(messages: ModelMessage[]): ModelMessage[] {
  if (messages.length === 0) return [];
  const text = messages.map((message) => message.content).join("\n\n");
  return [{ role: "system", content: text }];
}

function asUser(message: ModelMessage): ModelMessage {
  return message.role === "system" ? { role: "user", content: message.content } : message;
}

function harmless(message: ModelMessage): ModelMessage {
  if (typeof message.content !== "string") return message;
  return { ...message, content: breakLongRuns(breakControlTokens(message.content)) };
}
