import { z } from "zod";
import { messagesOf, parentOf, type BranchNode } from "../branch.ts";
import { field, id, list, stringField, text, time } from "../loose.ts";
import { fileMark, joinWords } from "../words.ts";
import { chatReader } from "./reader.ts";

/** `conversations.json` of the data export of claude.ai. */
export const claude = chatReader({
  format: "claude",
  name: "Claude data export (the zip, or its conversations.json)",
  recognises: (chat) => Array.isArray(field(chat, "chat_messages")),
  form: z.object({
    uuid: id,
    name: text,
    created_at: time,
    updated_at: time,
    current_leaf_message_uuid: id,
    chat_messages: z.array(z.unknown()),
  }),
  read: (chat) => ({
    id: chat.uuid,
    title: chat.name,
    startedAt: chat.created_at,
    changedAt: chat.updated_at,
    messages: messagesOf(chat.chat_messages.map(nodeOf), chat.current_leaf_message_uuid),
  }),
});

const Message = z.object({
  uuid: id,
  parent_message_uuid: id,
  sender: text,
  text,
  content: list,
  attachments: list,
  files: list,
  created_at: time,
});
type Message = z.infer<typeof Message>;

function nodeOf(json: unknown, nth: number): BranchNode | null {
  const { data } = Message.safeParse(json);
  if (data === undefined) return null;
  return {
    id: data.uuid ?? String(nth),
    parent: parentOf(data.parent_message_uuid),
    role: data.sender === "human" ? "user" : data.sender,
    text: joinWords([wordsOf(data), ...[...data.attachments, ...data.files].map(markOf)]),
    at: data.created_at,
  };
}

const SPOKEN = new Set(["text", "voice_note"]);

/** `text` repeats the content, with notes of the web page if tools were used. */
function wordsOf({ content, text: whole }: Message): string {
  if (content.length === 0) return whole ?? "";
  const parts = content.filter((part) => SPOKEN.has(stringField(part, "type") ?? ""));
  return joinWords(parts.map((part) => stringField(part, "text") ?? ""));
}

function markOf(file: unknown): string {
  const type = stringField(file, "file_kind") ?? stringField(file, "file_type");
  return fileMark(stringField(file, "file_name"), type);
}
