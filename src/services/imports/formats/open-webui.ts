import { z } from "zod";
import { messagesOf, type BranchNode } from "../branch.ts";
import { field, id, ids, list, stringField, text, time } from "../loose.ts";
import { fileMark, imageMark, joinWords, spoken } from "../words.ts";
import { chatReader } from "./reader.ts";

/** Chats exported by Open WebUI, one or all: the chat itself, or inside a database row. */
export const openWebUi = chatReader({
  format: "open-webui",
  name: "Open WebUI chats (JSON)",
  recognises: (json) =>
    field(field(chatIn(json), "history"), "messages") !== undefined ||
    Array.isArray(field(field(json, "chat"), "messages")),
  form: z.preprocess(
    (json) => ({ row: json, chat: chatIn(json) }),
    z.object({
      row: z.object({ id, title: text, created_at: time, updated_at: time }),
      chat: z.object({
        id,
        title: text,
        timestamp: time,
        history: z
          .object({ messages: z.record(z.string(), z.unknown()), currentId: id })
          .catch({ messages: {}, currentId: null }),
        messages: list,
      }),
    }),
  ),
  read: ({ row, chat: { history, messages, ...chat } }) => {
    const tree = messagesOf(Object.entries(history.messages).map(nodeOf), history.currentId);
    return {
      id: row.id ?? chat.id,
      title: chat.title ?? row.title,
      startedAt: chat.timestamp ?? row.created_at,
      changedAt: row.updated_at,
      messages: tree.length > 0 ? tree : Object.entries(messages).flatMap((one) => nodeOf(one) ?? []),
    };
  },
});

function chatIn(json: unknown): unknown {
  return field(json, "chat") ?? json;
}

const Message = z.object({
  id,
  parentId: id,
  childrenIds: ids,
  role: text,
  content: z.unknown().optional(),
  output: list,
  files: list,
  timestamp: time,
});

function nodeOf([key, json]: [string, unknown]): BranchNode | null {
  const { data } = Message.safeParse(json);
  if (data === undefined) return null;
  const { id: messageId, parentId, childrenIds, role, content, output, files, timestamp } = data;
  return {
    id: messageId ?? key,
    parent: parentId,
    children: childrenIds,
    role,
    text: spoken(role, wordsOf(content) || outputOf(output), files.map(markOf)),
    at: timestamp,
  };
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
