import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { admin, adminJson, reachService } from "./service.ts";

interface ListedKey {
  id: string;
  userId: string;
  rights: string[];
  createdAt: string;
  revokedAt: string | null;
}

export async function keysCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 2, { rights: { type: "string" }, ...JSON_OPTION });
  const { rights, json } = values;
  const [action, argument] = positionals;
  await using service = await reachService();
  if ((rights !== undefined && action !== "create") || (json && action !== "list")) throw new UsageError();
  if (action === "create" && argument !== undefined) {
    const body = { user: argument, rights: rights?.split(",").map((right) => right.trim()) };
    const { key } = await adminJson<{ key: string }>(service, "/admin/keys", { body });
    console.log(key);
    console.error(`This key belongs to ${argument} and is not shown again.`);
  } else if (action === "list" && argument === undefined) {
    const { items } = await adminJson<{ items: ListedKey[] }>(service, "/admin/keys");
    const lines = items.map(({ id, userId, createdAt, revokedAt, rights }) =>
      [id, userId, createdAt, revokedAt === null ? "active" : "revoked", rights.join(",")].join("\t"),
    );
    print(json, { items }, lines);
  } else if (action === "revoke" && argument !== undefined) {
    await admin(service, `/admin/keys/${encodeURIComponent(argument)}`, { method: "DELETE" });
    console.error(`Revoked ${argument}.`);
  } else {
    throw new UsageError();
  }
}
