import type { BackedUp } from "../services/transfer/backup.ts";
import { parseArguments } from "./arguments.ts";
import { followed } from "./followed.ts";
import { reachService } from "./service.ts";

/** Every user's memory, or one user's, into BACKUP_DIR. */
export async function backupCommand(args: string[]): Promise<void> {
  const { values } = parseArguments(args, { user: { type: "string" }, vectors: { type: "boolean" } });
  const service = await reachService();
  try {
    const { files } = (await followed(service, "/admin/backup", values)) as { files: BackedUp[] };
    for (const one of files)
      console.log([one.file, `${one.records} records`, `${one.bytes} bytes`, one.sha256].join("\t"));
    console.error(`${files.length} users backed up.`);
  } finally {
    await service.close();
  }
}
