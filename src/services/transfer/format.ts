import { z } from "zod";
import { EngramError } from "../../errors.ts";
import { RECORD_KINDS, type RecordKind } from "../../ports/memory-record.ts";
import type { Signature } from "./signature.ts";

/**
 * A memory in a file: JSON Lines with a header, the records of `UserStore.dump`, and a footer with their count and
 * SHA-256 (over the bytes of their lines, including line ends), signed by the installation that wrote it. Compressed
 * with gzip if its name says so.
 */
export const FORMAT = "engram-memory";
/**
 * Version 1 contained the key of the hashes, and hashes made without a key of the service; version 2 contained the
 * words recalled for a turn.
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
  /** The store's own counts when writing began; the footer has the counts actually written. */
  holds: z.record(z.string(), z.int()),
});
export type Header = z.output<typeof HeaderSchema>;

const SHA256 = /^[0-9a-f]{64}$/;

export const FooterSchema = z.object({
  kind: z.literal("footer"),
  records: z.int().min(0),
  counts: z.partialRecord(z.enum(RECORD_KINDS), z.int()),
  sha256: z.string().regex(SHA256),
  /** Absent in files of versions that did not sign. */
  signature: z.object({ keyId: z.string().min(1), mac: z.string().regex(SHA256) }).optional(),
});
export interface Footer {
  kind: "footer";
  records: number;
  counts: KindCounts;
  sha256: string;
  signature?: Signature | undefined;
}

/** Longest line, bytes: ten times a turn with the longest message and all its recalled memories. */
export const LINE_BYTES_MAX = 16 * 1024 * 1024;
/** Records written and read at once. */
export const BATCH_RECORDS = 500;

export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Why a file is rejected; thrown before any of it is written. */
export function badFile(message: string, cause?: unknown): EngramError {
  const fields = [{ field: "file", message }];
  return new EngramError("invalid_request", `file: ${message}`, { fields, cause });
}
