import { z } from "zod";
import { conversationOf } from "../conversation.ts";
import { asList, field, id, listField, stringField, text, time } from "../loose.ts";
import { importedTurns, type PairedTurn } from "../pair-turns.ts";
import type { ImportedConversation } from "../types.ts";
import { fileMark, imageMark, joinWords } from "../words.ts";
import type { JsonReader } from "./reader.ts";
import { isSame } from "./text-turn.ts";

/** `result.json` of Telegram Desktop: one chat, or all. */
export const telegram: JsonReader = {
  format: "telegram",
  name: "Telegram chats (result.json)",
  recognises: (json) => chatsIn(json).some((chat) => listField(chat, "messages").some(isSaid)),
  read: (json, { me }) => {
    const own = id.parse(field(field(json, "personal_information"), "user_id"));
    return chatsIn(json).map((chat) => readChat(chat, me, `user${own}`));
  },
};

function chatsIn(json: unknown): unknown[] {
  return asList(field(field(json, "chats"), "list") ?? json);
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

function readChat(chat: unknown, me: string | null, own: string): ImportedConversation | null {
  const name = stringField(chat, "name");
  const externalId = `telegram:${id.parse(field(chat, "id")) ?? name ?? ""}`;
  const said = listField(chat, "messages").filter(isSaid);
  const turns = said.flatMap((json) => turnOf(json, me, own) ?? []);
  return conversationOf(externalId, name, importedTurns(turns, externalId));
}

function turnOf(json: unknown, me: string | null, own: string): PairedTurn | null {
  const { data } = Message.safeParse(json);
  if (data === undefined) return null;
  const { from, from_id, forwarded_from, photo, file, file_name } = data;
  const image = photo === null ? "" : imageMark;
  const attached = file === null ? "" : fileMark(file_name);
  const userMessage = joinWords([wordsOf(data.text), image, attached]);
  if (userMessage === "") return null;
  // What is passed on are the words of another.
  const speaker = forwarded_from ?? from ?? from_id;
  const isUser = forwarded_from === null && (from_id === own || isSame(speaker, me));
  const at = data.date_unixtime ?? data.date;
  return { id: `${data.id}`, speaker: isUser ? null : speaker, userMessage, at };
}

/** A string, or a list of strings and of parts with a style. */
function wordsOf(written: unknown): string {
  return asList(written ?? "")
    .map((part) => (typeof part === "string" ? part : (stringField(part, "text") ?? "")))
    .join("");
}
