import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepPrivate } from "../system/disk.ts";
import { EngramError } from "../../errors.ts";

/**
 * The key for hashes of forgotten and repeated words. It is never stored in the database, a backup or an export, so
 * that whoever has one of these cannot test guesses against its hashes.
 */
export type HashKey = Uint8Array;

const FILE = "engram.key";
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const KEY_CHARS_MIN = 32;

/** Written atomically; of several processes starting in one folder, the first one's key stays. */
function makeKey(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(partial, file);
  } catch {
    // exFAT has no links; Android allows none.
    if (!existsSync(file)) renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}

export function hashKeyFrom(text: string): HashKey {
  return createHash("sha256").update(text.trim()).digest();
}

/** The key from its own file in this folder, created on first start. Its text may be given as HASH_KEY elsewhere. */
export function hashKeyIn(folder: string): HashKey {
  const file = join(folder, FILE);
  if (!existsSync(file)) makeKey(folder, file);
  keepPrivate(file);
  const text = readFileSync(file, "utf8");
  if (text.trim().length < KEY_CHARS_MIN)
    throw new EngramError("store_unavailable", `${file} holds no key. Put back the one that was there.`);
  return hashKeyFrom(text);
}

/** Identifies a key without revealing it. */
export function keyIdOf(key: HashKey): string {
  return keyed(key, Buffer.from("id")).toString("hex").slice(0, 16);
}

/** A user's salt in each hash: equal words of two users have different hashes. */
export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** Nothing is stored for an unknown user. */
export function saltOf(owner: { salt: string } | null): Uint8Array {
  return Buffer.from(owner?.salt ?? "", "hex");
}

export function keyed(key: HashKey, digest: Uint8Array): Buffer {
  return createHmac("sha256", key).update(digest).digest();
}

/** The stored form of the hash of a turn's words, used to match a client's history. */
export function keyedChain(key: HashKey, salt: Uint8Array, hash: string): string {
  return keyed(key, createHmac("sha256", salt).update(`chain\0${hash}`).digest()).toString("hex");
}

/** The hashes of this memory were made with another key. */
export function hashKeyMismatch(): EngramError {
  return new EngramError(
    "store_unavailable",
    `HASH_KEY, or ${FILE} in DATA_DIR, is not the key that this memory was made with. Put that one back; where it is lost, \`engram migrate --new-hash-key\` gives up the hashes of what was forgotten`,
  );
}
