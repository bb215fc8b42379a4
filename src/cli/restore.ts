import { EngramError } from "../errors.ts";
import type { Restored } from "../services/transfer/take.ts";
import { existingPath, parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { followed, reachService } from "./service.ts";

/** For a file not accepted as it is: the outcome, and what its owner can do. */
function stagedLines({ asItIs, staged, refused, forgotten, runId }: Restored): string[] {
  if (asItIs) return [];
  const mine = "If the file is yours, --trust takes it as it is";
  if (runId === null) return [mine];
  return [
    `${staged} statements wait to be checked, ${refused} are refused (engram rejections), ${forgotten} were forgotten here`,
    `${mine}; undo the run ${runId} before that`,
  ];
}

/** Restores a file of `export` or `backup` into a user's memory: the one it came from, or another. */
export async function restoreCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 1, {
    user: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    trust: { type: "boolean", default: false },
    ...JSON_OPTION,
  });
  const [given] = positionals;
  if (given === undefined) throw new UsageError();
  const file = existingPath(given);
  await using service = await reachService();
  const taken = await followed<Restored & { user: string }>(service, "/admin/restore", {
    file,
    dryRun: values["dry-run"],
    trust: values.trust,
    user: values.user,
  });
  const { user, from, note, records, added, known, skipped, conflict } = taken;
  const told = `the memory of ${from} into that of ${user}: ${records} records, ${added} new, ${known} there already`;
  const line = values["dry-run"] ? `${told}; nothing was written` : `${told}, ${skipped} left out`;
  print(values.json, taken, [note, line, ...stagedLines(taken)]);
  if (conflict !== null) throw new EngramError("conflict", conflict);
}
