import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Folders with files that contain an earlier state of a memory. */
export interface CopyFolders {
  backups: string;
  /** The database folder, which may contain an older database; null if there is none. */
  data: string | null;
}

/**
 * Prefix of a user's files. Letters, digits and a few other characters stay as they are; no user's prefix is the
 * beginning of another's.
 */
export function copyPrefix(what: "backup" | "pruned", userId: string): string {
  return `${what}_${encodeURIComponent(userId).replaceAll("_", "%5F")}_`;
}

/** Names of files that may still contain what a user forgets: the user's own, and copies of the whole database. */
export async function copiesOf(folders: CopyFolders, userId: string): Promise<string[]> {
  const inData = folders.data === null ? [] : await namesIn(folders.data);
  const whole = inData.filter((name) => /^engram\.db\.(?:before-v\d+\.bak|moved)$/.test(name));
  return [...(await ownCopies(folders.backups, userId)), ...whole].sort();
}

/** Deletes the user's own files; a copy of the whole database also belongs to others. Returns how many were deleted. */
export async function removeCopies({ backups }: CopyFolders, userId: string): Promise<number> {
  const own = await ownCopies(backups, userId);
  for (const name of own) await rm(join(backups, name), { force: true });
  return own.length;
}

async function ownCopies(folder: string, userId: string): Promise<string[]> {
  const prefixes = [copyPrefix("backup", userId), copyPrefix("pruned", userId)];
  return (await namesIn(folder)).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
