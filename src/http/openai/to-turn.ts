import { createHash } from "node:crypto";
import type { MemoryMode } from "../../domain/episode.ts";
import { breakControlTokens } from "../../domain/text.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { TurnInput } from "../../services/chat/turn.ts";
import { invalidFields } from "../schemas.ts";
import { LastUserText, textOf, type Completion, type CompletionMessage } from "./schema.ts";

export interface OpenAiHeaders {
  memory: MemoryMode;
  /** The client's own name for the conversation, or one of our ids. */
  conversation: string | undefined;
}

/**
 * One completion request as one turn. A client resends its whole history each time: the conversation is found by a
 * chained hash over the user and assistant texts before the last user message.
 */
export async function toTurn(user: UserStore, body: Completion, headers: OpenAiHeaders): Promise<TurnInput> {
  const at = body.messages.findLastIndex((message) => message.role === "user");
  const last = body.messages[at];
  if (!last) throw invalidFields([{ field: "messages", message: "must contain a user message" }]);
  const message = userMessage(textOf(last.content), at);
  const before = body.messages.slice(0, at);
  const after = body.messages.slice(at + 1);
  checkAfter(after, at);
  const hashes = chain(before);
  const placed = await place(user, headers, hashes, message, after.length > 0);
  return {
    message,
    conversationId: placed.conversationId,
    memory: isHouseKeeping(message) ? "off" : headers.memory,
    mode: "chat",
    replaces: placed.replaces,
    client: {
      system: systemOf(body.messages),
      history: before.filter((m) => m.role !== "system" && m.role !== "developer").map(modelMessage),
      after: after.map(modelMessage),
      externalId: placed.externalId,
      chainHash: (reply) => chainHash(hashes, message, reply),
      temperature: body.temperature ?? undefined,
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
      extra: passedThrough(body),
      continues: placed.continues,
    },
  };
}

function userMessage(text: string, at: number): string {
  const parsed = LastUserText.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.map(({ message }) => ({ field: `messages.${at}.content`, message })));
}

/** Behind the last user message only tool calls and their results may stand. */
function checkAfter(after: CompletionMessage[], at: number): void {
  const wrong = after.findIndex((message) => message.role !== "tool" && !(message.role === "assistant" && message.tool_calls));
  if (wrong < 0) return;
  const field = `messages.${at + 1 + wrong}.role`;
  throw invalidFields([{ field, message: "the last message must be from the user or a tool" }]);
}

interface Place {
  conversationId?: string;
  externalId: string | null;
  replaces?: string;
  continues?: string;
}

async function place(
  user: UserStore,
  headers: OpenAiHeaders,
  hashes: string | null,
  message: string,
  continues: boolean,
): Promise<Place> {
  const waiting = continues ? await user.episodeByChainHash(chainHash(hashes, message, null)) : null;
  if (waiting) return { conversationId: waiting.conversationId, externalId: null, continues: waiting.id };
  if (headers.conversation !== undefined) return named(user, headers.conversation);
  const previous = hashes === null ? null : await user.episodeByChainHash(hashes);
  if (!previous) return { externalId: null };
  const later = (await user.episodes({ conversationId: previous.conversationId, order: "newest", limit: 2 })).filter(
    (episode) => episode.ordinal > previous.ordinal,
  );
  const replaces = later.length === 1 ? later[0]?.id : undefined;
  return {
    conversationId: previous.conversationId,
    externalId: null,
    ...(replaces === undefined ? {} : { replaces }),
  };
}

async function named(user: UserStore, name: string): Promise<Place> {
  const known = (await user.conversation(name)) ?? (await user.conversationByExternalId(name));
  return known ? { conversationId: known.id, externalId: null } : { externalId: name };
}

/** Hash over what was said so far; null at the beginning. White space at the ends does not count: clients trim. */
function chain(messages: CompletionMessage[]): string | null {
  let hash: string | null = null;
  for (const message of messages) {
    if (message.role !== "user" && message.role !== "assistant") continue;
    const text = textOf(message.content);
    if (text.trim() === "" && message.role === "assistant") continue;
    hash = link(hash, message.role, text);
  }
  return hash;
}

function chainHash(before: string | null, message: string, reply: string | null): string {
  const asked = link(before, "user", message);
  return reply === null ? link(asked, "waits", "") : link(asked, "assistant", reply);
}

function link(before: string | null, role: string, text: string): string {
  return createHash("sha256").update(`${before ?? ""}\n${role}\n${text.trim()}`).digest("hex");
}

function systemOf(messages: CompletionMessage[]): string | null {
  const texts = messages.filter((m) => m.role === "system" || m.role === "developer").map((m) => textOf(m.content));
  const joined = texts.filter((text) => text.trim() !== "").join("\n\n");
  return joined === "" ? null : joined;
}

function modelMessage(message: CompletionMessage): ModelMessage {
  const content = breakControlTokens(textOf(message.content));
  if (message.role === "assistant") {
    return { role: "assistant", content, ...(message.tool_calls ? { tool_calls: message.tool_calls } : {}) };
  }
  if (message.role === "tool") return { role: "tool", content, tool_call_id: message.tool_call_id };
  return { role: message.role === "user" ? "user" : "system", content };
}

const PASSED = [
  "top_p",
  "stop",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "response_format",
] as const;

function passedThrough(body: Completion): Record<string, unknown> {
  return Object.fromEntries(PASSED.filter((key) => body[key] !== undefined && body[key] !== null).map((key) => [key, body[key]]));
}

/** Chat clients ask the same endpoint for titles, tags and follow-ups; such requests are not the user speaking. */
function isHouseKeeping(message: string): boolean {
  return /^### Task:\s/.test(message) && /<chat_history>|### Chat History/i.test(message);
}
