import { compareTimes } from "../../domain/model/time.ts";
import { badFile } from "../transfer/format.ts";
import { anyJson } from "./formats/any-json.ts";
import { chatGpt } from "./formats/chatgpt.ts";
import { claude } from "./formats/claude.ts";
import { deepSeek } from "./formats/deepseek.ts";
import { gemini } from "./formats/gemini.ts";
import { grok } from "./formats/grok.ts";
import { journal } from "./formats/journal.ts";
import { libreChat } from "./formats/librechat.ts";
import { llamaCpp } from "./formats/llama-cpp.ts";
import { lmStudio } from "./formats/lm-studio.ts";
import { MAIL_NAME, readMails } from "./formats/mail.ts";
import { openWebUi } from "./formats/open-webui.ts";
import type { JsonReader, TextOptions, TextReader } from "./formats/reader.ts";
import { signalJson, signalText } from "./formats/signal.ts";
import { telegram } from "./formats/telegram.ts";
import { whatsApp } from "./formats/whatsapp.ts";
import type { ImportedConversation, ImportFormat, ImportRead } from "./types.ts";

/** The last one accepts any shape that contains messages or memories. */
const JSON_READERS: readonly JsonReader[] = [
  deepSeek,
  chatGpt,
  claude,
  gemini,
  grok,
  openWebUi,
  libreChat,
  lmStudio,
  llamaCpp,
  signalJson,
  telegram,
  anyJson,
];

/** The last one accepts any text. */
const TEXT_READERS: readonly TextReader[] = [signalText, whatsApp, journal];

/**
 * The conversations in a parsed file from any known system. A broken conversation is counted and does not prevent the
 * others from being read. Null if no reader knows the shape.
 */
export function readImport(json: unknown, options: TextOptions): ImportRead | null {
  const reader = JSON_READERS.find((known) => known.recognises(json));
  return reader === undefined ? null : asRead(reader.format, reader.read(json, options));
}

/** The same for a text file. */
export function readTextImport(text: string, options: TextOptions): ImportRead {
  const reader = TEXT_READERS.find((known) => known.recognises(text)) ?? journal;
  return asRead(reader.format, reader.read(text, options));
}

/** The same for mails. */
export async function readMailImport(bytes: Buffer, { me }: Pick<TextOptions, "me">): Promise<ImportRead> {
  return asRead("mail", await readMails(bytes, me));
}

export function unknownFormat() {
  const readers = new Set([...JSON_READERS, ...TEXT_READERS].map(({ name }) => name));
  const names = [...readers, MAIL_NAME].join("; ");
  return badFile(`the format is not known. Known formats: ${names}`);
}

function asRead(format: ImportFormat, read: (ImportedConversation | null)[]): ImportRead {
  const conversations = read
    .filter((conversation) => conversation !== null)
    .sort((a, b) => compareTimes(a.startedAt, b.startedAt));
  return { format, conversations, skipped: read.length - conversations.length };
}
