import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { Readable } from "node:stream";
import type { Instant } from "../../../domain/model/time.ts";
import type { MemoryRecord } from "../../../ports/memory-record.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { copyPrefix } from "../../transfer/copies.ts";
import { writePrivately } from "../../transfer/file.ts";
import type { BackupSettings } from "../../transfer/backup.ts";
import { partText } from "../../transfer/write.ts";

const OWNER_ONLY = 0o700;
const ENDING = ".jsonl";

/**
 * Writes unchanged records to `pruned_<user>_<time>.jsonl`, a file that `restore` accepts, before they are modified; deletes this
 * user's oldest files beyond `keep`. Returns the file name. A second file of the same time gets a number.
 */
export async function writeCopy(
  { folder: given, keep, ...about }: BackupSettings,
  user: UserStore,
  now: Instant,
  records: MemoryRecord[],
): Promise<string> {
  const folder = resolve(given);
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const prefix = copyPrefix("pruned", user.userId);
  const known = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith(ENDING));
  const path = join(folder, freeName(`${prefix}${now.replaceAll(/[:.]/g, "-")}`, known));
  const owner = await ownerRecord(user);
  await writePrivately(path, Readable.from(partText(user, [...owner, ...records], { ...about, now })));
  for (const name of [...known, basename(path)].sort().reverse().slice(keep))
    await rm(join(folder, name), { force: true });
  return basename(path);
}

function freeName(base: string, known: string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${base}${ENDING}` : `${base}_${n}${ENDING}`;
    if (!known.includes(name)) return name;
  }
}

/** Identifies the owner of the memory for a restore. */
async function ownerRecord(user: UserStore): Promise<MemoryRecord[]> {
  const { records } = await user.dump({ limit: 1, vectors: false, tombstones: false });
  return records.filter(({ kind }) => kind === "user");
}
