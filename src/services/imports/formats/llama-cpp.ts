import { z } from "zod";
import { messagesOf, parentOf, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, spoken } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** Conversations exported by the web UI of llama.cpp's server, one or all. */
export const llamaCpp: JsonReader = {
  format: "llama.cpp",
  name: "conversations of llama.cpp's web page (JSON or JSONL)",
  recognises: (json) =>
    asList(json).some(
      (one) =>
        isSession(one) ||
        (field(field(one, "conv"), "id") !== undefined && Array.isArray(field(one, "messages"))),
    ),
  read: (json) => chatsIn(asList(json)).map(readConversation),
};

/** The first line of a conversation in JSON Lines, above one for each message. */
function isSession(json: unknown): boolean {
  return stringField(json, "type") === "session" && stringField(json, "harness") !== null;
}

function chatsIn(items: unknown[]): unknown[] {
  if (!items.some(isSession)) return items;
  const chats: { conv: unknown; messages: unknown[] }[] = [];
  for (const item of items)
    if (isSession(item)) chats.push({ conv: item, messages: [] });
    else chats.at(-1)?.messages.push(field(item, "message"));
  return chats;
}

const Conversation = z.object({
  conv: z.object({ id, name: text, currNode: id, lastModified: time }),
  messages: z.array(z.unknown()),
});

const Message = z.object({
  id,
  parent: id,
  children: z
    .array(z.union([z.string(), z.number().transform(String)]))
    .nullish()
    .catch(null),
  type: text,
  role: text,
  content: text,
  extra: list,
  timestamp: time,
});

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  if (!success) return null;
  const { conv, messages } = data;
  return chatOf({
    format: "llama.cpp",
    id: conv.id,
    title: conv.name,
    startedAt: null,
    changedAt: conv.lastModified,
    messages: messagesOf(messages.flatMap(nodeOf), conv.currNode),
  });
}

function nodeOf(json: unknown, nth: number): BranchNode[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  const { id: messageId, parent, children, type, role, content, extra, timestamp } = data;
  return [
    {
      id: messageId ?? String(nth),
      parent: parentOf(parent),
      children: children ?? [],
      role: type === "root" ? null : role,
      text: spoken(role, content ?? "", (extra ?? []).map(markOf)),
      at: timestamp,
    },
  ];
}

function markOf(extra: unknown): string {
  const type = stringField(extra, "type") ?? "";
  return fileMark(stringField(extra, "name"), type);
}
