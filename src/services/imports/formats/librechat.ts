import { z } from "zod";
import { visibleBranch, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, flag, id, list, stringField, text, time } from "../loose.ts";
import type { SaidMessage } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords, withoutThoughts } from "../words.ts";
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

/** Parent id of a first message. */
const NOBODY = /^0{8}-0{4}-0{4}-0{4}-0{12}$/;

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  const messages = messagesIn(json);
  if (!success || !Array.isArray(messages)) return null;
  const nodes = flattened(messages);
  const isLinked = nodes.some(({ parent }) => parent !== null);
  const branch = isLinked
    ? visibleBranch(new Map(nodes.map((node) => [node.id, node])), null, (m) => m.createdAt)
    : nodes;
  return chatOf({
    format: "librechat",
    id: data.conversationId,
    title: data.title,
    startedAt: data.createdAt,
    changedAt: data.updatedAt ?? data.exportAt,
    messages: branch.flatMap(said),
  });
}

/** Iterative, because nesting is as deep as the chat is long. */
function flattened(messages: unknown[]): BranchNode<Message>[] {
  const nodes: BranchNode<Message>[] = [];
  const open = messages.map((json) => ({ json, above: null as string | null })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { success, data } = Message.safeParse(next.json);
    const messageId: string = (success ? data.messageId : null) ?? `${nodes.length}`;
    if (success) {
      const parent = data.parentMessageId ?? next.above;
      const isFirst = parent === null || NOBODY.test(parent);
      nodes.push({ id: messageId, parent: isFirst ? null : parent, children: [], message: data });
    }
    const children = field(next.json, "children");
    if (!Array.isArray(children)) continue;
    for (const json of children.toReversed()) open.push({ json, above: success ? messageId : next.above });
  }
  return nodes;
}

function said({ id: messageId, message }: BranchNode<Message>): SaidMessage[] {
  if (message === null) return [];
  const isUser = message.isCreatedByUser ?? message.sender === "User";
  // The page shows what went wrong in place of a reply.
  if (message.error === true && !isUser) return [];
  const written = wordsOf(message);
  const words = joinWords([
    isUser ? written : withoutThoughts(written),
    ...(message.files ?? []).map(markOf),
  ]);
  if (words === "") return [];
  return [{ id: messageId, role: isUser ? "user" : "assistant", text: words, at: message.createdAt }];
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
