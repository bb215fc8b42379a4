import { constants, isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { EngramError } from "../../errors.ts";
import { badFile } from "../transfer/format.ts";
import { jsonErrorPosition } from "./json-error-position.ts";

const MIB = 1024 * 1024;

/** Limit of one string in this engine: 512 MiB less a few bytes. Larger exports come in several files. */
export const FILE_BYTES_MAX = constants.MAX_STRING_LENGTH;

/**
 * Reads a whole file.
 *
 * @throws EngramError `invalid_request` naming `file`: it is missing, not a file, or too large.
 */
export async function readBytes(path: string): Promise<Buffer> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw badFile("this is not a file");
    if (found.size > FILE_BYTES_MAX) throw tooLarge(found.size);
    return await readFile(path);
  } catch (error) {
    throw error instanceof EngramError ? error : unreadable(error);
  }
}

export function tooLarge(bytes: number): EngramError {
  const [has, most] = [Math.ceil(bytes / MIB), Math.ceil(FILE_BYTES_MAX / MIB)];
  return badFile(`it has ${has} MiB, and at most ${most} MiB are read at once; split it`);
}

export function unreadable(error: unknown): EngramError {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  const message = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
  return badFile(message, error);
}

/** By the byte order mark that Windows writes. */
const UTF_16: Record<string, string> = { fffe: "utf-16le", feff: "utf-16be" };
const GZIP_MAGIC = "1f8b";

/**
 * Decodes bytes to text, without a byte order mark.
 *
 * @throws EngramError `invalid_request` naming `file` and the first byte that is not UTF-8.
 */
export function decodeText(bytes: Buffer): string {
  const magic = bytes.toString("hex", 0, 2);
  const wide = UTF_16[magic];
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  if (magic === GZIP_MAGIC)
    throw badFile("it is packed by gzip: unpack it; engram restore takes a backup as it is");
  if (!isUtf8(bytes)) throw badFile(`it is not valid UTF-8 at byte ${brokenByte(bytes)}`);
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Small enough to scan byte by byte once the error is known to be in it. */
const CHUNK_BYTES = 64 * 1024;

/** Offset of the first decoding failure. */
function brokenByte(bytes: Uint8Array): number {
  let sound = 0;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decodes = (from: number, to: number): boolean => {
    try {
      decoder.decode(bytes.subarray(from, to), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (sound < bytes.length && decodes(sound, sound + CHUNK_BYTES)) sound += CHUNK_BYTES;
  // A failed decoder starts over, so it needs the start of a character cut by the chunk boundary.
  let at = Math.max(0, sound - 3);
  while (at < sound && isContinuation(bytes[at])) at++;
  while (at < bytes.length && decodes(at, at + 1)) at++;
  return Math.min(at, bytes.length);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/**
 * Parses a text as JSON; for JSON Lines, a list of the values.
 *
 * @throws EngramError `invalid_request` naming `file`: the message gives the position of the error, never the content.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { lines, brokenAt } = jsonLines(text);
    if (brokenAt === null) return lines;
    // The engine's message is dropped, because it quotes the text.
    throw badFile(`it is not valid JSON at ${lineAndColumn(text, brokenAt)}`);
  }
}

/** The values of several lines; or where the text is broken: in its first line that is no JSON if others before are. */
function jsonLines(text: string): { lines: unknown[]; brokenAt: number | null } {
  const lines: unknown[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to);
    try {
      if (line.trim() !== "") lines.push(JSON.parse(line));
    } catch {
      const start = lines.length === 0 ? 0 : from;
      return { lines, brokenAt: start + jsonErrorPosition(lines.length === 0 ? text : line) };
    }
    from = to + 1;
  }
  return { lines, brokenAt: lines.length > 1 ? null : jsonErrorPosition(text) };
}

function lineAndColumn(text: string, position: number): string {
  if (position >= text.length) return `its end (character ${position}): it was cut off or is empty`;
  const lineStart = text.lastIndexOf("\n", position - 1) + 1;
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return `line ${line}, column ${position - lineStart + 1} (character ${position})`;
}
