import type { ModelMessage } from "../../ports/chat-model.ts";
import { breakLongRuns } from "../../language/text.ts";
import { breakControlTokens } from "./control-tokens.ts";

/** A message as sent. */
export type WireMessage = Omit<ModelMessage, "content" | "media"> & { content: string | unknown[] };

/**
 * Messages as llama-server's gpt-oss template really renders them. It silently drops every system message but the
 * first, so leading ones are joined and later ones are sent as user messages.
 */
export function toLlamaMessages(messages: ModelMessage[]): WireMessage[] {
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
  return message.role === "system" ? { ...message, role: "user" } : message;
}

function harmless({ media = [], ...message }: ModelMessage): WireMessage {
  const text = breakLongRuns(breakControlTokens(message.content));
  return { ...message, content: media.length === 0 ? text : [{ type: "text", text }, ...media] };
}
