import { plusMs, type Instant } from "../../domain/model/time.ts";
import { visibleBranch, type BranchNode } from "./chatgpt-branch.ts";
import { ChatGptConversation, ChatGptNode, type ChatGptMessage } from "./chatgpt-schema.ts";
import { importedTurns, pairTurns, type PairedTurn, type SaidMessage } from "./pair-turns.ts";
import type { ImportedConversation } from "./types.ts";

type Node = BranchNode<ChatGptMessage>;

/** Between two turns of which the second has no date of its own. */
const STEP_MS = 1000;

/** One file of the export is an array of conversations; several files put together, an array of such arrays. */
export function isChatGpt(json: unknown): boolean {
  if (!Array.isArray(json)) return hasMapping(json);
  return json.length === 0 || json.flat().some(hasMapping);
}

function hasMapping(value: unknown): boolean {
  return typeof value === "object" && value !== null && "mapping" in value;
}

/** Every conversation that can be read; null for each that cannot, or in which the user said nothing. */
export function readChatGpt(json: unknown): (ImportedConversation | null)[] {
  const found: unknown[] = Array.isArray(json) ? json.flat() : [json];
  return found.map(readConversation);
}

function readConversation(json: unknown): ImportedConversation | null {
  const parsed = ChatGptConversation.safeParse(json);
  if (!parsed.success) return null;
  const conversation = parsed.data;
  const branch = visibleBranch(
    nodesOf(conversation),
    conversation.current_node ?? null,
    (m) => m.create_time,
  );
  const messages = branch.flatMap(said);
  const turns = pairTurns(messages);
  const id = conversation.conversation_id ?? conversation.id ?? branch[0]?.id;
  if (turns.length === 0 || id === undefined) return null;
  const startedAt =
    conversation.create_time ?? messages.find(({ at }) => at !== null)?.at ?? conversation.update_time;
  const externalId = `chatgpt:${id}`;
  const imported = importedTurns(dated(turns, startedAt), externalId);
  return { externalId, title: conversation.title ?? null, startedAt, turns: imported };
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
  const text = textOf(message);
  return text === "" ? [] : [{ id: message.id ?? id, role, text, at: message.create_time }];
}

/** Not hidden, not the model's own thoughts, and spoken to the user: another recipient is a tool that is called. */
function isShown({ metadata, recipient, channel }: ChatGptMessage): boolean {
  if (metadata?.is_visually_hidden_from_conversation === true || channel === "analysis") return false;
  return recipient === null || recipient === undefined || recipient === "all";
}

/** Words only: code, tool output, thoughts and editable contexts have content types of their own. */
const SPOKEN = new Set(["text", "multimodal_text"]);

function textOf({ content }: ChatGptMessage): string {
  if (!SPOKEN.has(content?.content_type ?? "")) return "";
  const parts = (content?.parts ?? []).map(wordsOf).filter((part) => part.trim() !== "");
  return parts.join("\n").trim();
}

/** Of what is not text, such as images, only the words that were spoken aloud have any. */
function wordsOf(part: unknown): string {
  if (typeof part === "string") return part;
  const isSpeech =
    typeof part === "object" &&
    part !== null &&
    "content_type" in part &&
    part.content_type === "audio_transcription" &&
    "text" in part;
  return isSpeech && typeof part.text === "string" ? part.text : "";
}

/** A turn without a date follows the one before it. Only where nothing at all is dated do the turns stay undated. */
function dated(turns: PairedTurn[], startedAt: Instant | null): PairedTurn[] {
  let previous: Instant | null = null;
  return turns.map((turn) => {
    const at: Instant | null = turn.at ?? (previous === null ? startedAt : plusMs(previous, STEP_MS));
    previous = at;
    return { ...turn, at };
  });
}
