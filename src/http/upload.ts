import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EngramError } from "../errors.ts";
import type { TransferSettings } from "./context.ts";

const KEPT = "import-";
/** No upload takes this long: older files were left by a crashed process. */
const LEFT_OVER_MS = 24 * 3_600_000;
const MIB = 1024 * 1024;

export interface Upload {
  path: string;
  remove(): Promise<void>;
}

/** A body as a file, which may be read twice: to check it, and to import it. Throws `payload_too_large`. */
export async function keepUpload(
  { spoolFolder, bytesMax }: TransferSettings,
  body: Readable,
  signal: AbortSignal,
): Promise<Upload> {
  await removeLeftUploads(spoolFolder, LEFT_OVER_MS);
  const folder = await mkdtemp(join(spoolFolder, KEPT));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, "upload");
  try {
    await pipeline(body, atMost(bytesMax), createWriteStream(path, { mode: 0o600 }), { signal });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

export async function removeLeftUploads(spoolFolder: string, olderMs = 0): Promise<void> {
  for (const name of await readdir(spoolFolder)) {
    if (!name.startsWith(KEPT)) continue;
    const path = join(spoolFolder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs >= olderMs)
      await rm(path, { recursive: true, force: true });
  }
}

function atMost(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= bytesMax) return done(null, chunk);
      done(
        new EngramError("payload_too_large", `At most ${Math.floor(bytesMax / MIB)} MiB are taken`, {
          fields: [{ field: "body", message: "is too large" }],
        }),
      );
    },
  });
}
