import { z } from "zod";
import { visibleBranch, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { SaidMessage } from "../pair-turns.ts";
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

/** Parent id of a first message. */
const NOBODY = /^0{8}-0{4}-[04]000-[08]000-0{12}$/;

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  if (!success) return null;
  const nodes = data.chat_messages.flatMap(nodeOf);
  return chatOf({
    format: "claude",
    id: data.uuid,
    title: data.name,
    startedAt: data.created_at,
    changedAt: data.updated_at,
    messages: branchOf(nodes, data.current_leaf_message_uuid ?? null).flatMap(said),
  });
}

function nodeOf(json: unknown, at: number): BranchNode<Message>[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  const parent = data.parent_message_uuid ?? null;
  return [
    {
      id: data.uuid ?? String(at),
      parent: parent === null || NOBODY.test(parent) ? null : parent,
      children: [],
      message: data,
    },
  ];
}

/** Older exports are a list without links. */
function branchOf(nodes: BranchNode<Message>[], current: string | null): BranchNode<Message>[] {
  if (nodes.every(({ parent }) => parent === null)) return nodes;
  return visibleBranch(new Map(nodes.map((node) => [node.id, node])), current, (m) => m.created_at);
}

function said({ id: messageId, message }: BranchNode<Message>): SaidMessage[] {
  if (message === null) return [];
  const role = message.sender === "human" ? "user" : message.sender;
  if (role !== "user" && role !== "assistant") return [];
  const words = joinWords([wordsOf(message), ...filesOf(message)]);
  return words === "" ? [] : [{ id: messageId, role, text: words, at: message.created_at }];
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
