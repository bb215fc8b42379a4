import { ERRORS, EngramError, toEngramError, type ErrorCode, type FieldError } from "../../errors.ts";
import type { HashKey } from "../store-core/hash-key.ts";
import type { Instant } from "../../domain/model/time.ts";

/** Messages between the main thread and a worker. Structured clone; no driver types. */
export interface Request {
  id: number;
  op: string;
  userId: string | null;
  now: Instant;
  args: unknown[];
}

export interface WireError {
  code: ErrorCode;
  message: string;
  fields: FieldError[];
  extra: Record<string, string>;
}

export type Response =
  | { kind: "ready" }
  | { kind: "failed"; error: WireError }
  | { kind: "result"; id: number; result: unknown }
  | { kind: "error"; id: number; error: WireError };

export interface WorkerOptions {
  file: string;
  role: "writer" | "reader";
  hashKey: HashKey;
  /** Discards hashes made with another key. */
  newHashKey: boolean;
}

/** Ends a worker after closing its connection. */
export const CLOSE_OP = "close";

export const SQLITE_FULL = 13;
export const SQLITE_CONSTRAINT = 19;
const SQLITE_ERROR = 1;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** SQLite's own messages name tables and columns, never values; still only these fixed texts leave the worker. */
const DRIVER_TEXT: Partial<Record<ErrorCode, string>> = {
  conflict: "The change contradicts what is stored",
};

export function toWireError(error: unknown): WireError {
  if (error instanceof EngramError) {
    const { code, message, fields, extra } = error;
    return { code, message, fields, extra };
  }
  const code = driverCode(error);
  return {
    code,
    message: DRIVER_TEXT[code] ?? `${ERRORS[code].title}${reference(error)}`,
    fields: [],
    extra: {},
  };
}

export function fromWireError(error: WireError): EngramError {
  return new EngramError(error.code, error.message, { fields: error.fields, extra: error.extra });
}

function driverCode(error: unknown): ErrorCode {
  if (toEngramError(error).code === "store_full") return "store_full";
  const number = sqliteCode(error);
  if (number === null) return systemCode(error) === null ? "internal" : "store_unavailable";
  if (number === SQLITE_FULL) return "store_full";
  if (number === SQLITE_CONSTRAINT) return "conflict";
  return number === SQLITE_ERROR ? "internal" : "store_unavailable";
}

/** The primary result code of a `node:sqlite` error. */
export function sqliteCode(error: unknown): number | null {
  const found = (error as { errcode?: unknown } | null)?.errcode;
  return typeof found === "number" ? found & 0xff : null;
}

function systemCode(error: unknown): string | null {
  const found = error as { code?: unknown; syscall?: unknown } | null;
  return typeof found?.syscall === "string" && typeof found.code === "string" ? found.code : null;
}

function reference(error: unknown): string {
  const number = sqliteCode(error);
  if (number === SQLITE_CORRUPT || number === SQLITE_NOTADB)
    return `: engram.db is damaged (SQLite ${number}). Take a copy of the folder, or restore a backup into a new one`;
  if (number === SQLITE_READONLY)
    return ": engram.db cannot be written (SQLite 8). Is its disk read-only, or does it belong to another user?";
  if (number !== null) return ` (SQLite ${number})`;
  const name = error instanceof Error ? error.name : typeof error;
  return ` (${systemCode(error) ?? name})`;
}
