import { z } from "zod";
import { messagesOf, type BranchNode } from "../branch.ts";
import { field, id, list, listField, text, time } from "../loose.ts";
import { fileMark, spoken } from "../words.ts";
import { chatReader } from "./reader.ts";

/** `prod-grok-backend.json` of Grok's export. */
export const grok = chatReader({
  format: "grok",
  name: "Grok data export (the zip, or its prod-grok-backend.json)",
  chatsIn: (json) => listField(json, "conversations"),
  recognises: (chat) => Array.isArray(field(chat, "responses")),
  form: z.object({
    conversation: z.object({ id, title: text, create_time: time, modify_time: time, leaf_response_id: id }),
    responses: z.array(z.unknown()),
  }),
  read: ({ conversation, responses }) => ({
    id: conversation.id,
    title: conversation.title,
    startedAt: conversation.create_time,
    changedAt: conversation.modify_time,
    messages: messagesOf(responses.map(nodeOf), conversation.leaf_response_id),
  }),
});

const Response = z.object({
  _id: z.string(),
  parent_response_id: id,
  sender: text,
  message: text,
  file_attachments: list,
  create_time: time,
});

function nodeOf(json: unknown): BranchNode | null {
  const { data } = Response.safeParse(field(json, "response"));
  if (data === undefined) return null;
  // Replies name the assistant or a model.
  const role = data.sender === "human" ? "user" : "assistant";
  const files = data.file_attachments.map(() => fileMark(null));
  return {
    id: data._id,
    parent: data.parent_response_id,
    role,
    text: spoken(role, data.message ?? "", files),
    at: data.create_time,
  };
}
