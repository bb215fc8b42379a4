import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Where files lie that hold a memory as it was when they were written. */
export interface CopyFolders {
  backups: string;
  /** The one of the database, beside which an older one may lie; null where there is none. */
  data: string | null;
}

/** What a user's files begin with. Letters, digits and a few signs stay as they are; no user is another's beginning. */
export function copyPrefix(what: "backup" | "pruned", userId: string): string {
  return `${what}_${encodeURIComponent(userId).replaceAll("_", "%5F")}_`;
}

/** Names of the files that may still hold what a user forgets: their own, and copies of the whole database. */
export async function copiesOf(folders: CopyFolders, userId: string): Promise<string[]> {
  const beside = folders.data === null ? [] : await namesIn(folders.data);
  const whole = beside.filter((name) => /^engram\.db\.before-v\d+\.bak$/.test(name));
  return [...(await ownCopies(folders.backups, userId)), ...whole].sort();
}

/** A user's own go; a copy of the whole database is others' as well. Returns how many went. */
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
