import type { Needs } from "../kernel.ts";
import { defineJob } from "../maintenance/job.ts";
import { type BackupSettings, backUp } from "../transfer/backup.ts";
import { dumped } from "../transfer/write.ts";

interface BackupDeps extends Needs<"store" | "clock"> {
  backups: BackupSettings;
}

/** Job `backup`: writes one user's memory to a file and deletes the oldest files beyond the limit. A dry run counts the records. */
export const backup = defineJob<BackupDeps>({
  name: "backup",
  title: "Back up",
  does: "Writes your whole memory into the backup folder of the service.",
  schedule: "",
  async work({ user, dryRun, signal }, { store, clock, backups }) {
    if (dryRun) {
      let records = 0;
      const options = { vectors: false, tombstones: true, signal };
      for await (const batch of dumped(user, options)) records += batch.length;
      return { records };
    }
    const { records, bytes, removed } = await backUp(store, user.userId, clock.now(), backups, { signal });
    return { records, bytes, removed };
  },
});
