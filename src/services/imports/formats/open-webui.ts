import { z } from "zod";
import { visibleBranch, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { SaidMessage } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, imageMark, joinWords, withoutThoughts } from "../words.ts";
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
  files: list,
  timestamp: time,
});
type Message = z.infer<typeof Message>;

function readConversation(json: unknown): ImportedConversation | null {
  const chat = Chat.safeParse(chatIn(json));
  if (!chat.success) return null;
  const row = Row.safeParse(json).data;
  const { history, messages, timestamp } = chat.data;
  const tree = Object.entries(history?.messages ?? {}).flatMap(([key, one]) => nodeOf(one, key));
  const branch =
    tree.length > 0
      ? visibleBranch(
          new Map(tree.map((node) => [node.id, node])),
          history?.currentId ?? null,
          (m) => m.timestamp,
        )
      : (messages ?? []).flatMap((one, at) => nodeOf(one, String(at)));
  return chatOf({
    format: "open-webui",
    id: row?.id ?? chat.data.id,
    title: chat.data.title ?? row?.title,
    startedAt: timestamp ?? row?.created_at ?? null,
    changedAt: row?.updated_at ?? null,
    messages: branch.flatMap(said),
  });
}

function nodeOf(json: unknown, key: string): BranchNode<Message>[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  const { id: messageId, parentId, childrenIds } = data;
  return [{ id: messageId ?? key, parent: parentId ?? null, children: childrenIds ?? [], message: data }];
}

function said({ id: messageId, message }: BranchNode<Message>): SaidMessage[] {
  const role = message?.role;
  if (message === null || (role !== "user" && role !== "assistant")) return [];
  const written = wordsOf(message.content);
  const words = role === "assistant" ? withoutThoughts(written) : written;
  const whole = joinWords([words, ...(message.files ?? []).map(markOf)]);
  return whole === "" ? [] : [{ id: messageId, role, text: whole, at: message.timestamp }];
}

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return joinWords(
    content.map((part) => {
      const type = stringField(part, "type");
      if (type === "image_url") return imageMark;
      return type === "text" ? (stringField(part, "text") ?? "") : "";
    }),
  );
}

function markOf(file: unknown): string {
  const name = stringField(file, "name") ?? stringField(field(file, "file"), "filename");
  return fileMark(name, stringField(file, "type") === "image" ? "image" : stringField(file, "content_type"));
}
