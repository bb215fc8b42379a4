import { z } from "zod";
import { asList, field, id, stringField, text, time } from "../loose.ts";
import { UNDATED } from "../pair-turns.ts";
import type { ImportedConversation, ImportedTurn } from "../types.ts";
import { fileMark, imageMark, joinWords } from "../words.ts";
import type { JsonReader } from "./reader.ts";
import { isSame } from "./text-turn.ts";

/** `result.json` of Telegram Desktop: one chat, or all. */
export const telegram: JsonReader = {
  format: "telegram",
  name: "Telegram chats (result.json)",
  recognises: (json) => chatsIn(json).some((chat) => messagesIn(chat).some((one) => isSaid(one))),
  read: (json, { me }) => {
    const own = id.parse(field(field(json, "personal_information"), "user_id"));
    return chatsIn(json).map((chat) => readChat(chat, { me, own: own == null ? null : `user${own}` }));
  },
};

function chatsIn(json: unknown): unknown[] {
  return asList(field(field(json, "chats"), "list") ?? json);
}

function messagesIn(chat: unknown): unknown[] {
  const messages = field(chat, "messages");
  return Array.isArray(messages) ? messages : [];
}

/** Others are notes of the service. */
function isSaid(message: unknown): boolean {
  return stringField(message, "from_id") !== null && stringField(message, "type") === "message";
}

const Message = z.object({
  id,
  from: text,
  from_id: z.string(),
  forwarded_from: text,
  text: z.unknown().optional(),
  photo: text,
  file: text,
  file_name: text,
  date: time,
  date_unixtime: time,
});

function readChat(
  chat: unknown,
  user: { me: string | null; own: string | null },
): ImportedConversation | null {
  const externalId = `telegram:${id.parse(field(chat, "id")) ?? stringField(chat, "name") ?? ""}`;
  const turns = messagesIn(chat)
    .filter(isSaid)
    .flatMap((json) => turnOf(json, externalId, user));
  if (turns.length === 0) return null;
  const startedAt = turns.find(({ dated }) => dated)?.occurredAt ?? null;
  return { externalId, title: stringField(chat, "name"), startedAt, turns };
}

function turnOf(
  json: unknown,
  chatId: string,
  { me, own }: { me: string | null; own: string | null },
): ImportedTurn[] {
  const { success, data } = Message.safeParse(json);
  if (!success) return [];
  const { from, from_id, forwarded_from, photo, file, file_name } = data;
  const files = [
    ...(photo == null ? [] : [imageMark]),
    ...(file == null ? [] : [fileMark(file_name ?? null)]),
  ];
  const userMessage = joinWords([wordsOf(data.text), ...files]);
  if (userMessage === "") return [];
  // What is passed on are the words of another.
  const speaker = forwarded_from ?? from ?? from_id;
  const isUser = forwarded_from == null && (from_id === own || isSame(speaker, me));
  const at = data.date_unixtime ?? data.date;
  return [
    {
      externalId: `${chatId}:${data.id}`,
      userMessage,
      assistantReply: null,
      speaker: isUser ? null : speaker,
      occurredAt: at ?? UNDATED,
      dated: at !== null,
    },
  ];
}

/** A string, or a list of strings and of parts with a style. */
function wordsOf(written: unknown): string {
  return asList(written ?? "")
    .map((part) => (typeof part === "string" ? part : (stringField(part, "text") ?? "")))
    .join("");
}
