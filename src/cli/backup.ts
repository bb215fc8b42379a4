import type { BackedUp } from "../services/transfer/backup.ts";
import { parseArguments } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { followed, reachService } from "./service.ts";

/** Every user's memory, or one user's, into BACKUP_DIR; with --since the changes to a former backup. */
export async function backupCommand(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, {
    user: { type: "string" },
    vectors: { type: "boolean" },
    since: { type: "string" },
    ...JSON_OPTION,
  });
  await using service = await reachService();
  const { json, ...asked } = values;
  const { files } = await followed<{ files: BackedUp[] }>(service, "/admin/backup", asked);
  const lines = files.map((one) =>
    [one.file, `${one.records} records`, `${one.bytes} bytes`, one.sha256].join("\t"),
  );
  print(json, { files }, lines);
  console.error(`${files.length} users backed up.`);
}
