import type { Clock } from "../../ports/clock.ts";
import type { MemoryStore, UserStore } from "../../ports/memory-store.ts";
import type { RunContext } from "../maintenance/runs.ts";
import { type BackupSettings, backUp } from "../transfer/backup.ts";
import { dumped } from "../transfer/write.ts";

export interface BackupDeps {
  store: MemoryStore;
  clock: Clock;
  backups: BackupSettings;
}

/** Job `backup`: one user's memory into a file, the oldest files beyond those kept go. A dry run counts the records. */
export async function backup(
  { store, clock, backups }: BackupDeps,
  user: UserStore,
  { dryRun, signal }: RunContext,
): Promise<Record<string, number>> {
  if (dryRun) {
    let records = 0;
    const options = { vectors: false, tombstones: true, signal };
    for await (const batch of dumped(user, options)) records += batch.length;
    return { records };
  }
  const { records, bytes, removed } = await backUp(store, user.userId, clock.now(), backups, { signal });
  return { records, bytes, removed };
}
