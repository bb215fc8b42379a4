import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { writePrivately } from "./file.ts";
import { badFile, line } from "./format.ts";
import { linesOf, parse, type ReadOptions } from "./read.ts";

/**
 * A memory file as its difference from a former one, the base, which lies in the same folder: its lines as they are,
 * except that lines of the base are copied by their numbers. It needs no signature: rebuilt, it is the whole file, with
 * the checksum and signature of that.
 */
const FORMAT = "engram-memory-changes";

const HeaderSchema = z.object({ kind: z.literal("changes"), format: z.literal(FORMAT), base: z.string() });
const CopySchema = z.object({ kind: z.literal("copy"), from: z.int().min(0), lines: z.int().min(1) });

/** The text of a memory file as changes to the base. */
export async function* changesText(
  text: AsyncIterable<string>,
  base: string,
  options: ReadOptions,
): AsyncGenerator<string, void, undefined> {
  const numbers = new Map<string, number>();
  for await (const bytes of linesOf(base, options)) numbers.set(digest(bytes), numbers.size);
  yield line({ kind: "changes", format: FORMAT, base: basename(base) });
  let [from, count] = [0, 0];
  const copied = (): string[] => (count > 0 ? [line({ kind: "copy", from, lines: count })] : []);
  for await (const chunk of text)
    for (const told of chunk.split("\n").slice(0, -1)) {
      const number = numbers.get(digest(told)) ?? -1;
      if (number !== from + count) {
        yield* copied();
        [from, count] = [Math.max(from + count, number), 0];
      }
      // The base is read once to rebuild the file, so a line that moved to the front is written again.
      if (number === from + count) count += 1;
      else yield `${told}\n`;
    }
  yield* copied();
}

/**
 * Calls `work` with the path of a whole memory file: the given one, or one rebuilt for as long as it is needed.
 *
 * @throws EngramError `invalid_request` naming `file`.
 */
export async function withWholeFile<T>(
  path: string,
  spoolFolder: string,
  options: ReadOptions,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const base = await baseOf(path, options);
  if (base === null) return work(path);
  const folder = await mkdtemp(join(spoolFolder, "import-"));
  try {
    const whole = join(folder, "whole.jsonl");
    await writePrivately(whole, Readable.from(wholeText(path, base, options)), options.signal);
    return await work(whole);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The base of a file of changes; null for any other file. */
async function baseOf(path: string, options: ReadOptions): Promise<string | null> {
  for await (const bytes of linesOf(path, options)) {
    const header = HeaderSchema.safeParse(parse(bytes, 1));
    return header.success ? join(dirname(path), basename(header.data.base)) : null;
  }
  return null;
}

async function* wholeText(
  path: string,
  base: string,
  options: ReadOptions,
): AsyncGenerator<string, void, undefined> {
  const former = linesOf(base, options);
  const next = async (): Promise<Buffer> => {
    const { done, value } = await former.next().catch(() => ({ done: true, value: undefined }));
    if (done === true || value === undefined)
      throw badFile(`it needs ${basename(base)}, as it was, in its folder`);
    return value;
  };
  let [number, at] = [0, 0];
  try {
    for await (const bytes of linesOf(path, options)) {
      number += 1;
      if (number === 1) continue;
      const copy = CopySchema.safeParse(parse(bytes, number));
      if (!copy.success) yield `${bytes.toString()}\n`;
      else {
        for (; at < copy.data.from; at++) await next();
        for (const end = copy.data.from + copy.data.lines; at < end; at++)
          yield `${(await next()).toString()}\n`;
      }
    }
  } finally {
    await former.return();
  }
}

function digest(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("base64");
}
