import { statfs } from "node:fs/promises";

/** Free share, 0-1, of the disk a folder lies on, as this process may use it; null when the system does not say. */
export async function freeShare(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks > 0 ? bavail / blocks : null;
  } catch {
    return null;
  }
}
