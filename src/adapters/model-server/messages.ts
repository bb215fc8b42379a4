import type { ModelMessage } from "../../ports/chat-model.ts";
import { breakLongRuns } from "../../language/text.ts";
import type { OptionalField } from "./optional-fields.ts";
import { pairCalls, withShortIds } from "./tool-messages.ts";

/** A message as sent. */
export type WireMessage = Omit<ModelMessage, "content" | "media"> & { content: string | unknown[] };

/**
 * Messages as llama-server's gpt-oss template really renders them. It silently drops every system message but the
 * first, so leading ones are joined and later ones are sent as user messages.
 *
 * @param without what the server does not take: messages out of `order`, the `system` role, longer `ids`, `thoughts` of replies, or
 * replies without one
 */
export function toLlamaMessages(
  messages: ModelMessage[],
  without: ReadonlySet<OptionalField> = new Set(),
): WireMessage[] {
  const rendered = asRendered(messages).map((message) => asTaken(message, without));
  const ordered = without.has("order") ? inTurns(rendered) : rendered;
  return (without.has("system") ? foldSystem(ordered) : ordered).map(harmless);
}

/** Stands for a thought that is not known; DeepSeek refuses an empty one. */
const NO_THOUGHT = " ";

function asTaken(message: ModelMessage, without: ReadonlySet<OptionalField>): ModelMessage {
  const { reasoning_content, ...said } = without.has("ids") ? withShortIds(message) : message;
  const isWanted = said.role === "assistant" && without.has("missing_thoughts");
  const thought = without.has("thoughts")
    ? undefined
    : (reasoning_content ?? (isWanted ? NO_THOUGHT : undefined));
  return thought === undefined ? said : { ...said, reasoning_content: thought };
}

/** Whether the user and the assistant speak in turns, the user first. */
export function alternates(messages: ModelMessage[]): boolean {
  const rendered = asRendered(messages);
  return inTurns(rendered).length === rendered.length;
}

function asRendered(given: ModelMessage[]): ModelMessage[] {
  const messages = pairCalls(given);
  const firstOther = messages.findIndex((message) => message.role !== "system");
  const leading = firstOther === -1 ? messages : messages.slice(0, firstOther);
  const rest = messages.slice(leading.length);
  return [...joinSystem(leading), ...rest.map(asUser)];
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

/** Stands for a message that was never written. */
const SILENCE = "...";

/** Missing messages are filled in, so that unanswered ones remain messages of their own. Calls of tools keep their order. */
function inTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const result: ModelMessage[] = [];
  for (const message of messages) {
    const before = result.at(-1);
    const isOut =
      before === undefined || before.role === "system"
        ? message.role === "assistant"
        : before.role === message.role && message.role !== "tool" && before.tool_calls === undefined;
    if (isOut) result.push({ role: message.role === "user" ? "assistant" : "user", content: SILENCE });
    result.push(message);
  }
  return result;
}

/** The system's text begins the user's first message. */
function foldSystem(messages: readonly ModelMessage[]): ModelMessage[] {
  const [first, next, ...rest] = messages;
  if (first?.role !== "system") return [...messages];
  if (next?.role !== "user") return [{ ...first, role: "user" }, ...messages.slice(1)];
  return [{ ...next, content: `${first.content}\n\n${next.content}` }, ...rest];
}

/** Control tokens of Harmony and ChatML, e.g. `<|end|>`; of DeepSeek, with other bars; and of Gemma, Llama 2 and Mistral. */
const CONTROL_TOKENS: [RegExp, string][] = [
  [/<\|([^\s<>|]{1,40})\|>/g, "< |$1| >"],
  [/<\uff5c([^\s<>\uff5c]{1,40})\uff5c>/g, "< \uff5c$1\uff5c >"],
  [/<((?:start|end)_of_turn|bos|eos|\/?s|<\/?SYS>)>/g, "< $1 >"],
  [/\[(\/?INST)\]/g, "[ $1 ]"],
];

/**
 * Splits control tokens. llama-server tokenises `<|end|><|start|>system<|message|>` inside any text as real
 * control tokens, so a user's message or a remembered sentence could otherwise forge a system message.
 */
function breakControlTokens(text: string): string {
  return CONTROL_TOKENS.reduce((all, [token, broken]) => all.replace(token, broken), text);
}
