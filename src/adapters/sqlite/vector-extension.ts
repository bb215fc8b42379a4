import { getLoadablePath } from "sqlite-vec";

/** Path of sqlite-vec's native code; null on platforms without its package (musl): memory without vectors. */
export function vectorExtension(): string | null {
  try {
    return getLoadablePath();
  } catch {
    return null;
  }
}
