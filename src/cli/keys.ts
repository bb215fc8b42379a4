import { EngramError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import { call, reachService, type Reached } from "./service.ts";

interface ListedKey {
  id: string;
  userId: string;
  rights: string[];
  createdAt: string;
  revokedAt: string | null;
}

export async function keysCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, { rights: { type: "string" } });
  const service = await reachService();
  try {
    await act(service, positionals, values.rights);
  } finally {
    await service.close();
  }
}

async function act(
  service: Reached,
  [action, argument]: string[],
  rights: string | undefined,
): Promise<void> {
  const headers = { "x-engram-admin": service.adminToken };
  if (action === "create" && argument !== undefined) {
    const named = rights?.split(",").map((right) => right.trim());
    const body = { user: argument, ...(named === undefined ? {} : { rights: named }) };
    const { key } = (await call(`${service.url}/admin/keys`, { body, headers })) as { key: string };
    console.log(key);
    console.error(`This key belongs to ${argument} and is not shown again.`);
  } else if (action === "list") {
    const { items } = (await call(`${service.url}/admin/keys`, { headers })) as { items: ListedKey[] };
    for (const key of items)
      console.log(
        [
          key.id,
          key.userId,
          key.createdAt,
          key.revokedAt === null ? "active" : "revoked",
          key.rights.join(","),
        ].join("\t"),
      );
  } else if (action === "revoke" && argument !== undefined) {
    await call(`${service.url}/admin/keys/${encodeURIComponent(argument)}`, { method: "DELETE", headers });
    console.error(`Revoked ${argument}.`);
  } else {
    throw new EngramError(
      "invalid_request",
      "use: keys create USER [--rights read,write,admin] | keys list | keys revoke ID",
    );
  }
}
