import { z } from "zod";
import { messagesOf, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { field, id, list, text, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, spoken } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** `prod-grok-backend.json` of Grok's export. */
export const grok: JsonReader = {
  format: "grok",
  name: "Grok data export (the zip, or its prod-grok-backend.json)",
  recognises: (json) => chatsIn(json).some((one) => Array.isArray(field(one, "responses"))),
  read: (json) => chatsIn(json).map(readConversation),
};

function chatsIn(json: unknown): unknown[] {
  const chats = field(json, "conversations");
  return Array.isArray(chats) ? chats : [];
}

const Conversation = z.object({
  conversation: z.object({ id, title: text, create_time: time, modify_time: time, leaf_response_id: id }),
  responses: z.array(z.object({ response: z.unknown() }).catch({ response: null })),
});

const Response = z.object({
  _id: z.string(),
  parent_response_id: id,
  sender: text,
  message: text,
  file_attachments: list,
  create_time: time,
});

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  if (!success) return null;
  const { conversation, responses } = data;
  return chatOf({
    format: "grok",
    id: conversation.id,
    title: conversation.title,
    startedAt: conversation.create_time,
    changedAt: conversation.modify_time,
    messages: messagesOf(responses.flatMap(nodeOf), conversation.leaf_response_id),
  });
}

function nodeOf({ response }: { response: unknown }): BranchNode[] {
  const { success, data } = Response.safeParse(response);
  if (!success) return [];
  // Replies name the assistant or a model.
  const role = data.sender === "human" ? "user" : "assistant";
  return [
    {
      id: data._id,
      parent: data.parent_response_id ?? null,
      children: [],
      role,
      text: spoken(
        role,
        data.message ?? "",
        (data.file_attachments ?? []).map(() => fileMark(null)),
      ),
      at: data.create_time,
    },
  ];
}
