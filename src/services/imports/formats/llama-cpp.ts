import { z } from "zod";
import { messagesOf, parentOf, type BranchNode } from "../branch.ts";
import { asList, field, id, ids, list, stringField, text, time } from "../loose.ts";
import { fileMark, spoken } from "../words.ts";
import { chatReader } from "./reader.ts";

/** Conversations exported by the web UI of llama.cpp's server, one or all. */
export const llamaCpp = chatReader({
  format: "llama.cpp",
  name: "conversations of llama.cpp's web page (JSON or JSONL)",
  chatsIn: (json) => chatsIn(asList(json)),
  recognises: (chat) =>
    field(field(chat, "conv"), "id") !== undefined && Array.isArray(field(chat, "messages")),
  form: z.object({
    conv: z.object({ id, name: text, currNode: id, lastModified: time }),
    messages: z.array(z.unknown()),
  }),
  read: ({ conv, messages }) => ({
    id: conv.id,
    title: conv.name,
    startedAt: null,
    changedAt: conv.lastModified,
    messages: messagesOf(messages.map(nodeOf), conv.currNode),
  }),
});

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

const Message = z.object({
  id,
  parent: id,
  children: ids,
  type: text,
  role: text,
  content: text,
  extra: list,
  timestamp: time,
});

function nodeOf(json: unknown, nth: number): BranchNode | null {
  const { data } = Message.safeParse(json);
  if (data === undefined) return null;
  const { id: messageId, parent, children, type, role, content, extra, timestamp } = data;
  const marks = extra.map((file) => fileMark(stringField(file, "name"), stringField(file, "type")));
  return {
    id: messageId ?? String(nth),
    parent: parentOf(parent),
    children,
    role: type === "root" ? null : role,
    text: spoken(role, content ?? "", marks),
    at: timestamp,
  };
}
