import type { Extraction } from "../../domain/model/proposal.ts";
import { estimateTokens } from "../../language/text.ts";
import type { ChatModel, ModelEvent, ModelMessage, ModelRequest } from "../../ports/chat-model.ts";
import { answer, type Answer } from "./answer.ts";
import { extractTurn } from "./extract.ts";
import { RULE_LANGUAGES } from "./languages/index.ts";

/** Name under which facts and replies of this model are recorded. */
const RULE_MODEL_NAME = "engram-rules";
/** Turns of one extraction request; more are not asked for by any caller. */
const TURNS_MAX = 64;

/**
 * A chat model without weights: a table of everyday relations instead of a network. For trying Engram out, demos and
 * tests. It reads little but invents nothing, and it says what it is in the first reply of a conversation.
 */
export function createRuleModel(): ChatModel {
  return {
    info: () => ({ kind: "none", name: RULE_MODEL_NAME, contextTokens: null }),
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

function replyTo({ purpose, messages, schema }: ModelRequest): Answer {
  if (purpose === "extract") return { text: JSON.stringify(extractFrom(messages)), aside: null };
  if (schema || purpose !== "chat") return { text: schema ? "{}" : "", aside: null };
  const content = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const isFirst = !messages.some(({ role }) => role === "assistant");
  return answer({ content, before: saidIn(messages).slice(0, -1), isFirst });
}

/** What the user said, without summaries of it. */
const saidIn = (messages: ModelMessage[]): string[] =>
  messages.flatMap(({ role, content }) =>
    role === "user" && !content.startsWith("[Summary") ? content : [],
  );

/** The last `turns: k` user messages before the trigger, each with its speaker. */
function extractFrom(messages: ModelMessage[]): Extraction {
  const trigger = messages.at(-1)?.content ?? "";
  const said = saidIn(messages.slice(0, -1));
  const count = Math.min(TURNS_MAX, Number(/^turns: *(\d+)/m.exec(trigger)?.[1] ?? 1));
  const code = /^language: *([a-z]{2})/m.exec(trigger)?.[1];
  const language = RULE_LANGUAGES.find((known) => known === code);
  const turns = said.slice(-count || said.length).map((userMessage, index) => {
    const line = new RegExp(`^turn ${index + 1}: *(.*)$`, "m").exec(trigger)?.[1] ?? "";
    const speaker = /speaker=(.*?)(?= date=| timezone=|$)/.exec(line)?.[1]?.trim() ?? null;
    return { turn: index + 1, ...extractTurn({ userMessage, speaker, language }) };
  });
  return { turns };
}
