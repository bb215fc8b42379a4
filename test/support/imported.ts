import { readImport, readTextImport } from "../../src/services/imports/detect.ts";
import type { ImportRead } from "../../src/services/imports/types.ts";

/** What a reader makes of a parsed export, which one must know. */
export function imported(json: unknown, options: Partial<Parameters<typeof readImport>[1]> = {}): ImportRead {
  const read = readImport(json, { name: "export.json", timeZone: "Europe/Berlin", me: null, ...options });
  if (read === null) throw new Error("no reader knows the shape");
  return read;
}

export function importedText(text: string, options: Partial<Parameters<typeof readTextImport>[1]> = {}) {
  return readTextImport(text, { name: "notes.md", timeZone: "Europe/Berlin", me: null, ...options });
}

/** The turns of the first conversation: what was said, the answer, when. */
export function turnsIn({ conversations }: ImportRead): [string, string | null, string | null][] {
  return (conversations[0]?.turns ?? []).map(({ userMessage, assistantReply, occurredAt }) => [
    userMessage,
    assistantReply,
    occurredAt,
  ]);
}
