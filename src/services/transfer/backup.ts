import { access, constants, mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Instant, MINUTE_MS } from "../../domain/model/time.ts";
import { EngramError, invalidField, toEngramError } from "../../errors.ts";
import type { MemoryStore, UserStore } from "../../ports/memory-store.ts";
import { LIMITS } from "../limits.ts";
import { changesText } from "./changes.ts";
import { copyPrefix } from "./copies.ts";
import { PARTIAL, writeMemoryFile } from "./file.ts";
import { linesOf } from "./read.ts";
import type { SigningKey } from "./signature.ts";
import { dumped } from "./write.ts";

/** Settings of backups, and of copies of pruned memories. */
export interface BackupSettings {
  /** Created if missing, readable only by its owner. */
  folder: string;
  /** Number of newest files kept per user. */
  keep: number;
  /** Version of this Engram. */
  product: string;
  signingKey: SigningKey;
}

export interface BackedUp {
  user: string;
  file: string;
  records: number;
  bytes: number;
  sha256: string;
  /** Older files of this user that were deleted. */
  removed: number;
}

const OWNER_ONLY = 0o700;
const ENDING = ".jsonl.gz";
/** Behind the name of the backup that it changes. */
const CHANGES_ENDING = ".changes.gz";
/** A half-written file untouched for this long belongs to a killed process. */
const LEFT_MS = 10 * MINUTE_MS;

/** What a backup takes along. */
export interface BackupOptions {
  signal?: AbortSignal | undefined;
  vectors?: boolean | undefined;
  /** A former backup in the folder, of which only the changes are written; `last`: the newest, if there is one. */
  since?: string | undefined;
}

/**
 * Writes one user's memory to `backup_<user>_<time>.jsonl.gz`, then deletes this user's oldest files beyond `keep`, and
 * half-written files of killed processes. With `since`, only the changes since a former backup are written, to a file
 * that is deleted with that one.
 */
export async function backUp(
  store: MemoryStore,
  userId: string,
  now: Instant,
  settings: BackupSettings,
  { signal, vectors = false, since }: BackupOptions = {},
): Promise<BackedUp> {
  const folder = resolve(settings.folder);
  await makeFolder(folder);
  const time = now.replaceAll(/[:.]/g, "-");
  const prefix = copyPrefix("backup", userId);
  const salt = await saltOf(store.forUser(userId));
  const base = since === undefined ? null : await formerBackup(folder, { prefix, salt, since });
  const file = join(folder, base === null ? `${prefix}${time}${ENDING}` : `${base}+${time}${CHANGES_ENDING}`);
  const options = { product: settings.product, signingKey: settings.signingKey, now, vectors, signal };
  const form = (text: AsyncIterable<string>): AsyncIterable<string> =>
    base === null
      ? text
      : changesText(text, join(folder, base), { bytesMax: LIMITS.transferBytesMax, signal });
  const footer = await writeMemoryFile(store.forUser(userId), file, { ...options, tombstones: true }, form);
  const { size: bytes } = await stat(file);
  const removed = await removeOld(folder, { prefix, salt, current: base ?? basename(file) }, settings.keep);
  return { user: userId, file, records: footer.records, bytes, sha256: footer.sha256, removed };
}

/** @throws EngramError `store_unavailable` naming the setting whose folder the system refuses. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    await access(folder, constants.W_OK);
  } catch (error) {
    if (toEngramError(error).code !== "internal") throw error;
    const { code } = error as NodeJS.ErrnoException;
    const told = `BACKUP_DIR: ${folder} cannot be written (${String(code)})`;
    throw new EngramError("store_unavailable", told, { cause: error });
  }
}

/** @throws EngramError `invalid_request` naming `since`: there is no such backup of this user. */
async function formerBackup(
  folder: string,
  { prefix, salt, since }: OwnFiles & { since: string },
): Promise<string | null> {
  const whole = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith(ENDING));
  if (since === "last") {
    for (const name of whole.sort().reverse()) if ((await saltIn(join(folder, name))) === salt) return name;
    return null;
  }
  const name = basename(since);
  if (!whole.includes(name)) throw invalidField("since", `BACKUP_DIR has no backup ${name} of this user`);
  return name;
}

/**
 * Keeps the `current` backup, whatever the clock said before, and those of another memory of the same name: if the
 * database is lost and a new one begins, they are all that is left.
 */
async function removeOld(
  folder: string,
  { prefix, salt, current }: OwnFiles & { current: string },
  keep: number,
): Promise<number> {
  const own = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const ofMemory: string[] = [];
  for (const name of own.filter((one) => one.endsWith(ENDING) && one !== current)) {
    const other = await saltIn(join(folder, name));
    if (other === null || other === salt) ofMemory.push(name);
  }
  const old = ofMemory
    .sort()
    .reverse()
    .slice(keep - 1);
  const goesWith = (base: string): string[] => own.filter((name) => name.startsWith(`${base}+`));
  for (const name of old.flatMap((base) => [base, ...goesWith(base)]))
    await rm(join(folder, name), { force: true });
  for (const name of own.filter((name) => name.endsWith(PARTIAL))) await removeLeft(join(folder, name));
  return old.length;
}

/** How a user's files are named, and what their memory shares with no other. */
interface OwnFiles {
  prefix: string;
  salt: string | null;
}

async function saltOf(user: UserStore): Promise<string | null> {
  for await (const [first] of dumped(user, { vectors: false, tombstones: false }))
    return first?.kind === "user" ? first.salt : null;
  return null;
}

/** That of the memory in a file; null if it cannot be read. It follows the header. */
async function saltIn(path: string): Promise<string | null> {
  try {
    let number = 0;
    for await (const line of linesOf(path, { bytesMax: LIMITS.transferBytesMax }))
      if (++number === 2) return (JSON.parse(line.toString()) as { salt?: string }).salt ?? null;
    return null;
  } catch {
    return null;
  }
}

async function removeLeft(path: string): Promise<void> {
  const written = await stat(path).catch(() => null);
  if (written !== null && Date.now() - written.mtimeMs > LEFT_MS) await rm(path, { force: true });
}
