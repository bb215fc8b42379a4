import { z } from "zod";
import { visibleBranch, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** `conversations.json` of DeepSeek's export: a tree like ChatGPT's, whose messages are lists of fragments. */
export const deepSeek: JsonReader = {
  format: "deepseek",
  name: "DeepSeek data export (the zip, or its conversations.json)",
  recognises: (json) =>
    asList(json).some((one) =>
      Object.values(field(one, "mapping") ?? {}).some((node) =>
        Array.isArray(field(field(node, "message"), "fragments")),
      ),
    ),
  read: (json) => asList(json).map(readConversation),
};

const Conversation = z.object({
  id,
  title: text,
  inserted_at: time,
  updated_at: time,
  mapping: z.record(z.string(), z.unknown()),
});

const Node = z.object({
  parent: id,
  children: z.array(z.string()).nullish().catch(null),
  message: z.object({ fragments: list, files: list, inserted_at: time }).nullish().catch(null),
});

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  if (!success) return null;
  return chatOf({
    format: "deepseek",
    id: data.id,
    title: data.title,
    startedAt: data.inserted_at,
    changedAt: data.updated_at,
    messages: visibleBranch(new Map(Object.entries(data.mapping).flatMap(nodeOf)), null),
  });
}

/** Others are the model's thoughts, searches and tools. */
const SPOKEN = new Set(["REQUEST", "RESPONSE"]);

function nodeOf([key, json]: [string, unknown]): [string, BranchNode][] {
  const { success, data } = Node.safeParse(json);
  if (!success) return [];
  const { parent, children, message } = data;
  const said = (message?.fragments ?? []).filter((part) => SPOKEN.has(stringField(part, "type") ?? ""));
  const isUser = said.some((part) => stringField(part, "type") === "REQUEST");
  const files = (message?.files ?? []).map((file) => fileMark(stringField(file, "file_name")));
  const node = {
    id: key,
    parent: parent ?? null,
    children: children ?? [],
    role: isUser ? "user" : "assistant",
    text: joinWords([...said.map((part) => stringField(part, "content") ?? ""), ...files]),
    at: message?.inserted_at ?? null,
  };
  return [[key, node]];
}
