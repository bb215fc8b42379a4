import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { EngramError } from "../errors.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { followed } from "./followed.ts";
import { JSON_OPTION, print } from "./print.ts";
import { reachService } from "./service.ts";

interface Taken {
  user: string;
  from: string;
  records: number;
  added: number;
  known: number;
  skipped: number;
  unverified: number;
  conflict: string | null;
}

/** A file of `export` or `backup` into the memory of a user: the one it is of, or another. */
export async function restoreCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, {
    user: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    ...JSON_OPTION,
  });
  const [file] = positionals;
  if (file === undefined) throw new UsageError("use: restore FILE [--user USER] [--dry-run]");
  if (!existsSync(file)) throw new EngramError("invalid_request", `file: there is no ${file}`);
  const service = await reachService();
  try {
    const taken = (await followed(service, "/admin/restore", {
      file: resolve(file),
      dryRun: values["dry-run"],
      ...(values.user === undefined ? {} : { user: values.user }),
    })) as Taken;
    const { user, from, records, added, known, skipped, unverified, conflict } = taken;
    const told = `the memory of ${from} into that of ${user}: ${records} records, ${added} new, ${known} there already`;
    const line = values["dry-run"]
      ? `${told}; nothing was written`
      : `${told}, ${skipped} left out, ${unverified} unverified as their quotes are not in their turns`;
    print(values.json, taken, [line]);
    if (conflict !== null) throw new EngramError("conflict", conflict);
  } finally {
    await service.close();
  }
}
