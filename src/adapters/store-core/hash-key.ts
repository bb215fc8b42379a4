import { createHash, createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EngramError } from "../../errors.ts";

/**
 * What a store hashes forgotten and repeated words with. It never lies in the database, in a backup or an export, so
 * that who has one of these cannot test guesses against the hashes in it.
 */
export type HashKey = Uint8Array;

const FILE = "engram.key";
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const KEY_CHARS_MIN = 32;

/** Whole or not at all; of several processes that start in one folder, the first one's stays. */
function makeKey(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(partial, file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
  } finally {
    rmSync(partial);
  }
}

export function hashKeyFrom(text: string): HashKey {
  return createHash("sha256").update(text.trim()).digest();
}

/** The key in the file of its own in this folder, made at the first start. Its text may be given as HASH_KEY elsewhere. */
export function hashKeyIn(folder: string): HashKey {
  const file = join(folder, FILE);
  if (!existsSync(file)) makeKey(folder, file);
  chmodSync(file, 0o600);
  const text = readFileSync(file, "utf8");
  if (text.trim().length < KEY_CHARS_MIN)
    throw new EngramError("store_unavailable", `${file} holds no key. Put back the one that was there.`);
  return hashKeyFrom(text);
}

/** Tells two keys apart and gives neither away. */
export function keyIdOf(key: HashKey): string {
  return keyed(key, Buffer.from("id")).toString("hex").slice(0, 16);
}

/** A user's own part of each hash: equal words of two users have two hashes. */
export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

export function keyed(key: HashKey, digest: Uint8Array): Buffer {
  return createHmac("sha256", key).update(digest).digest();
}

/** How the hash of a turn's words is kept, by which a client's history is found again. */
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
