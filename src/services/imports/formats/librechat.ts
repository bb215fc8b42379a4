import { z } from "zod";
import { messagesOf, parentOf, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, flag, id, list, stringField, text, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords, spoken } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** A conversation exported by LibreChat (JSON): a list of messages, or a tree of them ("recursive"). */
export const libreChat: JsonReader = {
  format: "librechat",
  name: "LibreChat conversation (JSON)",
  recognises: (json) =>
    asList(json).some((one) => stringField(one, "conversationId") !== null && Array.isArray(messagesIn(one))),
  read: (json) => asList(json).map(readConversation),
};

function messagesIn(json: unknown): unknown {
  return field(json, "messages") ?? field(json, "messagesTree");
}

const Conversation = z.object({
  conversationId: id,
  title: text,
  createdAt: time,
  updatedAt: time,
  exportAt: time,
});

const Message = z.object({
  messageId: id,
  parentMessageId: id,
  isCreatedByUser: flag,
  error: flag,
  sender: text,
  text,
  content: list,
  files: list,
  createdAt: time,
});
type Message = z.infer<typeof Message>;

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  const messages = messagesIn(json);
  if (!success || !Array.isArray(messages)) return null;
  return chatOf({
    format: "librechat",
    id: data.conversationId,
    title: data.title,
    startedAt: data.createdAt,
    changedAt: data.updatedAt ?? data.exportAt,
    messages: messagesOf(flattened(messages), null),
  });
}

/** Iterative, because nesting is as deep as the chat is long. */
function flattened(messages: unknown[]): BranchNode[] {
  const nodes: BranchNode[] = [];
  const open = messages.map((json) => ({ json, above: null as string | null })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { success, data } = Message.safeParse(next.json);
    const messageId: string = (success ? data.messageId : null) ?? `${nodes.length}`;
    if (success) nodes.push(nodeOf(data, messageId, next.above));
    const children = field(next.json, "children");
    if (!Array.isArray(children)) continue;
    for (const json of children.toReversed()) open.push({ json, above: success ? messageId : next.above });
  }
  return nodes;
}

function nodeOf(message: Message, messageId: string, above: string | null): BranchNode {
  const isUser = message.isCreatedByUser ?? message.sender === "User";
  const role = isUser ? "user" : "assistant";
  return {
    id: messageId,
    parent: parentOf(message.parentMessageId ?? above),
    children: [],
    // The page shows what went wrong in place of a reply.
    role: message.error === true && !isUser ? null : role,
    text: spoken(role, wordsOf(message), (message.files ?? []).map(markOf)),
    at: message.createdAt,
  };
}

/** Newer messages have parts, including reasoning and tool calls, and an empty text. */
function wordsOf({ text: whole, content }: Message): string {
  const parts = (content ?? []).filter((part) => stringField(part, "type") === "text");
  if (parts.length === 0) return whole ?? "";
  return joinWords(
    parts.map((part) => stringField(part, "text") ?? stringField(field(part, "text"), "value") ?? ""),
  );
}

function markOf(file: unknown): string {
  return fileMark(stringField(file, "filename"), stringField(file, "type"));
}
