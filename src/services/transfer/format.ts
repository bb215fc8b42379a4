import { z } from "zod";
import { EngramError } from "../../errors.ts";
import { RECORD_KINDS, type RecordKind } from "../../ports/memory-record.ts";
import type { Signature } from "./signature.ts";

/**
 * A memory in a file: JSON Lines, a header, the records of `UserStore.dump`, a footer that says how many there are and
 * their SHA-256 (over the bytes of their lines, line ends included), signed by the installation that wrote it. Compressed
 * with gzip when its name says so.
 */
export const FORMAT = "engram-memory";
/**
 * Version 1 had the key of the hashes in it, and hashes made without one of the service; version 2 the words of what was
 * recalled for a turn.
 */
export const FORMAT_VERSION = 3;

export type KindCounts = Partial<Record<RecordKind, number>>;

export const HeaderSchema = z.object({
  kind: z.literal("header"),
  format: z.literal(FORMAT),
  version: z.int().min(1),
  /** Version of the Engram that wrote it. */
  product: z.string(),
  user: z.string().min(1),
  createdAt: z.string(),
  vectors: z.boolean(),
  /** What the store said it holds when the writing began; the footer tells what was written. */
  holds: z.record(z.string(), z.int()),
});
export type Header = z.output<typeof HeaderSchema>;

const SHA256 = /^[0-9a-f]{64}$/;

export const FooterSchema = z.object({
  kind: z.literal("footer"),
  records: z.int().min(0),
  counts: z.partialRecord(z.enum(RECORD_KINDS), z.int()),
  sha256: z.string().regex(SHA256),
  /** None in files of versions that did not sign. */
  signature: z.object({ keyId: z.string().min(1), mac: z.string().regex(SHA256) }).optional(),
});
export interface Footer {
  kind: "footer";
  records: number;
  counts: KindCounts;
  sha256: string;
  signature?: Signature | undefined;
}

/** Longest line, bytes: a turn with its longest message and all it recalled is a tenth of it. */
export const LINE_BYTES_MAX = 16 * 1024 * 1024;
/** Records written and read at once. */
export const BATCH_RECORDS = 500;

/** Why a file is not taken; told before anything of it is written. */
export function badFile(message: string): EngramError {
  return new EngramError("invalid_request", `file: ${message}`, { fields: [{ field: "file", message }] });
}
