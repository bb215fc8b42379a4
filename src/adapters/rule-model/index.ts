import { estimateTokens } from "../../language/text.ts";
import type { ChatModel, ModelEvent, ModelMessage, ModelRequest } from "../../ports/chat-model.ts";
import { answer } from "./answer.ts";
import { extractFrom } from "./extraction-request.ts";

/** Name under which facts and replies of this model are recorded. */
const RULE_MODEL_NAME = "engram-rules";

/**
 * A chat model without weights: a table of everyday relations instead of a network. For trying Engram out, demos and
 * tests. It reads little but invents nothing, and it says what it is in the first reply of a conversation.
 */
export function createRuleModel(): ChatModel {
  return {
    info: () => ({ kind: "rule", name: RULE_MODEL_NAME, contextTokens: null }),
    health: async () => "ready",
    stream: streamReply,
    close: async () => {},
  };
}

async function* streamReply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
  signal.throwIfAborted();
  const { text, aside } = replyTo(request);
  for (const delta of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
    signal.throwIfAborted();
    yield { type: "delta", text: delta };
  }
  signal.throwIfAborted();
  if (aside !== null) yield { type: "aside", text: aside };
  const prompt = request.messages.reduce((sum, message) => sum + estimateTokens(message.content), 0);
  const usage = { promptTokens: prompt, cachedTokens: 0, completionTokens: estimateTokens(text) };
  yield { type: "finish", reason: "stop", usage, model: RULE_MODEL_NAME };
}

function replyTo(request: ModelRequest): ReturnType<typeof answer> {
  const plain = (text: string): ReturnType<typeof answer> => ({ text, aside: null });
  if (request.purpose === "extract") return plain(JSON.stringify(extractFrom(request.messages)));
  if (request.schema) return plain("{}");
  if (request.purpose !== "chat") return plain("");
  return answer({
    content: lastUserMessage(request.messages),
    before: saidBefore(request.messages),
    isFirst: !request.messages.some((message) => message.role === "assistant"),
  });
}

function saidBefore(messages: ModelMessage[]): string[] {
  const said = messages.filter(({ role, content }) => role === "user" && !content.startsWith("[Summary"));
  return said.slice(0, -1).map(({ content }) => content);
}

function lastUserMessage(messages: ModelMessage[]): string {
  return messages.findLast((message) => message.role === "user")?.content ?? "";
}
