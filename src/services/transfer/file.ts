import { createWriteStream } from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { invalidField } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Footer } from "./format.ts";
import { type WriteOptions, memoryText } from "./write.ts";

const OWNER_ONLY = 0o600;
/** File name suffix until the file is complete. */
export const PARTIAL = ".partial";

/**
 * Writes one user's memory to a file that only its owner can read, compressed if its name ends in `.gz`. A partial file
 * never has the final name. `form`: how the file holds the text; default: as it is.
 */
export async function writeMemoryFile(
  user: UserStore,
  path: string,
  options: WriteOptions,
  form = (text: AsyncIterable<string>): AsyncIterable<string> => text,
): Promise<Footer> {
  let footer: Footer | null = null;
  const text = memoryText(user, { ...options, onFooter: (told) => void (footer = told) });
  await writePrivately(path, Readable.from(form(text)), options.signal);
  return footer as unknown as Footer;
}

/** Writes a stream to a private file, all or nothing; never in place of what is no file or a link, such as /dev/stdout. */
export async function writePrivately(path: string, text: Readable, signal?: AbortSignal): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (there !== null && !there.isFile()) {
    text.destroy();
    throw invalidField("file", `${path} is not a file`);
  }
  const partial = `${path}${PARTIAL}`;
  await rm(partial, { force: true });
  try {
    await pipeline(
      text,
      path.endsWith(".gz") ? createGzip() : new PassThrough(),
      createWriteStream(partial, { mode: OWNER_ONLY, flush: true }),
      ...(signal === undefined ? [] : [{ signal }]),
    );
    await rename(partial, path);
    await syncFolder(path);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Syncing the folder makes the name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path.slice(0, path.lastIndexOf("/") + 1) || ".", "r").catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
