import { getLoadablePath } from "sqlite-vec";

/** Where sqlite-vec's native code lies; null on platforms without its package (musl): memory without vectors. */
export function vectorExtension(): string | null {
  try {
    return getLoadablePath();
  } catch {
    return null;
  }
}
