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
