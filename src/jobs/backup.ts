import type { Clock } from "../ports/clock.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { MaintenanceJob } from "../services/maintenance/runs.ts";
import { type BackupSettings, backUp } from "../services/transfer/backup.ts";
import { dumped } from "../services/transfer/write.ts";

/** Job `backup`: one user's memory into a file, the oldest files beyond those kept go. A dry run counts the records. */
export function backupJob(store: MemoryStore, clock: Clock, settings: BackupSettings): MaintenanceJob {
  return async (userId, { dryRun, signal }) => {
    if (dryRun) {
      let records = 0;
      const options = { vectors: settings.vectors, tombstones: true, signal };
      for await (const batch of dumped(store.forUser(userId), options)) records += batch.length;
      return { records };
    }
    const { records, bytes, removed } = await backUp(store, userId, clock.now(), settings, signal);
    return { records, bytes, removed };
  };
}
