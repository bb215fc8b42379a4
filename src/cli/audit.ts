import type { AuditRecord } from "../ports/memory-store.ts";
import { parseArguments } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { adminJson, countsLine, reachService } from "./service.ts";

/** Lists administrative acts, newest first, for all users or one. */
export async function auditCommand(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, { user: { type: "string" }, ...JSON_OPTION });
  await using service = await reachService();
  const query = values.user === undefined ? "" : `?user=${encodeURIComponent(values.user)}`;
  const { items } = await adminJson<{ items: AuditRecord[] }>(service, `/admin/audit${query}`);
  print(values.json, { items }, items.map(lineOf));
  if (items.length === 0) console.error("Nothing was done yet.");
}

function lineOf({ at, actor, act, userId, targets, counts }: AuditRecord): string {
  return [at, actor, act, userId ?? "all", targets.join(" "), countsLine(counts)].join("\t").trimEnd();
}
