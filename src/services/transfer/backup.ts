import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Instant, MINUTE_MS } from "../../domain/model/time.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import { copyPrefix } from "./copies.ts";
import { PARTIAL, writeMemoryFile } from "./file.ts";
import type { SigningKey } from "./signature.ts";

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
/** A half-written file untouched for this long belongs to a killed process. */
const LEFT_MS = 10 * MINUTE_MS;

/**
 * Writes one user's memory to `backup_<user>_<time>.jsonl.gz`, then deletes this user's oldest files beyond `keep`, and
 * half-written files of killed processes.
 */
export async function backUp(
  store: MemoryStore,
  userId: string,
  now: Instant,
  settings: BackupSettings,
  { signal, vectors = false }: { signal?: AbortSignal; vectors?: boolean | undefined } = {},
): Promise<BackedUp> {
  const folder = resolve(settings.folder);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const file = join(folder, `${copyPrefix("backup", userId)}${now.replaceAll(/[:.]/g, "-")}${ENDING}`);
  const footer = await writeMemoryFile(store.forUser(userId), file, {
    product: settings.product,
    signingKey: settings.signingKey,
    now,
    vectors,
    tombstones: true,
    signal,
  });
  const { size: bytes } = await stat(file);
  const removed = await removeOld(folder, userId, settings.keep);
  return { user: userId, file, records: footer.records, bytes, sha256: footer.sha256, removed };
}

async function removeOld(folder: string, userId: string, keep: number): Promise<number> {
  const prefix = copyPrefix("backup", userId);
  const own = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const old = own
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .reverse()
    .slice(keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of own.filter((name) => name.endsWith(`${ENDING}${PARTIAL}`)))
    await removeLeft(join(folder, name));
  return old.length;
}

async function removeLeft(path: string): Promise<void> {
  const written = await stat(path).catch(() => null);
  if (written !== null && Date.now() - written.mtimeMs > LEFT_MS) await rm(path, { force: true });
}
