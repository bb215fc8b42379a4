import { type HashKey, keyIdOf, keyed, hashKeyMismatch } from "../store-core/hash-key.ts";
import type { Connection, Tx } from "./connection.ts";

const DEADLINE_MS = 600_000;
const AT_ONCE = 5_000;

/**
 * Sets this key as the database's: hashes from before there was one are rehashed. Processes that start at once wait
 * for each other. Rejects with `store_unavailable` if the hashes were made with another key, unless
 * `renew` discards those.
 */
export async function adoptHashKey(connection: Connection, key: HashKey, renew: boolean): Promise<void> {
  const id = keyIdOf(key);
  await connection.run(
    "write",
    async (tx) => {
      const known = await tx.one<{ id: string | null }>("system/lock-hash-key");
      if (known?.id === id) return;
      if (known?.id && !renew) throw hashKeyMismatch();
      if (known?.id) await tx.run("system/drop-hashes");
      else await keyHashes(tx, key);
      await tx.run("system/put-hash-key", { id });
    },
    DEADLINE_MS,
  );
}

async function keyHashes(tx: Tx, key: HashKey): Promise<void> {
  const rows = await tx.run<{ id: string; hash: string }>("system/unkeyed-hashes");
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const slice = rows.slice(i, i + AT_ONCE).map(({ id, hash }) => ({
      id,
      hash: keyed(key, Buffer.from(hash, "base64")).toString("base64"),
    }));
    await tx.run("system/key-hashes", { rows: slice });
  }
}
