import { z } from "zod";
import { messagesOf, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, imageMark, joinWords, spoken } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** Chats exported by Open WebUI, one or all: the chat itself, or inside a database row. */
export const openWebUi: JsonReader = {
  format: "open-webui",
  name: "Open WebUI chats (JSON)",
  recognises: (json) => asList(json).some(isChat),
  read: (json) => asList(json).map(readConversation),
};

function chatIn(json: unknown): unknown {
  return field(json, "chat") ?? json;
}

function isChat(json: unknown): boolean {
  const hasTree = field(field(chatIn(json), "history"), "messages") !== undefined;
  return hasTree || Array.isArray(field(field(json, "chat"), "messages"));
}

const Chat = z.object({
  id,
  title: text,
  timestamp: time,
  history: z
    .object({ messages: z.record(z.string(), z.unknown()), currentId: id })
    .nullish()
    .catch(null),
  messages: list,
});

const Row = z.object({ id, title: text, created_at: time, updated_at: time });

const Message = z.object({
  id,
  parentId: id,
  childrenIds: z.array(z.string()).nullish().catch(null),
  role: text,
  content: z.unknown().optional(),
  output: list,
  files: list,
  timestamp: time,
});

function readConversation(json: unknown): ImportedConversation | null {
  const chat = Chat.safeParse(chatIn(json));
  if (!chat.success) return null;
  const row = Row.safeParse(json).data;
  const { history, messages, timestamp } = chat.data;
  const tree = Object.entries(history?.messages ?? {}).flatMap(([key, one]) => nodeOf(one, key));
  const branch =
    tree.length > 0
      ? messagesOf(tree, history?.currentId)
      : (messages ?? []).flatMap((one, at) => nodeOf(one, String(at)));
  return chatOf({
    format: "open-webui",
    id: row?.id ?? chat.data.id,
    title: chat.data.title ?? row?.title,
    startedAt: timestamp ?? row?.created_at ?? null,
    changedAt: row?.updated_at ?? null,
    messages: branch,
  });
}

function nodeOf(json: unknown, key: string): BranchNode[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  const { id: messageId, parentId, childrenIds, role, content, output, files, timestamp } = data;
  const words = wordsOf(content) || outputOf(output ?? []);
  return [
    {
      id: messageId ?? key,
      parent: parentId ?? null,
      children: childrenIds ?? [],
      role,
      text: spoken(role, words, (files ?? []).map(markOf)),
      at: timestamp,
    },
  ];
}

/** Newer versions leave the content of a reply empty, and keep its words beside reasoning and calls of tools. */
function outputOf(items: readonly unknown[]): string {
  const messages = items.filter((item) => stringField(item, "type") === "message");
  return joinWords(messages.map((item) => wordsOf(field(item, "content"))));
}

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return joinWords(
    content.map((part) => {
      const type = stringField(part, "type");
      if (type === "image_url") return imageMark;
      return type === "text" || type === "output_text" ? (stringField(part, "text") ?? "") : "";
    }),
  );
}

function markOf(file: unknown): string {
  const name = stringField(file, "name") ?? stringField(field(file, "file"), "filename");
  return fileMark(name, stringField(file, "type") === "image" ? "image" : stringField(file, "content_type"));
}
