import { toEngramError } from "../../errors.ts";
import type { Engine } from "../engine-types.ts";
import { readImport } from "./detect.ts";
import { readJsonFile } from "./read-json-file.ts";
import { importConversations } from "./run.ts";
import type { ImportEvent, ImportProgress } from "./types.ts";

/** Imports one file for a user and tells how far it is; ends early without loss: run again, it goes on. */
export async function* importFile(
  engine: Engine,
  userId: string,
  file: string,
  signal: AbortSignal,
): AsyncGenerator<ImportEvent, void, undefined> {
  const progress: ImportProgress[] = [];
  let wake: () => void = () => undefined;
  const work = (async () => {
    const read = readImport(await readJsonFile(file));
    const total = await importConversations(engine, userId, read.conversations, {
      signal,
      onProgress: (now) => {
        progress.push({ ...now });
        wake();
      },
    });
    return { ...total, skipped: total.skipped + read.skipped, format: read.format };
  })();
  let settled = false;
  const done = work.finally(() => {
    settled = true;
    wake();
  });
  done.catch(() => undefined);
  while (!settled || progress.length > 0) {
    const now = progress.shift();
    if (now) yield { event: "progress", data: now };
    else if (!settled) await new Promise<void>((resolve) => (wake = resolve));
  }
  try {
    yield { event: "done", data: await done };
  } catch (error) {
    const { code, message } = toEngramError(error);
    yield { event: "error", data: { code, detail: message } };
  }
}
