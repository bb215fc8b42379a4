import { z } from "zod";
import { visibleBranch, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, id, list, stringField, text, time } from "../loose.ts";
import type { SaidMessage } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, joinWords, withoutThoughts } from "../words.ts";
import type { JsonReader } from "./reader.ts";

/** Conversations exported by the web UI of llama.cpp's server, one or all. */
export const llamaCpp: JsonReader = {
  format: "llama.cpp",
  name: "conversations of llama.cpp's web page (JSON)",
  recognises: (json) =>
    asList(json).some(
      (one) => field(field(one, "conv"), "id") !== undefined && Array.isArray(field(one, "messages")),
    ),
  read: (json) => asList(json).map(readConversation),
};

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
type Message = z.infer<typeof Message>;

function readConversation(json: unknown): ImportedConversation | null {
  const { success, data } = Conversation.safeParse(json);
  if (!success) return null;
  const { conv, messages } = data;
  const nodes = messages.flatMap(nodeOf);
  const branch = nodes.some(({ parent }) => parent !== null)
    ? visibleBranch(new Map(nodes.map((node) => [node.id, node])), conv.currNode ?? null, (m) => m.timestamp)
    : nodes;
  return chatOf({
    format: "llama.cpp",
    id: conv.id,
    title: conv.name,
    startedAt: null,
    changedAt: conv.lastModified,
    messages: branch.flatMap(said),
  });
}

function nodeOf(json: unknown, at: number): BranchNode<Message>[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  const { id: messageId, parent, children } = data;
  // In older versions the root's parent is -1.
  const above = parent === "-1" ? null : (parent ?? null);
  return [{ id: messageId ?? String(at), parent: above, children: children ?? [], message: data }];
}

function said({ id: messageId, message }: BranchNode<Message>): SaidMessage[] {
  const role = message?.role;
  if (message === null || message.type === "root" || (role !== "user" && role !== "assistant")) return [];
  const written = message.content ?? "";
  const words = joinWords([
    role === "assistant" ? withoutThoughts(written) : written,
    ...(message.extra ?? []).map(markOf),
  ]);
  return words === "" ? [] : [{ id: messageId, role, text: words, at: message.timestamp }];
}

function markOf(extra: unknown): string {
  const type = stringField(extra, "type") ?? "";
  return fileMark(stringField(extra, "name"), type);
}
