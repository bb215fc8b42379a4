import { chmodSync, type StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";

/** Free share, 0-1, of the disk a folder lies on, as this process may use it; null when the system does not say. */
export async function freeShare(folder: string): Promise<number | null> {
  const disk = await diskOf(folder);
  return disk !== null && disk.blocks > 0 ? disk.bavail / disk.blocks : null;
}

/** The same in bytes. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await diskOf(folder);
  return disk && disk.bavail * disk.bsize;
}

function diskOf(folder: string): Promise<StatsFs | null> {
  return statfs(folder).catch(() => null);
}

/** For its owner alone, where files have rights: on exFAT, NTFS and a NAS the mount decides. */
export function keepPrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // Who may not write either is told by the next write.
  }
}
