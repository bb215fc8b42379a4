import { z } from "zod";
import { messagesOf, type BranchNode } from "../branch.ts";
import { field, id, ids, list, stringField, text, time } from "../loose.ts";
import { fileMark, joinWords } from "../words.ts";
import { chatReader } from "./reader.ts";

/** `conversations.json` of DeepSeek's export: a tree like ChatGPT's, whose messages are lists of fragments. */
export const deepSeek = chatReader({
  format: "deepseek",
  name: "DeepSeek data export (the zip, or its conversations.json)",
  recognises: (chat) =>
    Object.values(field(chat, "mapping") ?? {}).some((node) =>
      Array.isArray(field(field(node, "message"), "fragments")),
    ),
  form: z.object({
    id,
    title: text,
    inserted_at: time,
    updated_at: time,
    mapping: z.record(z.string(), z.unknown()),
  }),
  read: (chat) => ({
    id: chat.id,
    title: chat.title,
    startedAt: chat.inserted_at,
    changedAt: chat.updated_at,
    messages: messagesOf(Object.entries(chat.mapping).map(nodeOf), null),
  }),
});

const Node = z.object({
  parent: id,
  children: ids,
  message: z.object({ fragments: list, files: list, inserted_at: time }).nullable().catch(null),
});

/** Other fragments are the model's thoughts, searches and tools. */
const SPOKEN = new Set(["REQUEST", "RESPONSE"]);

function nodeOf([key, json]: [string, unknown]): BranchNode | null {
  const { data } = Node.safeParse(json);
  if (data === undefined) return null;
  const { parent, children, message } = data;
  const said = (message?.fragments ?? []).filter((part) => SPOKEN.has(stringField(part, "type") ?? ""));
  const isUser = said.some((part) => stringField(part, "type") === "REQUEST");
  const files = (message?.files ?? []).map((file) => fileMark(stringField(file, "file_name")));
  return {
    id: key,
    parent,
    children,
    role: isUser ? "user" : "assistant",
    text: joinWords([...said.map((part) => stringField(part, "content") ?? ""), ...files]),
    at: message?.inserted_at ?? null,
  };
}
