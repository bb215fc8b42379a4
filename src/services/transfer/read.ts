import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { MemoryRecord } from "../../ports/memory-record.ts";
import {
  BATCH_RECORDS,
  FORMAT,
  FORMAT_VERSION,
  FooterSchema,
  type Footer,
  type Header,
  HeaderSchema,
  type KindCounts,
  LINE_BYTES_MAX,
  badFile,
} from "./format.ts";
import { MemoryRecordSchema, toMemoryRecord } from "./record-schema.ts";
import { type Signature, type SigningKey, signerOf } from "./signature.ts";

export interface ReadOptions {
  /** Size of the text, uncompressed. */
  bytesMax: number;
  signal?: AbortSignal | undefined;
}

interface ReadEvents {
  onHeader?: ((header: Header) => void) | undefined;
  onFooter?: ((footer: Footer) => void) | undefined;
  /** Called before each batch with a hash of all records up to its end. */
  onBatch?: ((hash: string) => void) | undefined;
  /** The signature this key would have produced for the file. */
  signing?: { key: SigningKey; onSignature: (expected: Signature) => void } | undefined;
}

/**
 * Reads a memory file, compressed or not, batch by batch. Its lines are validated as they are yielded, but the file is
 * known to be complete only after the last batch: read it to the end before writing any of it.
 *
 * @throws EngramError `invalid_request` that says what is wrong and where, but never quotes the content.
 */
export async function* readMemory(
  path: string,
  options: ReadOptions & ReadEvents,
): AsyncGenerator<MemoryRecord[], void, undefined> {
  const hash = createHash("sha256");
  const signer = options.signing && signerOf(options.signing.key);
  const counts: KindCounts = {};
  let records = 0;
  let number = 0;
  let version = FORMAT_VERSION;
  let footer: Footer | null = null;
  let batch: MemoryRecord[] = [];
  for await (const bytes of linesOf(path, options)) {
    number += 1;
    if (footer !== null) throw badFile(`line ${number} comes after its end`);
    const value = parse(bytes, number);
    if (kindOf(value) !== "footer" || number === 1) {
      signer?.add(bytes);
      signer?.add("\n");
    }
    if (number === 1) {
      const header = checkHeader(value);
      version = header.version;
      options.onHeader?.(header);
      continue;
    }
    if (kindOf(value) === "footer") {
      footer = checkFooter(value);
      continue;
    }
    hash.update(bytes).update("\n");
    const record = checkRecord(version === 1 ? fromVersion1(value) : value, number);
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    records += 1;
    batch.push(record);
    if (batch.length < BATCH_RECORDS) continue;
    options.onBatch?.(hash.copy().digest("base64"));
    yield batch;
    batch = [];
  }
  if (number === 0) throw badFile("it is empty");
  if (footer === null) throw badFile("it is cut off: its end is missing");
  if (footer.records !== records) {
    throw badFile(`it has ${records} records and should have ${footer.records}`);
  }
  if (footer.sha256 !== hash.copy().digest("hex")) throw badFile("it was changed: its checksum does not fit");
  if (batch.length > 0) {
    options.onBatch?.(hash.digest("base64"));
    yield batch;
  }
  if (signer && options.signing) options.signing.onSignature(signer.sign(footer));
  options.onFooter?.({ ...footer, counts });
}

const NEWLINE = 10;

/** The lines of a file, compressed or not, without line ends; an unterminated last one counts too. */
export async function* linesOf(
  path: string,
  { bytesMax, signal }: ReadOptions,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer[] = [];
  let held = 0;
  let total = 0;
  const source = await textOf(path);
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      const bytes = chunk as Buffer;
      total += bytes.length;
      if (total > bytesMax) throw badFile(`it has more than ${Math.floor(bytesMax / 1024 ** 2)} MiB of text`);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        yield Buffer.concat([...rest, bytes.subarray(start, end)]);
        rest = [];
        held = 0;
        start = end + 1;
      }
      if (start < bytes.length) {
        rest.push(bytes.subarray(start));
        held += bytes.length - start;
      }
      if (held > LINE_BYTES_MAX) throw badFile("a line of it is too long");
    }
  } catch (error) {
    throw readable(error);
  } finally {
    source.destroy();
  }
  if (held > 0) yield Buffer.concat(rest);
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

async function textOf(path: string): Promise<Readable> {
  const isCompressed = await isGzip(path);
  const bytes = createReadStream(path);
  if (!isCompressed) return bytes;
  const gunzip = createGunzip();
  bytes.on("error", (error) => gunzip.destroy(error));
  gunzip.on("close", () => bytes.destroy());
  return bytes.pipe(gunzip);
}

async function isGzip(path: string): Promise<boolean> {
  try {
    await using file = await open(path, "r");
    if (!(await file.stat()).isFile()) throw badFile("this is not a file");
    const start = Buffer.alloc(GZIP_MAGIC.length);
    await file.read(start, 0, start.length, 0);
    return start.equals(GZIP_MAGIC);
  } catch (error) {
    throw readable(error);
  }
}

/** Errors of the file system and zlib, in words; anything else unchanged. */
function readable(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === "ENOENT") return badFile("there is no such file");
  if (code === "Z_BUF_ERROR") return badFile("it is cut off: its end is missing");
  if (typeof code === "string" && code.startsWith("Z_")) return badFile("it is not what gzip wrote");
  if (typeof code === "string" && /^E[A-Z]+$/.test(code)) return badFile(`it cannot be read (${code})`);
  return error;
}

export function parse(bytes: Buffer, number: number): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw badFile(number === 1 ? "it is not a memory that Engram wrote" : `line ${number} is not JSON`);
  }
}

function kindOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as { kind?: unknown }).kind : undefined;
}

function checkHeader(value: unknown): Header {
  const named = value as { format?: unknown; version?: unknown } | null;
  if (kindOf(value) !== "header" || named?.format !== FORMAT) {
    throw badFile("it is not a memory that Engram wrote");
  }
  if (typeof named.version === "number" && named.version > FORMAT_VERSION) {
    throw badFile(
      `it was written by a newer Engram (format ${named.version}; this one knows ${FORMAT_VERSION}). Update Engram`,
    );
  }
  const header = HeaderSchema.safeParse(value);
  if (!header.success) throw badFile("its first line is broken");
  return header.data;
}

function checkFooter(value: unknown): Footer {
  const footer = FooterSchema.safeParse(value);
  if (!footer.success) throw badFile("its last line is broken");
  return footer.data;
}

/** The user's key becomes a salt, hashes have no key yet, and the hash of a turn made without a key is dropped. */
function fromVersion1(value: unknown): unknown {
  const record = value as { hmacKey?: unknown; episode?: object };
  if (kindOf(value) === "user") {
    const { hmacKey: salt, ...rest } = record;
    return { ...rest, salt };
  }
  if (kindOf(value) === "hashes") return { ...record, keyId: null };
  if (kindOf(value) === "episode") return { ...record, episode: { ...record.episode, chainHash: null } };
  return value;
}

function checkRecord(value: unknown, number: number): MemoryRecord {
  const record = MemoryRecordSchema.safeParse(value);
  if (record.success) return toMemoryRecord(record.data);
  const at = record.error.issues[0]?.path.join(".") ?? "";
  throw badFile(`line ${number} is not a record that this Engram knows${at === "" ? "" : ` (${at})`}`);
}

/** Reads only the first line, to learn whose memory it is. Throws `invalid_request`. */
export async function readHeader(path: string, options: ReadOptions): Promise<Header> {
  for await (const bytes of linesOf(path, options)) return checkHeader(parse(bytes, 1));
  throw badFile("it is empty");
}
