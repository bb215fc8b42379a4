import { z } from "zod";
import { messagesOf, parentOf, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** `conversations.json` of the data export of claude.ai. */
export const claude: JsonReader = {
  format: "claude",
  name: "Claude data export (the zip, or its conversations.json)",
  recognises: (json) => asList(json).some((one) => Array.isArray(field(one, "chat_messages"))),
  read: (json) => asList(json).map(readConversation),
};

const Conversation = z.object({
  uuid: id,
  name: text,
  created_at: time,
  updated_at: time,
  current_leaf_message_uuid: id,
  chat_messages: z.array(z.unknown()),
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

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  if (!success) return null;
  return chatOf({
    format: "claude",
    id: data.uuid,
    title: data.name,
    startedAt: data.created_at,
    changedAt: data.updated_at,
    messages: messagesOf(data.chat_messages.flatMap(nodeOf), data.current_leaf_message_uuid),
  });
}

function nodeOf(json: unknown, nth: number): BranchNode[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  return [
    {
      id: data.uuid ?? String(nth),
      parent: parentOf(data.parent_message_uuid),
      children: [],
      role: data.sender === "human" ? "user" : data.sender,
      text: joinWords([wordsOf(data), ...filesOf(data)]),
      at: data.created_at,
    },
  ];
}

const SPOKEN = new Set(["text", "voice_note"]);

/** `text` repeats the content, with notes of the web page if tools were used. */
function wordsOf({ content, text: whole }: Message): string {
  const parts = (content ?? []).filter((part) => SPOKEN.has(stringField(part, "type") ?? ""));
  if (parts.length === 0) return content?.length ? "" : (whole ?? "");
  return joinWords(parts.map((part) => stringField(part, "text") ?? ""));
}

function filesOf({ attachments, files }: Message): string[] {
  return [...(attachments ?? []), ...(files ?? [])].map((file) =>
    fileMark(
      stringField(file, "file_name"),
      stringField(file, "file_kind") ?? stringField(file, "file_type"),
    ),
  );
}
