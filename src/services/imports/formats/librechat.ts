import { z } from "zod";
import { messagesOf, parentOf, type BranchNode } from "../branch.ts";
import { field, flag, id, list, listField, stringField, text, time } from "../loose.ts";
import { fileMark, joinWords, spoken } from "../words.ts";
import { chatReader } from "./reader.ts";

/** A conversation exported by LibreChat (JSON): a list of messages, or a tree of them ("recursive"). */
export const libreChat = chatReader({
  format: "librechat",
  name: "LibreChat conversation (JSON)",
  recognises: (chat) =>
    stringField(chat, "conversationId") !== null &&
    Array.isArray(field(chat, "messages") ?? field(chat, "messagesTree")),
  form: z.object({
    conversationId: id,
    title: text,
    createdAt: time,
    updatedAt: time,
    exportAt: time,
    messages: list,
    messagesTree: list,
  }),
  read: (chat) => ({
    id: chat.conversationId,
    title: chat.title,
    startedAt: chat.createdAt,
    changedAt: chat.updatedAt ?? chat.exportAt,
    messages: messagesOf(flattened(chat.messages.length > 0 ? chat.messages : chat.messagesTree), null),
  }),
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

/** Iterative, because nesting is as deep as the chat is long. */
function flattened(messages: unknown[]): BranchNode[] {
  const nodes: BranchNode[] = [];
  const open = messages.map((json) => ({ json, above: null as string | null })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { success, data } = Message.safeParse(next.json);
    const messageId: string = (success ? data.messageId : null) ?? `${nodes.length}`;
    if (success) nodes.push(nodeOf(data, messageId, next.above));
    const above = success ? messageId : next.above;
    for (const json of listField(next.json, "children").toReversed()) open.push({ json, above });
  }
  return nodes;
}

function nodeOf(message: Message, messageId: string, above: string | null): BranchNode {
  const isUser = message.isCreatedByUser ?? message.sender === "User";
  const role = isUser ? "user" : "assistant";
  return {
    id: messageId,
    parent: parentOf(message.parentMessageId ?? above),
    // The page shows what went wrong in place of a reply.
    role: message.error === true && !isUser ? null : role,
    text: spoken(role, wordsOf(message), message.files.map(markOf)),
    at: message.createdAt,
  };
}

/** Newer messages have parts, including reasoning and tool calls, and an empty text. */
function wordsOf({ text: whole, content }: Message): string {
  const parts = content.filter((part) => stringField(part, "type") === "text");
  if (parts.length === 0) return whole ?? "";
  return joinWords(
    parts.map((part) => stringField(part, "text") ?? stringField(field(part, "text"), "value") ?? ""),
  );
}

function markOf(file: unknown): string {
  return fileMark(stringField(file, "filename"), stringField(file, "type"));
}
