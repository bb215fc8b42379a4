import { fromWall } from "../../../domain/model/wall-clock.ts";
import { toInstant, type Instant } from "../../../domain/model/time.ts";
import { hashOf } from "../clean-text.ts";
import { conversationOf } from "../conversation.ts";
import { importedTurns } from "../pair-turns.ts";
import type { ImportedConversation, ImportedTurn } from "../types.ts";

/** A message in a text file, with its wall time; see `Wall`. */
export interface TextTurn {
  text: string;
  speaker: string | null;
  wall: Wall | null;
}

/** A calendar time as written: `Date.UTC` milliseconds, and whether it names its zone (then it is UTC). */
export interface Wall {
  ms: number;
  isUtc: boolean;
}

/** Null if the numbers are not a date. Months count from 1. */
export function wallOf(
  [year, month, day, hour = 0, minute = 0, second = 0]: number[],
  offsetMinutes: number | null = null,
): Wall | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  if (hour > 23 || minute > 59 || second > 59 || year < 1) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return { ms: ms - (offsetMinutes ?? 0) * 60_000, isUtc: offsetMinutes !== null };
}

/**
 * Turns identified by time, speaker and words: a later version of the file, longer or renamed, adds only what is new.
 */
export function textTurns(
  format: string,
  said: readonly TextTurn[],
  { timeZone, me }: { timeZone: string; me: string | null },
): ImportedTurn[] {
  const seen = new Map<string, number>();
  const turns = said.map(({ text, speaker, wall }) => {
    const content = [wall?.ms ?? "", speaker ?? "", text].join("\u0000");
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    return {
      id: hashOf(`${content}\u0000${nth}`),
      speaker: speaker !== null && isSame(speaker, me) ? null : speaker,
      userMessage: text,
      at: wall && instantOf(wall, timeZone),
    };
  });
  return importedTurns(turns, format);
}

/** A chat or journal, by default identified by its beginning, which does not change as it grows; null if it is empty. */
export function textConversation(
  format: "signal" | "whatsapp" | "journal",
  turns: ImportedTurn[],
  title: string | null,
  key = `chat:${turns[0]?.externalId}`,
): ImportedConversation | null {
  return conversationOf(`${format}:${key}`, title || null, turns);
}

/** Whether two spellings of a name are equal. */
export function isSame(name: string, other: string | null): boolean {
  const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
  return other !== null && plain(name) === plain(other);
}

function instantOf({ ms, isUtc }: Wall, timeZone: string): Instant {
  return isUtc ? toInstant(ms) : fromWall(ms, timeZone);
}

/** The last part of a path, without its extension. */
export function baseName(path: string): string {
  const base = path.split("/").at(-1) ?? "";
  return base.replace(/\.[a-z]{2,8}$/i, "");
}

/** Splits into lines, without a byte order mark, for any line ending. */
export function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
}
