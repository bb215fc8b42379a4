import type { AuditRecord } from "../ports/memory-store.ts";
import { parseArguments } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { call, reachService } from "./service.ts";

/** Lists administrative acts, newest first, for all users or one. */
export async function auditCommand(args: string[]): Promise<void> {
  const { values } = parseArguments(args, 0, { user: { type: "string" }, ...JSON_OPTION });
  const service = await reachService();
  try {
    const query = values.user === undefined ? "" : `?user=${encodeURIComponent(values.user)}`;
    const headers = { "x-engram-admin": service.adminToken };
    const { items } = (await call(`${service.url}/admin/audit${query}`, { headers })) as {
      items: AuditRecord[];
    };
    print(values.json, { items }, items.map(lineOf));
    if (items.length === 0) console.error("Nothing was done yet.");
  } finally {
    await service.close();
  }
}

function lineOf({ at, actor, act, userId, targets, counts }: AuditRecord): string {
  const counted = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return [at, actor, act, userId ?? "all", targets.join(" "), counted.join(", ")].join("\t").trimEnd();
}
