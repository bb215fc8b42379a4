import { invalidField } from "../../errors.ts";
import { isChatGpt, readChatGpt } from "./chatgpt.ts";
import type { ImportedConversation, ImportFormat, ImportRead } from "./types.ts";

interface Reader {
  format: ImportFormat;
  /** How the user knows it. */
  name: string;
  recognises(json: unknown): boolean;
  /** Null for each conversation that brought nothing. */
  read(json: unknown): (ImportedConversation | null)[];
}

const READERS: readonly Reader[] = [
  {
    format: "chatgpt",
    name: "ChatGPT data export (conversations.json; unpack the zip first)",
    recognises: isChatGpt,
    read: readChatGpt,
  },
];

/**
 * The conversations of a parsed file, whatever known system it comes from. A broken conversation is counted and does
 * not keep the others from being read.
 *
 * @throws EngramError `invalid_request` naming `file` when no reader knows the shape.
 */
export function readImport(json: unknown): ImportRead {
  const reader = READERS.find((known) => known.recognises(json));
  if (!reader) {
    const names = READERS.map(({ name }) => name).join("; ");
    throw invalidField("file", `the format is not known. Known formats: ${names}`);
  }
  const read = reader.read(json);
  const conversations = read.filter((conversation) => conversation !== null).sort(byStart);
  return { format: reader.format, conversations, skipped: read.length - conversations.length };
}

/** Oldest first; what has no date comes first, as nothing says that it is newer than the rest. */
function byStart(a: ImportedConversation, b: ImportedConversation): number {
  const [from, to] = [a.startedAt ?? "", b.startedAt ?? ""];
  if (from === to) return 0;
  return from < to ? -1 : 1;
}
