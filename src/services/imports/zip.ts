import type { Readable } from "node:stream";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { EngramError } from "../../errors.ts";
import { badFile } from "../transfer/format.ts";
import { FILE_BYTES_MAX, tooLarge } from "./read-file.ts";

/** Maximum entries in an archive, of any kind; ChatGPT's has one per image. */
const ENTRIES_MAX = 200_000;

/** Maximum unpacked bytes read from an archive in one pass. */
const TOTAL_BYTES_MAX = 8 * 1024 ** 3;

/** Chats compress to a fifth or a tenth. */
const RATIO_MAX = 300;
/** Below this size, a high ratio is harmless. */
const RATIO_FREE_BYTES = 16 * 1024 ** 2;

export interface Zip {
  /** `name`: the path in the archive; never used as a path here. */
  entries: { name: string; read: () => Promise<Buffer> }[];
  close(): void;
}

/**
 * The `wanted` entries of an archive, unpacked into memory one at a time when read.
 *
 * @throws EngramError `invalid_request` naming `file`: it is damaged, encrypted, has too many entries, or an entry
 * unpacks to more than the limits.
 */
export async function openZip(path: string, wanted: (name: string) => boolean): Promise<Zip> {
  const zip = await openPromise(path, { autoClose: false }).catch(damaged);
  try {
    const entries = await wantedEntries(zip, wanted);
    const total = entries.reduce((bytes, { uncompressedSize }) => bytes + uncompressedSize, 0);
    if (total > TOTAL_BYTES_MAX) throw tooLarge(total);
    return {
      entries: entries.map((entry) => ({ name: entry.fileName, read: () => unpacked(zip, entry) })),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    return damaged(error);
  }
}

async function wantedEntries(zip: ZipFile, wanted: (name: string) => boolean): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_MAX)
    throw badFile(`the zip archive has ${zip.entryCount} entries; at most ${ENTRIES_MAX} are read`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (wanted(entry.fileName)) entries.push(entry);
  }
  return entries;
}

async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { uncompressedSize: bytes, compressedSize } = entry;
  if (entry.isEncrypted()) throw badFile("it is encrypted");
  if (bytes > FILE_BYTES_MAX) throw tooLarge(bytes);
  if (bytes > RATIO_FREE_BYTES && bytes > compressedSize * RATIO_MAX)
    throw badFile(`it unpacks to more than ${RATIO_MAX} times its size`);
  try {
    // The library ends the stream with an error if the size differs from the archive's directory.
    return await wholeOf(await zip.openReadStreamPromise(entry), bytes);
  } catch (error) {
    return damaged(error);
  }
}

async function wholeOf(stream: Readable, bytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(bytes);
  let at = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) at += chunk.copy(whole, at);
  return whole.subarray(0, at);
}

function damaged(error: unknown): never {
  if (error instanceof EngramError) throw error;
  const why = error instanceof Error ? error.message : "unknown error";
  throw badFile(`the zip archive is damaged (${why})`, error);
}
