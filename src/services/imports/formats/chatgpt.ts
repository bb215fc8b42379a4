import { visibleBranch, type BranchNode } from "../branch.ts";
import { chatOf } from "../conversation.ts";
import { asList, field, stringField } from "../loose.ts";
import type { SaidMessage } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, imageMark, joinWords, withoutCitations } from "../words.ts";
import { ChatGptConversation, ChatGptNode, type ChatGptMessage } from "./chatgpt-schema.ts";
import type { JsonReader } from "./reader.ts";

type Node = BranchNode<ChatGptMessage>;

/** One file of the export is an array of conversations; several files combined, an array of such arrays. */
export const chatGpt: JsonReader = {
  format: "chatgpt",
  name: "ChatGPT data export (the zip, or its conversations.json)",
  recognises: (json) =>
    (Array.isArray(json) && json.length === 0) ||
    asList(json).some((one) => field(one, "mapping") !== undefined),
  read: (json) => asList(json).map(readConversation),
};

function readConversation(json: unknown): ImportedConversation | null {
  const parsed = ChatGptConversation.safeParse(json);
  if (!parsed.success) return null;
  const conversation = parsed.data;
  const branch = visibleBranch(
    nodesOf(conversation),
    conversation.current_node ?? null,
    (m) => m.create_time,
  );
  return chatOf({
    format: "chatgpt",
    id: conversation.conversation_id ?? conversation.id ?? branch[0]?.id,
    title: conversation.title,
    startedAt: conversation.create_time,
    changedAt: conversation.update_time,
    messages: branch.flatMap(said),
  });
}

function nodesOf({ mapping }: ChatGptConversation): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const [id, json] of Object.entries(mapping)) {
    const { success, data } = ChatGptNode.safeParse(json);
    if (!success) continue;
    nodes.set(id, {
      id,
      parent: data.parent ?? null,
      children: data.children ?? [],
      message: data.message ?? null,
    });
  }
  return nodes;
}

function said({ id, message }: Node): SaidMessage[] {
  if (message === null || !isShown(message)) return [];
  const role = message.author?.role;
  if (role !== "user" && role !== "assistant") return [];
  const words = textOf(message);
  const text = role === "assistant" ? withoutCitations(words).trim() : words;
  return text === "" ? [] : [{ id: message.id ?? id, role, text, at: message.create_time }];
}

/** Not hidden, not the model's reasoning, and addressed to the user: any other recipient is a tool call. */
function isShown({ metadata, recipient, channel }: ChatGptMessage): boolean {
  if (metadata?.is_visually_hidden_from_conversation === true || channel === "analysis") return false;
  return recipient === null || recipient === undefined || recipient === "all";
}

/** Words only: code, tool output, reasoning and editable contexts have other content types. */
const SPOKEN = new Set(["text", "multimodal_text"]);

function textOf({ content, metadata }: ChatGptMessage): string {
  if (!SPOKEN.has(content?.content_type ?? "")) return "";
  const parts = (content?.parts ?? []).map(wordsOf);
  const files = (metadata?.attachments ?? []).map((file) =>
    fileMark(stringField(file, "name"), stringField(file, "mime_type")),
  );
  // Images are already among the parts.
  return joinWords([...parts, ...files.filter((mark) => mark !== imageMark)]);
}

function wordsOf(part: unknown): string {
  if (typeof part === "string") return part;
  const type = stringField(part, "content_type");
  if (type === "image_asset_pointer") return imageMark;
  return type === "audio_transcription" ? (stringField(part, "text") ?? "") : "";
}
