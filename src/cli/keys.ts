import { EngramError } from "../errors.ts";
import { call, reachService, type Reached } from "./service.ts";

interface ListedKey {
  id: string;
  userId: string;
  createdAt: string;
  revokedAt: string | null;
}

export async function keysCommand([action, argument]: string[]): Promise<void> {
  const service = await reachService();
  try {
    await act(service, action, argument);
  } finally {
    await service.close();
  }
}

async function act(
  service: Reached,
  action: string | undefined,
  argument: string | undefined,
): Promise<void> {
  const headers = { "x-engram-admin": service.adminToken };
  if (action === "create" && argument !== undefined) {
    const { key } = (await call(`${service.url}/admin/keys`, { body: { user: argument }, headers })) as {
      key: string;
    };
    console.log(key);
    console.error(`This key belongs to ${argument} and is not shown again.`);
  } else if (action === "list") {
    const { items } = (await call(`${service.url}/admin/keys`, { headers })) as { items: ListedKey[] };
    for (const key of items)
      console.log(
        [key.id, key.userId, key.createdAt, key.revokedAt === null ? "active" : "revoked"].join("\t"),
      );
  } else if (action === "revoke" && argument !== undefined) {
    await call(`${service.url}/admin/keys/${encodeURIComponent(argument)}`, { method: "DELETE", headers });
    console.error(`Revoked ${argument}.`);
  } else {
    throw new EngramError("invalid_request", "use: keys create USER | keys list | keys revoke ID");
  }
}
