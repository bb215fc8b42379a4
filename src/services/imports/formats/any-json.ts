import type { Instant } from "../../../domain/model/time.ts";
import { hashOf } from "../clean-text.ts";
import { chatOf, conversationOf } from "../conversation.ts";
import { field, listField, stringField, time } from "../loose.ts";
import { importedTurns, type PairedTurn, type SaidMessage } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { imageMark, joinWords, withoutThoughts } from "../words.ts";
import type { JsonReader } from "./reader.ts";

const FORMAT = "json";
/** Chats are nested in their user, agent or project. */
const DEPTH_MAX = 8;

/**
 * Chats and memories of programs without a dedicated reader, by common field names: lists of messages with a role and a
 * text (Letta, SillyTavern, Chatbox, training data, agent logs), memories (Mem0), episodes and facts (Graphiti).
 */
export const anyJson: JsonReader = {
  format: FORMAT,
  name: "chats or memories of another program (JSON or JSONL: messages with a role, Mem0, Graphiti, Letta)",
  recognises: (json) => listsIn(json).next().done === false,
  read(json) {
    const lists = [...listsIn(json)];
    const said = lists.filter(({ items }) => !items.some((item) => stringField(item, "fact") !== null));
    // Facts are based on the conversations, which are read here too.
    return (said.length > 0 ? said : lists).flatMap(threadsOf).map(readList);
  },
};

interface FoundList {
  /** The object that contains it. */
  owner: unknown;
  items: unknown[];
  /** Of the conversation, as its messages name it. */
  thread?: string | null;
}

/** Every list of messages or memories, at any depth. */
function* listsIn(json: unknown, owner: unknown = null, depth = 0): Generator<FoundList, void, undefined> {
  if (typeof json !== "object" || json === null || depth > DEPTH_MAX) return;
  const isList = Array.isArray(json);
  if (isList && json.some((item) => roleOf(item) === "user" || memoryOf(item) !== null))
    yield { owner, items: json };
  else for (const one of Object.values(json)) yield* listsIn(one, isList ? owner : json, depth + 1);
}

const THREAD_FIELDS = ["topicId", "chatId", "conversationId", "conversation_id", "sessionId", "session_id"];

/** Some put all conversations into one list, in which each message names its own. */
function threadsOf({ owner, items }: FoundList): FoundList[] {
  const said = items.filter((item) => roleOf(item) !== null);
  const threads = [...Map.groupBy(said, (item) => firstOf(item, THREAD_FIELDS))];
  if (threads.length < 2) return [{ owner, items, thread: threads[0]?.[0] ?? null }];
  return threads.map(([thread, own]) => ({ owner: null, items: own, thread }));
}

function readList({ owner, items, thread }: FoundList): ImportedConversation | null {
  const known = idOf(owner, ["id", "uuid", ...THREAD_FIELDS]) ?? thread ?? null;
  const title = firstOf(owner, ["title", "name"]);
  const messages = withIds(inTime(items.flatMap(messageOf)), known !== null);
  if (messages.some(({ role }) => role === "user"))
    return chatOf({
      format: FORMAT,
      id: known ?? keyOf(messages),
      title,
      startedAt: timeIn(owner),
      messages,
    });
  const memories = withIds(inTime(items.flatMap((item) => memoryOf(item) ?? [])), true);
  const externalId = `${FORMAT}:${known ?? "memories"}`;
  return conversationOf(externalId, title, importedTurns(memories, externalId));
}

/** A number that counts from one in each program identifies nothing. */
function idOf(item: unknown, names: readonly string[]): string | null {
  const id = firstOf(item, names);
  return id === null || COUNT.test(id) ? null : id;
}

const COUNT = /^\d{1,9}$/;

/** With the words in the place of a missing id; `areUnique`: ids are, within what they are a part of. */
function withIds<Said extends { id: string | null; at: Instant | null }>(
  said: readonly Said[],
  areUnique: boolean,
): (Said & { id: string })[] {
  const seen = new Map<string, number>();
  return said.map((one) => {
    const { id, ...words } = one;
    if (id !== null && areUnique) return { ...one, id };
    const key = JSON.stringify(words);
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return { ...one, id: hashOf(JSON.stringify([key, nth])) };
  });
}

/** Some list the newest first. */
function inTime<Said extends { at: Instant | null }>(said: Said[]): Said[] {
  const areDated = said.every(({ at }) => at !== null);
  return areDated ? said.toSorted((a, b) => Date.parse(a.at ?? "") - Date.parse(b.at ?? "")) : said;
}

/** Key of a chat without an id: what comes before its first reply, which does not change as it grows. */
function keyOf(messages: readonly SaidMessage[]): string {
  const first = messages.findIndex(({ role }) => role === "user");
  return hashOf(JSON.stringify(messages.slice(0, first + 1).map(({ text, at }) => [text, at])));
}

const USERS = new Set(["user", "human", "user_message", "prompt"]);
const ASSISTANTS = new Set("assistant ai bot model gpt gemini response assistant_message".split(" "));
const ROLE_FIELDS = ["role", "role_type", "sender", "from", "author", "type", "message_type", "speaker"];
const USER_FLAGS = ["is_user", "isUser", "fromUser", "is_human"];

function roleOf(item: unknown): SaidMessage["role"] | null {
  for (const name of USER_FLAGS) {
    const flag = field(item, name);
    if (typeof flag === "boolean") return flag ? "user" : "assistant";
  }
  for (const name of ROLE_FIELDS) {
    const said = field(item, name);
    const role = typeof said === "string" ? said : (stringField(said, "role") ?? stringField(said, "type"));
    const named = role?.toLowerCase() ?? "";
    const isUser = USERS.has(named);
    if ((isUser || ASSISTANTS.has(named)) && textOf(item) !== "") return isUser ? "user" : "assistant";
  }
  return null;
}

type Found = Omit<SaidMessage, "id"> & { id: string | null };

function messageOf(item: unknown): Found[] {
  const role = roleOf(item);
  if (role === null) return [];
  const written = sentByTool(item) ?? textOf(item);
  const text = role === "assistant" ? withoutThoughts(written) : ofAgent(written);
  if (text === "") return [];
  return [{ id: firstOf(item, ["id", "uuid", "message_id"]), role, text, at: timeIn(item) }];
}

const TEXT_FIELDS = ["content", "text", "value", "mes", "body", "message", "parts", "say"];
const THOUGHT_FLAGS = ["isThought", "thought"];

/** The words of a message, of its content, or of a list of parts. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return value.trim();
  if (depth > DEPTH_MAX) return "";
  if (Array.isArray(value)) return joinWords(value.map((part) => textOf(part, depth + 1)));
  const type = stringField(value, "type") ?? "";
  if (/image/.test(type)) return imageMark;
  if (/^(?:tool|function|thinking|reasoning)/.test(type)) return "";
  if (THOUGHT_FLAGS.some((name) => field(value, name) === true)) return "";
  for (const name of TEXT_FIELDS) {
    const text = textOf(field(value, name) ?? "", depth + 1);
    if (text !== "") return text;
  }
  return "";
}

/** Letta's agents send messages through a tool. */
function sentByTool(item: unknown): string | null {
  const said = listField(item, "tool_calls")
    .map((call) => field(call, "function"))
    .filter((one) => stringField(one, "name") === "send_message");
  const words = said.map((one) => stringField(parsed(stringField(one, "arguments")), "message") ?? "");
  return words.length === 0 ? null : joinWords(words);
}

/** Letta wraps user messages, and its own events, in JSON. */
function ofAgent(text: string): string {
  const wrapped = text.startsWith("{") ? parsed(text) : null;
  const type = stringField(wrapped, "type");
  if (type === null) return text;
  return type === "user_message" ? (stringField(wrapped, "message") ?? "") : "";
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

/** A memory of Mem0 or Letta, an episode or a fact of Graphiti; null for anything else, or if it no longer holds. */
function memoryOf(item: unknown): (Omit<PairedTurn, "id"> & { id: string | null }) | null {
  const hasEnded = ["expired_at", "invalid_at"].some((name) => stringField(item, name) !== null);
  const isEpisode = stringField(item, "source_description") !== null;
  const isBlock = stringField(item, "label") !== null;
  const text =
    stringField(item, "memory") ??
    stringField(item, "fact") ??
    (isEpisode ? stringField(item, "content") : null) ??
    (isBlock ? stringField(item, "value") : null);
  if (text === null || text.trim() === "" || hasEnded) return null;
  const id = idOf(item, ["id", "uuid"]);
  // Ids of earlier imports are hashes that include the null.
  return { id, userMessage: text.trim(), assistantReply: null, at: timeIn(item) };
}

const TIME_FIELDS =
  "valid_at created_at createdAt created create_time timestamp send_date time date updated_at".split(" ");

function timeIn(item: unknown): Instant | null {
  for (const name of TIME_FIELDS) {
    const at = time.parse(field(item, name));
    if (at !== null) return at;
  }
  return null;
}

function firstOf(item: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const value = field(item, name);
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return null;
}
