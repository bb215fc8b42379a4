import type { ImportedConversation, ImportFormat } from "../types.ts";

interface Known {
  format: ImportFormat;
  /** How the user knows it. */
  name: string;
}

/** Of one system's JSON export. */
export interface JsonReader extends Known {
  recognises(json: unknown): boolean;
  /** Null for each conversation that could not be read or brought nothing. */
  read(json: unknown): (ImportedConversation | null)[];
}

export interface TextOptions {
  /** Path of the file as the user knows it, without its root. */
  name: string;
  /** Of whose clock the text tells the time; an IANA name. */
  timeZone: string;
  /** Which speaker is the user; null: each is a speaker. */
  me: string | null;
}

/** Of text files. */
export interface TextReader extends Known {
  recognises(text: string): boolean;
  read(text: string, options: TextOptions): (ImportedConversation | null)[];
}
