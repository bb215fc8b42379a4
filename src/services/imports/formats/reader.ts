import type { z } from "zod";
import { chatOf, type ChatParts } from "../conversation.ts";
import { asList } from "../loose.ts";
import type { ImportedConversation, ImportFormat } from "../types.ts";

interface Known {
  format: ImportFormat;
  /** Its name for the user. */
  name: string;
}

/** Reader for one system's JSON export. */
export interface JsonReader extends Known {
  recognises(json: unknown): boolean;
  /** Null for each conversation that was unreadable or empty. */
  read(json: unknown, options: TextOptions): (ImportedConversation | null)[];
}

export interface TextOptions {
  /** Path of the file as the user knows it, without its root. */
  name: string;
  /** Time zone of the times in the text; an IANA name. */
  timeZone: string;
  /** Which speaker is the user; null: none of them. */
  me: string | null;
}

/** Reader for text files. */
export interface TextReader extends Known {
  recognises(text: string): boolean;
  read(text: string, options: TextOptions): (ImportedConversation | null)[];
}

interface ChatReader<Form extends z.ZodType> extends Known {
  /** The conversations in a file; by default it is one, or a list of them. */
  chatsIn?: (json: unknown) => unknown[];
  recognises(chat: unknown): boolean;
  form: Form;
  read(chat: z.output<Form>): Omit<ChatParts, "format">;
}

/** Reader for chats with an assistant that have one form; those of another count as unreadable. */
export function chatReader<Form extends z.ZodType>(reader: ChatReader<Form>): JsonReader {
  const { format, name, chatsIn = asList, form } = reader;
  const readOne = (chat: unknown): ImportedConversation | null => {
    const { data } = form.safeParse(chat);
    return data === undefined ? null : chatOf({ format, ...reader.read(data) });
  };
  return {
    format,
    name,
    recognises: (json) => chatsIn(json).some((chat) => reader.recognises(chat)),
    read: (json) => chatsIn(json).map(readOne),
  };
}
