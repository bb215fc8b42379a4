import { z } from "zod";
import { visibleBranch, type BranchNode } from "../branch.ts";
import { field, flag, ids, list, stringField, text, time } from "../loose.ts";
import { fileMark, imageMark, joinWords, withoutCitations } from "../words.ts";
import { chatReader, type JsonReader } from "./reader.ts";

/**
 * One file of the export is an array of conversations; several files combined, an array of such arrays. Only a conversation
 * without a message tree is rejected.
 */
const reader = chatReader({
  format: "chatgpt",
  name: "ChatGPT data export (the zip, or its conversations.json)",
  recognises: (chat) => field(chat, "mapping") !== undefined,
  form: z.object({
    id: text,
    conversation_id: text,
    title: text,
    create_time: time,
    update_time: time,
    current_node: text,
    mapping: z.record(z.string(), z.unknown()),
  }),
  read(chat) {
    const nodes = new Map(Object.entries(chat.mapping).flatMap(nodeOf));
    const branch = visibleBranch(nodes, chat.current_node);
    const [first] = [...nodes].find(([, node]) => node === branch[0]) ?? [];
    return {
      id: chat.conversation_id ?? chat.id ?? first ?? null,
      title: chat.title,
      startedAt: chat.create_time,
      changedAt: chat.update_time,
      messages: branch,
    };
  },
});

/** An empty list is an export of nothing. */
export const chatGpt: JsonReader = {
  ...reader,
  recognises: (json) => (Array.isArray(json) && json.length === 0) || reader.recognises(json),
};

const Message = z.object({
  id: text,
  author: z.object({ role: text }).nullable().catch(null),
  create_time: time,
  recipient: text,
  channel: text,
  content: z.object({ content_type: text, parts: list }).nullable().catch(null),
  metadata: z
    .object({ is_visually_hidden_from_conversation: flag, attachments: list })
    .nullable()
    .catch(null),
});
type Message = z.infer<typeof Message>;

const Node = z.object({
  parent: text,
  children: ids,
  message: Message.nullable().catch(null),
});

function nodeOf([key, json]: [string, unknown]): [string, BranchNode][] {
  const { data } = Node.safeParse(json);
  if (data === undefined) return [];
  const { parent, children, message } = data;
  const role = message?.author?.role ?? null;
  const words = message && isShown(message) ? textOf(message) : "";
  const node = {
    id: message?.id ?? key,
    parent,
    children,
    role,
    text: role === "assistant" ? withoutCitations(words).trim() : words,
    at: message?.create_time ?? null,
  };
  return [[key, node]];
}

/** Not hidden, not the model's reasoning, and addressed to the user: any other recipient is a tool call. */
function isShown({ metadata, recipient, channel }: Message): boolean {
  if (metadata?.is_visually_hidden_from_conversation === true || channel === "analysis") return false;
  return recipient === null || recipient === "all";
}

/** Words only: code, tool output, reasoning and editable contexts have other content types. */
const SPOKEN = new Set(["text", "multimodal_text"]);

function textOf({ content, metadata }: Message): string {
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
